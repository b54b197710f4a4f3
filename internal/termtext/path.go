package termtext

// QuoteEnd is where a quoted name of a body path ends that begins at s: at the
// first quote that no backslash escapes, else at the end of s.
func QuoteEnd(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\'':
			return i
		}
	}
	return len(s)
}
