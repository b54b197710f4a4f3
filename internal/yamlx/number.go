package yamlx

import (
	"math"
	"strconv"
	"strings"
)

// Number returns the value of an Int or Float; ok is false for other kinds. It
// may be infinite or not a number.
func (n *Node) Number() (value float64, ok bool) {
	switch n.Kind {
	case Int:
		return integerValue(n.Text), true
	case Float:
		return floatValue(n.Text), true
	}
	return 0, false
}

// Integer returns the value of a number that is an integer within ±2⁵³; ok is
// false otherwise. 1.0 and 1e3 are integers.
func (n *Node) Integer() (value int, ok bool) {
	f, ok := n.Number()
	if !ok || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int(f), true
}

// IsTrue reports whether the node is the boolean true.
func (n *Node) IsTrue() bool {
	return n.Kind == Bool && (n.Text[0] == 't' || n.Text[0] == 'T')
}

func integerValue(text string) float64 {
	var base int
	switch {
	case strings.HasPrefix(text, "0o"):
		base = 8
	case strings.HasPrefix(text, "0x"):
		base = 16
	default:
		f, _ := strconv.ParseFloat(text, 64) // ±Inf when too large
		return f
	}
	value := 0.0
	for _, digit := range text[2:] {
		d, _ := strconv.ParseUint(string(digit), base, 8)
		value = value*float64(base) + float64(d)
	}
	return value
}

func floatValue(text string) float64 {
	switch strings.ToLower(strings.TrimLeft(text, "+-")) {
	case ".inf":
		if text[0] == '-' {
			return math.Inf(-1)
		}
		return math.Inf(1)
	case ".nan":
		return math.NaN()
	}
	f, _ := strconv.ParseFloat(text, 64) // ±Inf when too large
	return f
}
