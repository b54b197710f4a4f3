package fingerprint

import (
	"encoding/binary"
	"unicode/utf8"
)

// outcome says how the reading of a token ended.
type outcome uint8

const (
	tokenOK    outcome = iota
	tokenShort         // the window ended inside the token
	tokenEdge          // complete, but the window ended right behind it
	tokenControl
	tokenEscape
	tokenUTF8
	tokenNumber
	tokenWord
)

var outcomeReasons = [...]string{
	tokenShort:   "unexpected end",
	tokenControl: "raw control character in a string",
	tokenEscape:  "unknown escape in a string",
	tokenUTF8:    "invalid UTF-8 in a string",
	tokenNumber:  "malformed number",
	tokenWord:    "unknown word",
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

func load64(b []byte, i int) uint64 {
	return binary.LittleEndian.Uint64(b[i : i+8])
}

// special marks (in the high bits) the bytes of w that a string scan must look
// at: quote, backslash, control, non-ASCII. The lowest mark is exact.
func special(w uint64) uint64 {
	q := (w ^ ones*'"') - ones
	s := (w ^ ones*'\\') - ones
	c := w - ones*0x20
	return (w | q | s | c) & highs
}

// stringEnd returns where the string that starts after its quote at j ends (the
// closing quote) and whether it holds escapes. On a fault, end is its place.
func stringEnd(b []byte, j int) (end int, escaped bool, o outcome) {
	for {
		j = skipPlain(b, j)
		if j >= len(b) {
			return j, escaped, tokenShort
		}
		switch c := b[j]; {
		case c == '"':
			return j, escaped, tokenOK
		case c == '\\':
			escaped = true
			if j, o = escapeEnd(b, j); o != tokenOK {
				return j, escaped, o
			}
		case c < 0x20:
			return j, escaped, tokenControl
		default:
			if j, o = skipUnicode(b, j); o != tokenOK {
				return j, escaped, o
			}
		}
	}
}

func skipPlain(b []byte, j int) int {
	for j+8 <= len(b) {
		if m := special(load64(b, j)); m != 0 {
			return j + lowestByte(m)
		}
		j += 8
	}
	for j < len(b) && b[j] >= 0x20 && b[j] < 0x80 && b[j] != '"' && b[j] != '\\' {
		j++
	}
	return j
}

func skipUnicode(b []byte, j int) (int, outcome) {
	for j < len(b) && b[j] >= 0x80 {
		r, n := utf8.DecodeRune(b[j:])
		if r == utf8.RuneError && n == 1 {
			if !utf8.FullRune(b[j:]) {
				return j, tokenShort
			}
			return j, tokenUTF8
		}
		j += n
	}
	return j, tokenOK
}

func escapeEnd(b []byte, j int) (int, outcome) {
	if j+1 >= len(b) {
		return j, tokenShort
	}
	switch b[j+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return j + 2, tokenOK
	case 'u':
	default:
		return j, tokenEscape
	}
	for k := j + 2; k < j+6; k++ {
		if k >= len(b) {
			return j, tokenShort
		}
		if hexDigit(b[k]) > 15 {
			return j, tokenEscape
		}
	}
	return j + 6, tokenOK
}

// hexDigit returns the value of a hexadecimal digit, 255 for anything else.
func hexDigit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10
	}
	return 255
}

func wordEnd(b []byte, j int, word string) (int, outcome) {
	for k := range len(word) {
		if j+k >= len(b) {
			return j, tokenShort
		}
		if b[j+k] != word[k] {
			return j, tokenWord
		}
	}
	return j + len(word), tokenOK
}
