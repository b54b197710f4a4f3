package manifest

import (
	"math"
	"strconv"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/yamlx"
)

// appendJSON appends the compact JSON text of an authored value.
func appendJSON(dst []byte, n *yamlx.Node) []byte {
	switch n.Kind {
	case yamlx.Bool:
		return strconv.AppendBool(dst, n.IsTrue())
	case yamlx.Int, yamlx.Float:
		f, _ := n.Number()
		return appendNumber(dst, f)
	case yamlx.String:
		return finding.AppendJSONString(dst, n.Text)
	case yamlx.Sequence:
		dst = append(dst, '[')
		for i, item := range n.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, item)
		}
		return append(dst, ']')
	case yamlx.Mapping:
		dst = append(dst, '{')
		for i, e := range n.Entries {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(finding.AppendJSONString(dst, e.Key), ':')
			dst = appendJSON(dst, e.Value)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

// appendNumber writes a finite number as JavaScript does: no exponent from 1e-6
// up to below 1e21, and no zero padding in exponents.
func appendNumber(dst []byte, f float64) []byte {
	if f == 0 {
		return append(dst, '0')
	}
	if abs := math.Abs(f); abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	return append(dst, mantissa+"e"+exponent[:1]+strings.TrimLeft(exponent[1:], "0")...)
}
