package fingerprint

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// PathStep is one step of an unambiguous path; Name is set for StepKey only.
type PathStep struct {
	Step Step
	Name string
}

// AppendName returns path with a member step: `.name` when the name is made of
// letters, digits and underscores and starts with no digit, else `['name']` with
// quote and backslash escaped and control characters as \uXXXX.
func AppendName(path, name string) string {
	return string(appendKey([]byte(path), name))
}

func appendKey(dst []byte, name string) []byte {
	if isShorthand(name) {
		return append(append(dst, '.'), name...)
	}
	dst = append(dst, "['"...)
	for i := 0; i < len(name); {
		r, n := decodeUnit(name[i:])
		switch {
		case r == '\'' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case unicode.IsControl(r) || utf16.IsSurrogate(r):
			dst = appendHexEscape(dst, uint16(r))
		default:
			dst = append(dst, name[i:i+n]...)
		}
		i += n
	}
	return append(dst, "']"...)
}

func appendStep(dst []byte, step Step, name string) []byte {
	switch step {
	case StepKey:
		return appendKey(dst, name)
	case StepElement:
		return append(dst, "[]"...)
	case StepAnyKey:
		return append(dst, "{}"...)
	}
	return append(dst, '$')
}

func isShorthand(name string) bool {
	return name != "" && shorthandEnd(name) == len(name)
}

// shorthandEnd returns how far the name can go without quotes.
func shorthandEnd(s string) int {
	for i, r := range s {
		ascii := r == '_' || r|0x20 >= 'a' && r|0x20 <= 'z' || i > 0 && r >= '0' && r <= '9'
		if !ascii && (r < 0x80 || r == unicode.ReplacementChar || !unicode.IsLetter(r)) {
			return i
		}
	}
	return len(s)
}

// SplitPath reads an unambiguous path. The steps leave out the root.
func SplitPath(path string) ([]PathStep, error) {
	rest, ok := strings.CutPrefix(path, "$")
	if !ok {
		return nil, pathError(path, len(path), "it must start with $")
	}
	var steps []PathStep
	for rest != "" {
		step, n, reason := splitStep(rest)
		if reason != "" {
			return nil, pathError(path, len(rest), reason)
		}
		steps = append(steps, step)
		rest = rest[n:]
	}
	return steps, nil
}

func pathError(path string, left int, reason string) error {
	return fmt.Errorf("path %q at byte %d: %s", path, len(path)-left, reason)
}

func splitStep(s string) (step PathStep, n int, reason string) {
	switch {
	case strings.HasPrefix(s, "[]"):
		return PathStep{Step: StepElement}, 2, ""
	case strings.HasPrefix(s, "{}"):
		return PathStep{Step: StepAnyKey}, 2, ""
	case strings.HasPrefix(s, "['"):
		name, end, reason := quotedName(s)
		return PathStep{StepKey, name}, end, reason
	case s[0] == '.':
		n := shorthandEnd(s[1:])
		if n == 0 {
			return step, 0, "a dot must be followed by a name of letters, digits and underscores; other names are written ['…']"
		}
		return PathStep{StepKey, s[1 : 1+n]}, 1 + n, ""
	}
	return step, 0, "a step is .name, ['name'], [] or {}"
}

func quotedName(s string) (name string, end int, reason string) {
	var b []byte
	for i := 2; i < len(s); i++ {
		switch s[i] {
		case '\'':
			if i+1 >= len(s) || s[i+1] != ']' {
				return "", 0, "a quoted name must end with ']"
			}
			return string(b), i + 2, ""
		case '\\':
			if i+1 < len(s) && (s[i+1] == '\'' || s[i+1] == '\\') {
				i++
				b = append(b, s[i])
				continue
			}
			n, ok := escapedUnit(s[i:])
			if !ok {
				return "", 0, `an escape is \', \\ or \uXXXX`
			}
			b = unescape(b, []byte(s[i:i+n]))
			i += n - 1
		default:
			b = append(b, s[i])
		}
	}
	return "", 0, "a quoted name must end with ']"
}

// escapedUnit returns the length of a \uXXXX escape, or of a pair of them that
// makes one character.
func escapedUnit(s string) (int, bool) {
	if !isUnitEscape(s) {
		return 0, false
	}
	if len(s) >= 12 && isUnitEscape(s[6:]) && utf16.DecodeRune(hex4([]byte(s[2:6])), hex4([]byte(s[8:12]))) != unicode.ReplacementChar {
		return 12, true
	}
	return 6, true
}

func isUnitEscape(s string) bool {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return false
	}
	for i := 2; i < 6; i++ {
		if hexDigit(s[i]) > 15 {
			return false
		}
	}
	return true
}
