package cli

import (
	"fmt"
	"strings"

	"github.com/archverify/archverify/internal/editdistance"
)

// suggestion ends a message about an unknown word: "; did you mean X?" when a
// known word is near, else nothing.
func suggestion(word string, known []string) string {
	best, least := "", 1+max(2, len(word)/3)
	for _, k := range known {
		d := editdistance.Between(strings.ToLower(word), strings.ToLower(k))
		if strings.HasPrefix(k, word) && len(word) > 2 {
			d = min(d, 1)
		}
		if d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}
