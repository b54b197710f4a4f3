package diff

import (
	"strings"
	"unicode"

	"github.com/archverify/archverify/internal/editdistance"
)

// similarNames reports whether two field names look like one name reworded: a
// word in common (pricePerNight, nightlyPrice), or a few letters apart.
func similarNames(a, b string) bool {
	if len(a) > 256 || len(b) > 256 {
		return false
	}
	for _, x := range words(a) {
		for _, y := range words(b) {
			if shared := min(len(x), len(y)); shared >= 4 && x[:shared] == y[:shared] {
				return true
			}
		}
	}
	x, y := strings.ToLower(a), strings.ToLower(b)
	return editdistance.Between(x, y)*3 <= max(len(x), len(y))
}

// words splits a name at case changes, digits and separators.
func words(name string) []string {
	var list []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			list = append(list, word.String())
			word.Reset()
		}
	}
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r):
			flush()
		case unicode.IsUpper(r):
			flush()
			word.WriteRune(unicode.ToLower(r))
		default:
			word.WriteRune(r)
		}
	}
	flush()
	return list
}
