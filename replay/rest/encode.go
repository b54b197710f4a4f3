package rest

import "strings"

// encodeComponent escapes a path parameter as encodeURIComponent does (VR1.11).
func encodeComponent(s string) string { return percent(s, "-_.!~*'()", false) }

// encodeForm escapes a query name or value as forms do (VR1.18).
func encodeForm(s string) string { return percent(s, "*-._", true) }

// percent escapes every byte of the UTF-8 text but letters, digits and those
// named; a blank may become a plus.
func percent(s, keep string, plus bool) string {
	var b strings.Builder
	s = strings.ToValidUTF8(s, "\uFFFD")
	for i := range len(s) {
		c := s[i]
		switch {
		case alphanumeric(c) || strings.IndexByte(keep, c) >= 0:
			b.WriteByte(c)
		case c == ' ' && plus:
			b.WriteByte('+')
		default:
			escape(&b, c)
		}
	}
	return b.String()
}

func alphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func escape(b *strings.Builder, c byte) {
	const digits = "0123456789ABCDEF"
	b.WriteByte('%')
	b.WriteByte(digits[c>>4])
	b.WriteByte(digits[c&15])
}
