package redact

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"net/url"
	"strings"
	"unicode"
)

// spellings are the forms in which a value may show up: plain, trimmed, a line
// of it, URL-encoded, in JSON, in markup, in hex, in base64, each also as a name in a path.
func spellings(value string) []string {
	if len(value) < MinLength {
		return nil
	}
	list := []string{value, strings.TrimSpace(value), html.EscapeString(value), inJSON(value)}
	list = append(list, lines(value)...)
	list = append(list, urlSpellings(value)...)
	list = append(list, hex.EncodeToString([]byte(value)), strings.ToUpper(hex.EncodeToString([]byte(value))))
	list = append(list, base64Spellings(value)...)
	for _, text := range list {
		if escaped := inPath(text); escaped != text {
			list = append(list, escaped)
		}
	}
	return list
}

// inPath is a text as the quoted name of a body path.
func inPath(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsControl(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// lines are the lines of a value that has several, such as a key file; short
// ones say nothing.
func lines(value string) []string {
	const telling = 16
	var list []string
	if strings.Contains(value, "\n") {
		for line := range strings.Lines(value) {
			if line = strings.TrimSpace(line); len(line) >= telling && !strings.HasPrefix(line, "-----") {
				list = append(list, line)
			}
		}
	}
	return list
}

func urlSpellings(value string) []string {
	form := url.QueryEscape(value)
	component := strings.ReplaceAll(form, "+", "%20")
	list := []string{form, component, url.PathEscape(value)}
	// What browsers leave alone and Go does not, and the other way round.
	relaxed := strings.NewReplacer("%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*")
	list = append(list, relaxed.Replace(component))
	list = append(list, strings.NewReplacer("%2A", "*", "~", "%7E").Replace(form))
	for _, text := range list {
		list = append(list, lowerEscapes(text))
	}
	return list
}

// lowerEscapes spells percent escapes in small letters.
func lowerEscapes(text string) string {
	out := []byte(text)
	for i := range out {
		if out[i] == '%' && i+2 < len(out) {
			copy(out[i:i+3], strings.ToLower(text[i:i+3]))
		}
	}
	return string(out)
}

// inJSON is the value as the inside of a JSON string.
func inJSON(value string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(value)
}

// base64Spellings are what a value looks like inside a longer encoded text: it
// may begin at any of three places of a group, and characters that depend on
// its neighbours are left out. The whole value with its padding comes first.
func base64Spellings(value string) []string {
	var list []string
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		list = append(list, enc.EncodeToString([]byte(value)))
		for shift, skip := range []int{0, 2, 3} {
			text := enc.WithPadding(base64.NoPadding).EncodeToString([]byte(strings.Repeat("\x00", shift) + value))
			if (shift+len(value))%3 != 0 {
				text = text[:len(text)-1] // shares bits with what follows
			}
			list = append(list, text[skip:])
		}
	}
	return list
}
