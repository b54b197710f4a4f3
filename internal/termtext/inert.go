package termtext

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// runnerCommand is what build runners read as a command wherever it stands in a
// line of their log.
var runnerCommand = regexp.MustCompile(`##((?i:vso)?\[)`)

// uncommanded parts what a build runner would act upon.
func uncommanded(text string) string {
	if !strings.Contains(text, "##") {
		return text
	}
	return runnerCommand.ReplaceAllString(text, "# #$1")
}

// JSON returns a JSON document in which everything is escaped that a terminal or
// a build runner would act upon. It says the same as before.
func JSON(doc []byte) []byte {
	var out []byte
	for i := 0; i < len(doc); {
		r, size := utf8.DecodeRune(doc[i:])
		switch {
		case r > 0xffff && unsafeRune(r):
			high, low := 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		case r >= 0x7f && unsafeRune(r):
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = append(out, doc[i:i+size]...)
		}
		i += size
	}
	return runnerCommand.ReplaceAll(out, []byte(`\u0023#$1`))
}
