package replay

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
)

// operandKind is the JavaScript type of a filter operand.
type operandKind uint8

const (
	undefinedOperand operandKind = iota
	nullOperand
	boolOperand
	numberOperand
	stringOperand
	structureOperand // array or object: equal to nothing but itself, which constants never are
)

type operand struct {
	kind   operandKind
	bool   bool
	number float64
	text   string
}

// evalFilter evaluates a filter expression for one item the way JavaScript
// would: && and || give one of their operands, comparison converts types.
func evalFilter(e *jsonpath.Expr, item fingerprint.Value) operand {
	switch e.Op {
	case jsonpath.Literal:
		return constantOperand(e.Value)
	case jsonpath.Current:
		return valueOperand(followSteps(item, e.Steps))
	case jsonpath.Not:
		return boolOf(!truthy(evalFilter(e.Args[0], item)))
	}
	left := evalFilter(e.Args[0], item)
	switch {
	case e.Op == jsonpath.And && !truthy(left), e.Op == jsonpath.Or && truthy(left):
		return left
	case e.Op == jsonpath.And, e.Op == jsonpath.Or:
		return evalFilter(e.Args[1], item)
	}
	return boolOf(compareOperands(e.Op, left, evalFilter(e.Args[1], item)))
}

func followSteps(v fingerprint.Value, steps []jsonpath.Step) fingerprint.Value {
	for _, s := range steps {
		if s.Kind == jsonpath.Name {
			v = memberOf(v, s.Name)
		} else {
			v = indexOf(v, s.Index)
		}
	}
	return v
}

func boolOf(b bool) operand { return operand{kind: boolOperand, bool: b} }

func constantOperand(c jsonpath.Constant) operand {
	switch c.Kind {
	case jsonpath.Bool:
		return boolOf(c.Bool)
	case jsonpath.Number:
		return operand{kind: numberOperand, number: c.Number}
	case jsonpath.String:
		return operand{kind: stringOperand, text: c.Text}
	}
	return operand{kind: nullOperand}
}

func valueOperand(v fingerprint.Value) operand {
	switch v.Word() {
	case fingerprint.WordNull:
		return operand{kind: nullOperand}
	case fingerprint.WordBoolean:
		return boolOf(v.Bool())
	case fingerprint.WordNumber:
		return operand{kind: numberOperand, number: v.Number()}
	case fingerprint.WordString:
		return operand{kind: stringOperand, text: v.Str()}
	case fingerprint.WordArray, fingerprint.WordObject:
		return operand{kind: structureOperand}
	}
	return operand{}
}

func truthy(o operand) bool {
	switch o.kind {
	case boolOperand:
		return o.bool
	case numberOperand:
		return o.number != 0 && !math.IsNaN(o.number)
	case stringOperand:
		return o.text != ""
	case structureOperand:
		return true
	}
	return false
}

func compareOperands(op jsonpath.Op, a, b operand) bool {
	switch op {
	case jsonpath.StrictEqual:
		return a.kind == b.kind && sameOperand(a, b)
	case jsonpath.StrictNotEqual:
		return a.kind != b.kind || !sameOperand(a, b)
	case jsonpath.Equal:
		return looselyEqual(a, b)
	case jsonpath.NotEqual:
		return !looselyEqual(a, b)
	}
	order, ok := orderOf(a, b)
	if !ok {
		return false
	}
	switch op {
	case jsonpath.Less:
		return order < 0
	case jsonpath.LessEqual:
		return order <= 0
	case jsonpath.Greater:
		return order > 0
	case jsonpath.GreaterEqual:
		return order >= 0
	}
	return false
}

// sameOperand compares two operands of one kind.
func sameOperand(a, b operand) bool {
	switch a.kind {
	case boolOperand:
		return a.bool == b.bool
	case numberOperand:
		return a.number == b.number
	case stringOperand:
		return a.text == b.text
	}
	return a.kind != structureOperand
}

func looselyEqual(a, b operand) bool {
	if a.kind == b.kind {
		return sameOperand(a, b)
	}
	if a.kind <= nullOperand || b.kind <= nullOperand {
		return a.kind <= nullOperand && b.kind <= nullOperand
	}
	return asNumber(a) == asNumber(b) // false when one is NaN
}

// orderOf compares as < does: strings by UTF-16 code unit, everything else as
// numbers; not comparable when one is no number.
func orderOf(a, b operand) (order int, ok bool) {
	if a.kind == stringOperand && b.kind == stringOperand {
		return compareUTF16(a.text, b.text), true
	}
	x, y := asNumber(a), asNumber(b)
	return cmp.Compare(x, y), !math.IsNaN(x) && !math.IsNaN(y)
}

func compareUTF16(a, b string) int {
	x, y := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return cmp.Compare(x[i], y[i])
		}
	}
	return cmp.Compare(len(x), len(y))
}

func asNumber(o operand) float64 {
	switch o.kind {
	case nullOperand:
		return 0
	case boolOperand:
		if o.bool {
			return 1
		}
		return 0
	case numberOperand:
		return o.number
	case stringOperand:
		text := strings.TrimSpace(o.text)
		if text == "" {
			return 0
		}
		if f, err := strconv.ParseFloat(text, 64); err == nil && strings.Trim(text, "+-.0123456789eE") == "" {
			return f
		}
	}
	return math.NaN()
}
