package yamlx_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/archverify/archverify/internal/yamlx"
)

// FuzzLoad holds that any bytes give a bounded tree or one positioned line.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		"", "a: b", "a: &x [*x]", "? a\n: b", "a: |\n  x\n", "---\na: 1\n---\n", "a: {b: [c, 'd', \"e\"]}",
		"!!int 1", "\xef\xbb\xbfa: 1\r\n", "a: 0x1F\nb: .inf\n", "<<: {a: 1}", "- - - x", "%YAML 1.1\n---\na: yes",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root, err := yamlx.Parse(data)
		if err != nil {
			var refused *yamlx.Error
			if !errors.As(err, &refused) || refused.Message == "" || strings.ContainsAny(refused.Message, "\n\r") {
				t.Fatalf("not one line: %#v", err)
			}
			return
		}
		if n := count(t, root, 1); n > yamlx.MaxNodes {
			t.Fatalf("%d nodes", n)
		}
	})
}

func count(t *testing.T, n *yamlx.Node, depth int) int {
	if depth > yamlx.MaxDepth {
		t.Fatalf("%d levels", depth)
	}
	total := 1
	for _, item := range n.Items {
		total += count(t, item, depth+1)
	}
	seen := map[string]bool{}
	for _, e := range n.Entries {
		if seen[e.Key] {
			t.Fatalf("key %q twice", e.Key)
		}
		seen[e.Key] = true
		total += count(t, e.Value, depth+1)
	}
	return total
}
