package doctest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/archverify/archverify/internal/yamlx"
)

// grouped writes 100000 as 100,000.
func grouped(n int) string {
	return regexp.MustCompile(`(\d)(\d{3})$`).ReplaceAllString(strconv.Itoa(n), "$1,$2")
}

func TestLimitsOfDocumentsAreTheLoaders(t *testing.T) {
	want := fmt.Sprintf("%d MiB, %s levels and %s nodes", yamlx.MaxBytes>>20, grouped(yamlx.MaxDepth), grouped(yamlx.MaxNodes))
	for _, name := range []string{manifestPage, "docs/decisions.md"} {
		if text := readFile(t, root+"/"+name); !strings.Contains(text, want) {
			t.Errorf("%s does not say %q", name, want)
		}
	}
}
