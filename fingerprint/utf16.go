package fingerprint

import (
	"slices"
	"unicode/utf16"
)

// compareUnits orders WTF-8 texts by UTF-16 code units (VR0.11). That differs
// from byte order only where an astral character, whose units are surrogates,
// meets a character from U+D800 up.
func compareUnits(a, b string) int {
	n := min(len(a), len(b))
	d := 0
	for d < n && a[d] == b[d] {
		d++
	}
	if d == n {
		return len(a) - len(b)
	}
	if max(a[d], b[d]) < 0xED || min(a[d], b[d]) < 0x80 {
		return int(a[d]) - int(b[d])
	}
	for d > 0 && a[d]&0xC0 == 0x80 {
		d--
	}
	return slices.Compare(units(a[d:]), units(b[d:]))
}

func units(s string) []uint16 {
	var u []uint16
	for len(s) > 0 {
		r, n := decodeUnit(s)
		if r > 0xFFFF {
			u = utf16.AppendRune(u, r)
		} else {
			u = append(u, uint16(r))
		}
		s = s[n:]
	}
	return u
}
