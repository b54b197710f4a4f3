package yamlx

import "strings"

// resolve gives a plain scalar its kind by the core schema of YAML 1.2
// (section 10.3.2 there).
func resolve(text string) Kind {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return Null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return Bool
	case ".nan", ".NaN", ".NAN":
		return Float
	}
	if c := text[0]; c != '.' && c != '+' && c != '-' && (c < '0' || c > '9') {
		return String
	}
	unsigned := text
	if text[0] == '+' || text[0] == '-' {
		unsigned = text[1:]
	}
	switch unsigned {
	case ".inf", ".Inf", ".INF":
		return Float
	}
	switch {
	case isDigits(unsigned, decimal), isPrefixed(text, "0o", octal), isPrefixed(text, "0x", hexadecimal):
		return Int
	case isFloat(unsigned):
		return Float
	}
	return String
}

const (
	decimal     = "0123456789"
	octal       = "01234567"
	hexadecimal = "0123456789abcdefABCDEF"
)

func isDigits(s, digits string) bool { return s != "" && strings.Trim(s, digits) == "" }

func isPrefixed(s, prefix, digits string) bool {
	rest, ok := strings.CutPrefix(s, prefix)
	return ok && isDigits(rest, digits)
}

// isFloat matches ( "." digits | digits ("." digits?)? ) ( [eE] [-+]? digits )?
func isFloat(s string) bool {
	mantissa := s
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		exponent := s[i+1:]
		mantissa = s[:i]
		if exponent != "" {
			exponent = strings.TrimLeft(exponent[:1], "+-") + exponent[1:]
		}
		if !isDigits(exponent, decimal) {
			return false
		}
	}
	whole, fraction, dotted := strings.Cut(mantissa, ".")
	if whole == "" {
		return dotted && isDigits(fraction, decimal)
	}
	return isDigits(whole, decimal) && (fraction == "" || isDigits(fraction, decimal))
}
