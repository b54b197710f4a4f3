package fingerprint

import (
	"bytes"

	"github.com/archverify/archverify/internal/calendar"
)

// isDay tests YYYY-MM-DD for a real day of the calendar.
func isDay(b []byte) bool {
	if len(b) != 10 || b[4] != '-' || b[7] != '-' {
		return false
	}
	y, ok1 := twoDigits(b[2:])
	c, ok2 := twoDigits(b)
	m, ok3 := twoDigits(b[5:])
	d, ok4 := twoDigits(b[8:])
	return ok1 && ok2 && ok3 && ok4 && m >= 1 && m <= 12 && d >= 1 && d <= calendar.DaysIn(100*c+y, m)
}

func twoDigits(b []byte) (int, bool) {
	t, u := b[0]-'0', b[1]-'0'
	return int(t)*10 + int(u), t <= 9 && u <= 9
}

// clockEnd reads hh:mm:ss with an optional fraction and returns what follows.
// Second 60 is a leap second.
func clockEnd(b []byte) (rest []byte, ok bool) {
	if len(b) < 8 || b[2] != ':' || b[5] != ':' {
		return nil, false
	}
	h, ok1 := twoDigits(b)
	m, ok2 := twoDigits(b[3:])
	s, ok3 := twoDigits(b[6:])
	if !ok1 || !ok2 || !ok3 || h > 23 || m > 59 || s > 60 {
		return nil, false
	}
	b = b[8:]
	if len(b) > 0 && b[0] == '.' {
		k := digitsEnd(b, 1)
		if k == 1 {
			return nil, false
		}
		b = b[k:]
	}
	return b, true
}

func isZone(b []byte) bool {
	if len(b) == 1 {
		return b[0] == 'Z' || b[0] == 'z'
	}
	if len(b) != 6 || b[0] != '+' && b[0] != '-' || b[3] != ':' {
		return false
	}
	h, ok1 := twoDigits(b[1:])
	m, ok2 := twoDigits(b[4:])
	return ok1 && ok2 && h <= 23 && m <= 59
}

// isTime tests hh:mm and hh:mm:ss.
func isTime(b []byte) bool {
	if len(b) != 5 && len(b) != 8 || b[2] != ':' {
		return false
	}
	if len(b) == 8 {
		rest, ok := clockEnd(b)
		return ok && len(rest) == 0
	}
	h, ok1 := twoDigits(b)
	m, ok2 := twoDigits(b[3:])
	return ok1 && ok2 && h <= 23 && m <= 59
}

func isUUID(b []byte) bool {
	if len(b) != 36 {
		return false
	}
	for i, c := range b {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
		} else if hexDigit(c) > 15 {
			return false
		}
	}
	return true
}

// isURI tests scheme "://" authority …, without blanks or controls.
func isURI(b []byte) bool {
	i := 1
	for i < len(b) && isSchemeByte(b[i]) {
		i++
	}
	if i+3 >= len(b) || b[i] != ':' || b[i+1] != '/' || b[i+2] != '/' {
		return false
	}
	switch b[i+3] {
	case '/', '?', '#':
		return false
	}
	for _, c := range b[i+3:] {
		if c <= ' ' || c == 0x7F {
			return false
		}
	}
	return true
}

func isSchemeByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'
}

// isEmail tests for one @ with something before it and a dotted domain behind.
func isEmail(b []byte) bool {
	at := bytes.IndexByte(b, '@')
	if at <= 0 {
		return false
	}
	for _, c := range b {
		if c <= ' ' || c == 0x7F {
			return false
		}
	}
	domain := b[at+1:]
	dot := bytes.LastIndexByte(domain, '.')
	return dot > 0 && dot < len(domain)-1 && domain[0] != '.' && bytes.IndexByte(domain, '@') < 0
}

// isFraction tests what follows the digits of a decimal: a fraction, an
// exponent, or both.
func isFraction(b []byte) bool {
	if b[0] == '.' {
		k := digitsEnd(b, 1)
		if k == 1 {
			return false
		}
		if b = b[k:]; len(b) == 0 {
			return true
		}
	}
	if b[0]|0x20 != 'e' {
		return false
	}
	b = b[1:]
	if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
		b = b[1:]
	}
	return len(b) > 0 && digitsEnd(b, 0) == len(b)
}

func hexForm(b []byte) formSet {
	if len(b) < 8 || len(b)%2 != 0 {
		return 0
	}
	got := bit(FormatHex)
	for _, c := range b {
		d := hexDigit(c)
		if d > 15 {
			return 0
		}
		if d > 9 {
			got |= sawLetter
		}
	}
	return got
}

func base64Form(b []byte) formSet {
	if len(b) < 16 || len(b)%4 != 0 {
		return 0
	}
	got := bit(FormatBase64)
	body := bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("=")), []byte("="))
	if len(body) < len(b) {
		got |= sawPadding
	}
	for _, c := range body {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9':
		case c == '+' || c == '/':
			got |= sawPadding
		default:
			return 0
		}
	}
	return got
}
