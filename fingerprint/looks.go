package fingerprint

import "strings"

// LooksLikeData tells whether a key, seen alone, looks like a piece of data
// rather than a name somebody chose for a field, and which kind: "email",
// "address" (IP), "url", "uuid", "date", "number", "phone", "token" or "hash".
// Codes (currencies, locales) and short numbers only show as a set of keys: see
// KeyCandidates.
func LooksLikeData(key string) (kind string, ok bool) {
	if kind, ok := LooksSecret(key); ok {
		return kind, true
	}
	if key == "" {
		return "", false
	}
	b := []byte(key)
	forms := classify(b, formsAll)
	switch {
	case forms&(bit(FormatDate)|bit(FormatDateTime)|bit(FormatLocalDateTime)) != 0:
		return "date", true
	case forms&bit(FormatURI) != 0:
		return "url", true
	case len(key) >= 4 && digitsEnd(b, 0) == len(b):
		return "number", true
	}
	return "", false
}

// LooksSecret tells whether a key looks like personal data or a secret, which
// no output may show: "email", "address", "phone", "uuid", "number" (a long run
// of digits), "token" or "hash".
func LooksSecret(key string) (kind string, ok bool) {
	if len(key) < 7 {
		return "", false
	}
	b := []byte(key)
	switch {
	case isEmail(b) && !isURI(b):
		return "email", true
	case isUUID(b):
		return "uuid", true
	case isIPv4(key):
		return "address", true
	case isPhone(key):
		return "phone", true
	case longestDigits(b) >= 9:
		return "number", true
	case isHash(b):
		return "hash", true
	case isToken(key):
		return "token", true
	}
	return "", false
}

func isIPv4(s string) bool {
	if strings.Count(s, ".") != 3 {
		return false
	}
	parts := strings.Split(s, ".")
	for _, p := range parts {
		if len(p) == 0 || len(p) > 3 || digitsEnd([]byte(p), 0) != len(p) {
			return false
		}
	}
	return true
}

// isPhone tests for + and at least seven digits with the usual separators.
func isPhone(s string) bool {
	digits := 0
	for _, c := range s[1:] {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c != ' ' && c != '-' && c != '.' && c != '(' && c != ')':
			return false
		}
	}
	return s[0] == '+' && digits >= 7
}

func longestDigits(b []byte) int {
	longest := 0
	for i := 0; i < len(b); i++ {
		n := digitsEnd(b, i) - i
		longest = max(longest, n)
		i += n
	}
	return longest
}

// isHash tests for 16 or more hexadecimal digits with letters and figures mixed.
func isHash(b []byte) bool {
	if len(b) < 16 {
		return false
	}
	figures := 0
	for _, c := range b {
		switch d := hexDigit(c); {
		case d > 15:
			return false
		case d < 10:
			figures++
		}
	}
	return figures > 0 && figures < len(b)
}

// tokenPrefixes begin credentials of well-known issuers.
var tokenPrefixes = [...]string{
	"eyJ", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "sk_live_", "sk_test_", "pk_live_",
	"rk_live_", "xoxb-", "xoxp-", "AKIA", "ASIA", "AIza", "ya29.", "Bearer ",
}

func isToken(s string) bool {
	for _, p := range tokenPrefixes {
		if strings.HasPrefix(s, p) && len(s) >= len(p)+6 {
			return true
		}
	}
	return len(s) >= 20 && mixed(s)
}

// mixed tells whether a long text without blanks is made of capitals, small
// letters and figures that alternate more often than words do. A capital that
// begins a word is no change.
func mixed(s string) bool {
	const (
		other = iota
		capital
		small
		digit
	)
	var upper, lower, figure, turns int
	last := other
	for i := range len(s) {
		class := other
		switch c := s[i]; {
		case c >= 'A' && c <= 'Z':
			upper, class = upper+1, capital
		case c >= 'a' && c <= 'z':
			lower, class = lower+1, small
		case c >= '0' && c <= '9':
			figure, class = figure+1, digit
		case c != '-' && c != '_' && c != '+' && c != '/' && c != '=' && c != '.':
			return false
		}
		if class != last && (last != capital || class != small) {
			turns++
		}
		last = class
	}
	return upper >= 2 && lower >= 2 && figure >= 3 && 3*turns >= len(s)
}
