package fingerprint

import (
	"bytes"
	"strconv"
)

// numberForm is how a number is written.
type numberForm uint8

const (
	formDigits numberForm = iota
	formFraction
	formExponent // perhaps with a fraction
)

// numberEnd returns where the number at j ends and how it is written. A number
// has no end mark: tokenEdge says that it is complete as far as the window goes.
func numberEnd(b []byte, j int) (end int, form numberForm, o outcome) {
	if b[j] == '-' {
		j++
	}
	k := digitsEnd(b, j)
	if k == j {
		return j, form, numberFault(b, k)
	}
	if b[j] == '0' && k > j+1 {
		return j, form, tokenNumber
	}
	if k < len(b) && b[k] == '.' {
		form = formFraction
		j = k + 1
		if k = digitsEnd(b, j); k == j {
			return j, form, numberFault(b, k)
		}
	}
	if k < len(b) && b[k]|0x20 == 'e' {
		form = formExponent
		if j, k = exponentEnd(b, k); k == j {
			return j, form, numberFault(b, k)
		}
	}
	if k == len(b) {
		return k, form, tokenEdge
	}
	return k, form, tokenOK
}

func exponentEnd(b []byte, k int) (from, end int) {
	k++
	if k < len(b) && (b[k] == '+' || b[k] == '-') {
		k++
	}
	return k, digitsEnd(b, k)
}

func numberFault(b []byte, k int) outcome {
	if k >= len(b) {
		return tokenShort
	}
	return tokenNumber
}

func digitsEnd(b []byte, j int) int {
	for j < len(b) && b[j]-'0' <= 9 {
		j++
	}
	return j
}

// isInteger tells whether a JSON number is an integer by value: 10.0 and 1e1
// are. It looks at the decimal text, so size does not matter.
func isInteger(num []byte, form numberForm) bool {
	if form == formFraction {
		k := len(num) - 1
		for num[k] == '0' {
			k--
		}
		return num[k] == '.'
	}
	e := bytes.IndexAny(num, "eE")
	mantissa, exp := num[:e], string(num[e+1:])
	whole, frac, _ := bytes.Cut(bytes.TrimPrefix(mantissa, []byte("-")), []byte("."))
	frac = bytes.TrimRight(frac, "0")
	zeros := 0
	if len(frac) == 0 {
		kept := bytes.TrimRight(whole, "0")
		if len(kept) == 0 {
			return true
		}
		zeros = len(whole) - len(kept)
	}
	return exponent(exp)+zeros-len(frac) >= 0
}

// exponent reads an exponent, held within what any body can outweigh.
func exponent(s string) int {
	if s == "" {
		return 0
	}
	n, err := strconv.ParseInt(s, 10, 64)
	const far = 1 << 40
	if err != nil || n > far || n < -far {
		if s[0] == '-' {
			return -far
		}
		return far
	}
	return int(n)
}
