package cli

import (
	"fmt"
	"strings"
)

// suggestion ends a message about an unknown word: "; did you mean X?" when a
// known word is near, else nothing.
func suggestion(word string, known []string) string {
	best, least := "", 1+max(2, len(word)/3)
	for _, k := range known {
		d := distance(strings.ToLower(word), strings.ToLower(k))
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

// distance counts the edits between two words; swapped neighbours are one edit.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last := make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row := make([]int, len(y)+1)
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(row[j-1]+1, last[j]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(y)]
}
