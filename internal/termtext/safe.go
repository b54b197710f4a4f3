package termtext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// NameLimit is how many code points of a foreign name are printed.
const NameLimit = 64

// Safe returns text with everything removed that a terminal would act upon:
// escape sequences as a whole, control characters, bidi and invisible format
// characters. Line breaks and tabs become one space each; invalid UTF-8 becomes
// U+FFFD. What build runners read as commands ("##[", "##vso[") is parted.
func Safe(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		if n := escapeLen(text[i:]); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case r == '\n' || r == '\t' || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case !unsafeRune(r):
			b.WriteRune(r)
		}
	}
	return uncommanded(b.String())
}

// Name returns a foreign name as it may be shown: safe, and cut to 63 code
// points and an ellipsis when it has more than 64 (rule VR6.10).
func Name(name string) string { return Cut(Safe(name), NameLimit) }

// Cut returns text, or its first limit-1 code points and an ellipsis when it
// has more than limit.
func Cut(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	runes := []rune(text)
	return string(runes[:limit-1]) + "…"
}

// Text returns text as the style may print it: safe, and within ASCII where the
// style asks for that (typographic marks by their plain likeness, everything
// else as \u escapes).
func (s Style) Text(text string) string {
	return s.Encode(Safe(text))
}

// Encode returns text of our own in the style's character set, line breaks and
// all; it makes nothing safe.
func (s Style) Encode(text string) string {
	if !s.ASCII {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		b.WriteString(asciiRune(r))
	}
	return b.String()
}

// Name is the package's Name in the style's character set.
func (s Style) Name(name string) string { return s.Text(Name(name)) }

func asciiRune(r rune) string {
	switch r {
	case '—', '–', '‑':
		return "-"
	case '→':
		return "->"
	case '…':
		return "..."
	case '‘', '’':
		return "'"
	case '“', '”':
		return `"`
	case '·', '•':
		return "*"
	case '\u00a0':
		return " "
	}
	switch {
	case r < utf8.RuneSelf:
		return string(r)
	case r > 0xffff:
		return fmt.Sprintf(`\u{%x}`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

func unsafeRune(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f: // C0, DEL, C1
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f: // bidi marks
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069: // bidi embeddings, isolates
		return true
	case r == 0x200b, r >= 0x2060 && r <= 0x2064, r == 0xfeff: // invisible
		return true
	case r >= 0xe0000 && r <= 0xe007f: // tags
		return true
	}
	return false
}

// escapeLen is the length of the escape sequence that s begins with, 0 if none.
// An unfinished sequence reaches to the end: what follows would be swallowed by
// a terminal as well.
func escapeLen(s string) int {
	switch {
	case strings.HasPrefix(s, "\x1b["):
		return 2 + controlSequenceLen(s[2:])
	case strings.HasPrefix(s, "\u009b"):
		return 2 + controlSequenceLen(s[2:])
	case len(s) >= 2 && s[0] == 0x1b && strings.IndexByte("]PX^_", s[1]) >= 0:
		return 2 + stringSequenceLen(s[2:])
	case len(s) >= 2 && s[0] == 0x1b && s[1] >= 0x20 && s[1] < 0x7f:
		return shortSequenceLen(s)
	case s[0] == 0x1b:
		return 1
	}
	return 0
}

// controlSequenceLen: parameter and intermediate bytes, then one final byte.
func controlSequenceLen(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 0x40 && c <= 0x7e:
			return i + 1
		case c < 0x20 || c > 0x3f:
			return i
		}
	}
	return len(s)
}

// stringSequenceLen: everything up to BEL or the string terminator.
func stringSequenceLen(s string) int {
	for i := range len(s) {
		switch {
		case s[i] == 0x07:
			return i + 1
		case strings.HasPrefix(s[i:], "\x1b\\"), strings.HasPrefix(s[i:], "\u009c"):
			return i + 2
		}
	}
	return len(s)
}

// shortSequenceLen: ESC, intermediate bytes, one final byte.
func shortSequenceLen(s string) int {
	i := 1
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x2f {
		i++
	}
	return min(i+1, len(s))
}
