package fingerprint

import (
	"bytes"
	"strconv"
)

// numberEnd returns where the number at j ends and whether it is written as
// plain digits. A number has no end mark: tokenEdge says that it is complete as
// far as the window goes.
func numberEnd(b []byte, j int) (end int, digitsOnly bool, o outcome) {
	if b[j] == '-' {
		j++
	}
	k := digitsEnd(b, j)
	if k == j {
		return j, false, numberFault(b, k)
	}
	if b[j] == '0' && k > j+1 {
		return j, false, tokenNumber
	}
	digitsOnly = true
	if k < len(b) && b[k] == '.' {
		digitsOnly = false
		j = k + 1
		if k = digitsEnd(b, j); k == j {
			return j, false, numberFault(b, k)
		}
	}
	if k < len(b) && b[k]|0x20 == 'e' {
		digitsOnly = false
		j = k + 1
		if j < len(b) && (b[j] == '+' || b[j] == '-') {
			j++
		}
		if k = digitsEnd(b, j); k == j {
			return j, false, numberFault(b, k)
		}
	}
	if k == len(b) {
		return k, digitsOnly, tokenEdge
	}
	return k, digitsOnly, tokenOK
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
func isInteger(num []byte) bool {
	mantissa, exp := num, ""
	if e := bytes.IndexAny(num, "eE"); e >= 0 {
		mantissa, exp = num[:e], string(num[e+1:])
	}
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
