package fingerprint

import (
	"bytes"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

func lowestByte(m uint64) int { return bits.TrailingZeros64(m) >> 3 }

// unescape appends the text of a valid JSON string body. Lone surrogates become
// their three-byte form (WTF-8), so that nothing is lost.
func unescape(dst, raw []byte) []byte {
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:i]...)
		if raw[i+1] != 'u' {
			dst = append(dst, shortEscape(raw[i+1]))
			raw = raw[i+2:]
			continue
		}
		r, rest := hex4(raw[i+2:]), raw[i+6:]
		if utf16.IsSurrogate(r) && len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
			if pair := utf16.DecodeRune(r, hex4(rest[2:])); pair != utf8.RuneError {
				r, rest = pair, rest[6:]
			}
		}
		dst = appendUnit(dst, r)
		raw = rest
	}
}

func shortEscape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

func hex4(b []byte) rune {
	return rune(hexDigit(b[0]))<<12 | rune(hexDigit(b[1]))<<8 | rune(hexDigit(b[2]))<<4 | rune(hexDigit(b[3]))
}

// appendUnit appends a code point, surrogates included.
func appendUnit(dst []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(dst, r)
}

// decodeUnit is utf8.DecodeRuneInString for WTF-8: a surrogate comes back as itself.
func decodeUnit(s string) (rune, int) {
	if len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return utf8.DecodeRuneInString(s)
}
