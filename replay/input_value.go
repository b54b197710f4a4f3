package replay

import (
	"math"
	"strconv"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/go-json-experiment/json/jsontext"
)

// Value is one JSON value of an input, as its compact JSON text. The zero Value
// is null.
type Value struct {
	// JSON is valid, compact JSON text: keys in the order in which they show,
	// strings and numbers spelt as JavaScript spells them (VR0.12, VR0.13).
	JSON string
}

// ValueKind is the JSON type of a Value.
type ValueKind uint8

// The closed set of JSON types.
const (
	ValueNull ValueKind = iota
	ValueBoolean
	ValueNumber
	ValueString
	ValueArray
	ValueObject
)

// String is the type word: null, boolean, number, string, array or object.
func (k ValueKind) String() string {
	words := [...]string{"null", "boolean", "number", "string", "array", "object"}
	if int(k) < len(words) {
		return words[k]
	}
	return "unknown"
}

func (k ValueKind) article() string {
	switch k {
	case ValueNull:
		return "null"
	case ValueArray, ValueObject:
		return "an " + k.String()
	}
	return "a " + k.String()
}

// StringValue makes a string.
func StringValue(s string) Value { return Value{JSON: string(finding.AppendJSONString(nil, s))} }

// BooleanValue makes a boolean.
func BooleanValue(b bool) Value { return Value{JSON: strconv.FormatBool(b)} }

// NumberValue makes a number; NaN and the infinities, which JSON lacks, become
// null as in JavaScript.
func NumberValue(f float64) Value {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Value{}
	}
	return Value{JSON: jsNumber(f)}
}

// ObjectValue makes an object.
func ObjectValue(in Input) Value { return Value{JSON: in.JSON()} }

// ArrayValue makes an array.
func ArrayValue(items ...Value) Value {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = item.text()
	}
	return Value{JSON: "[" + strings.Join(texts, ",") + "]"}
}

func (v Value) text() string {
	if v.JSON == "" {
		return "null"
	}
	return v.JSON
}

// Kind is the JSON type.
func (v Value) Kind() ValueKind {
	switch v.text()[0] {
	case '"':
		return ValueString
	case '[':
		return ValueArray
	case '{':
		return ValueObject
	case 't', 'f':
		return ValueBoolean
	case 'n':
		return ValueNull
	}
	return ValueNumber
}

// Str is the text of a string, "" for every other type.
func (v Value) Str() string {
	if v.Kind() != ValueString {
		return ""
	}
	out, _ := jsontext.AppendUnquote(nil, v.JSON) // lone surrogates come back as U+FFFD, which is wanted
	return string(out)
}

// Number is the value of a number (±Inf beyond the range of a float64), NaN
// for every other type.
func (v Value) Number() float64 {
	if v.Kind() != ValueNumber {
		return math.NaN()
	}
	f, _ := strconv.ParseFloat(v.JSON, 64) // out of range is ±Inf, as in JavaScript
	return f
}

// Bool is true for true and false for everything else.
func (v Value) Bool() bool { return v.JSON == "true" }

// Elements are the items of an array, nil for every other type.
func (v Value) Elements() []Value {
	if v.Kind() != ValueArray {
		return nil
	}
	dec := newInputDecoder(strings.NewReader(v.JSON))
	_, _ = dec.ReadToken()
	items := []Value{}
	for dec.PeekKind() != ']' && dec.PeekKind() > 0 {
		raw, err := dec.ReadValue()
		if err != nil {
			break
		}
		items = append(items, Value{JSON: string(raw)})
	}
	return items
}

// Object is an object as an Input, the empty Input for every other type.
func (v Value) Object() Input {
	if v.Kind() != ValueObject {
		return Input{}
	}
	dec := newInputDecoder(strings.NewReader(v.JSON))
	_, _ = dec.ReadToken()
	in := Input{}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			break
		}
		key := name.String()
		raw, err := dec.ReadValue()
		if err != nil {
			break
		}
		in.Members = append(in.Members, Member{Name: key, Value: Value{JSON: string(raw)}})
	}
	return in
}

// Text renders the value as JavaScript's String() does: strings as they are,
// numbers by VR0.13, arrays comma-joined (null items empty), objects as
// "[object Object]".
func (v Value) Text() string {
	switch v.Kind() {
	case ValueString:
		return v.Str()
	case ValueNumber:
		return jsNumber(v.Number())
	case ValueObject:
		return "[object Object]"
	case ValueArray:
		items := v.Elements()
		texts := make([]string, len(items))
		for i, item := range items {
			if item.Kind() != ValueNull {
				texts[i] = item.Text()
			}
		}
		return strings.Join(texts, ",")
	}
	return v.text()
}

// jsNumber is JavaScript's Number to string conversion.
func jsNumber(f float64) string {
	switch {
	case f == 0:
		return "0" // also for -0
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	if abs := math.Abs(f); abs >= 1e21 || abs < 1e-6 {
		text := strconv.FormatFloat(f, 'e', -1, 64)
		mantissa, exponent, _ := strings.Cut(text, "e")
		return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}
