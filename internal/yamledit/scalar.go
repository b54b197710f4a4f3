package yamledit

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longKey is the length in bytes from which a key is written in explicit form:
// YAML reads implicit keys up to 1024 characters only.
const longKey = 1000

// Scalar writes a text as a YAML scalar on one line, plain where it is safe and
// in double quotes otherwise (VR8.20). Keys follow the same rule.
func Scalar(text string) string {
	if needsQuotes(text) {
		return Quote(text)
	}
	return text
}

func needsQuotes(text string) bool {
	if text == "" || !utf8.ValidString(text) {
		return true
	}
	words := []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n", "~"}
	if slices.Contains(words, strings.ToLower(text)) {
		return true
	}
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	if strings.ContainsRune("-?:,[]{}#&*!|>'\"%@`$.+0123456789", first) || unicode.IsSpace(first) || unicode.IsSpace(last) {
		return true
	}
	blank := false
	for _, r := range text {
		if strings.ContainsRune(":\n\r\t[]{},", r) || (r == '#' && blank) || !printable(r) {
			return true
		}
		blank = unicode.IsSpace(r)
	}
	return false
}

// Quote writes a text in double quotes: printable characters as they are,
// everything else escaped by code point, so that a YAML reader gets the same
// text back. Invalid UTF-8 cannot be written and becomes U+FFFD.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case printable(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// printable reports whether every YAML reader takes the character raw inside
// double quotes. A replacement character is escaped: it is what a reader makes
// of bytes that it cannot read.
func printable(r rune) bool { return unicode.IsPrint(r) && r != utf8.RuneError }
