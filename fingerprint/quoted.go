package fingerprint

import (
	"bytes"
	"cmp"
)

// compareQuoted orders names as their quoted spellings order bytewise. Those
// differ from the names in what is escaped and in the quote behind the end.
func compareQuoted(a, b []byte) int {
	n := min(len(a), len(b))
	d := 0
	for d < n && a[d] == b[d] {
		d++
	}
	x, y := spelledFrom(a, d), spelledFrom(b, d)
	if x == 0 || y == 0 || x == y {
		return bytes.Compare(appendKey(nil, stringOf(a)), appendKey(nil, stringOf(b)))
	}
	return cmp.Compare(x, y)
}

// spelledFrom returns the byte that stands for position i of a name in quotes,
// 0 where only the whole spelling can tell.
func spelledFrom(name []byte, i int) byte {
	if i == len(name) {
		return '\''
	}
	switch c := name[i]; {
	case c < 0x20, c == '\'', c == '\\', c >= 0x7F && c <= 0xC2, c == 0xED:
		return 0 // escaped, perhaps escaped, or inside a character
	default:
		return c
	}
}
