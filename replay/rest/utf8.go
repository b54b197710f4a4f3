package rest

import "unicode/utf8"

// wellFormed replaces invalid UTF-8 by U+FFFD, one for every maximal part of a
// sequence (the WHATWG decoder); valid text is returned as it is.
func wellFormed(body []byte) []byte {
	if utf8.Valid(body) {
		return body
	}
	out := make([]byte, 0, len(body)+len(body)/8)
	for len(body) > 0 {
		r, size := utf8.DecodeRune(body)
		if r == utf8.RuneError && size == 1 {
			size = brokenLength(body)
		}
		out = utf8.AppendRune(out, r)
		body = body[size:]
	}
	return out
}

// brokenLength is how many bytes at the start belong to one broken sequence: a
// lead byte and those that could have followed it.
func brokenLength(b []byte) int {
	low, high, want := byte(0x80), byte(0xbf), 0
	switch lead := b[0]; {
	case lead >= 0xc2 && lead <= 0xdf:
		want = 1
	case lead >= 0xe0 && lead <= 0xef:
		want = 2
		switch lead {
		case 0xe0:
			low = 0xa0
		case 0xed:
			high = 0x9f
		}
	case lead >= 0xf0 && lead <= 0xf4:
		want = 3
		switch lead {
		case 0xf0:
			low = 0x90
		case 0xf4:
			high = 0x8f
		}
	}
	n := 1
	for n <= want && n < len(b) && b[n] >= low && b[n] <= high {
		low, high = 0x80, 0xbf
		n++
	}
	return n
}
