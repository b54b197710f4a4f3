package manifest

import (
	"fmt"
	"strings"
	"unicode"
)

// spot is a place in a document; nil is the root. The pointer is only spelled
// out when something is wrong there.
type spot struct {
	up  *spot
	key string
}

func (s *spot) in(key string) *spot { return &spot{up: s, key: key} }

// String is the JSON pointer, "/" for the root (DR1.15).
func (s *spot) String() string {
	if s == nil {
		return "/"
	}
	return printable(s.pointer())
}

// maxKey is how much of a key a pointer shows, in code points.
const maxKey = 256

func (s *spot) pointer() string {
	escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(cut(s.key, maxKey))
	if s.up == nil {
		return "/" + escaped
	}
	return s.up.pointer() + "/" + escaped
}

// printable keeps a message on one line: names in a manifest may hold anything,
// so control characters and line separators are written as \uXXXX.
func printable(s string) string {
	unsafe := func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
	if strings.IndexFunc(s, unsafe) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unsafe(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// cut shortens a text to that many code points.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for i := range s {
		if most--; most < 0 {
			return s[:i] + "…"
		}
	}
	return s
}
