// Package jsonval builds JSON texts whose members keep the order in which they
// are given, with strings written as the reference writes them: nothing but
// quotes, backslashes and control characters is escaped.
package jsonval

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/archverify/archverify/finding"
)

// Value is a compact JSON text; "" is the absence of one.
type Value string

// Member is one member of an object; one without a value is left out.
type Member struct {
	Name  string
	Value Value
}

// Named is a member.
func Named(name string, value Value) Member { return Member{Name: name, Value: value} }

// Null is the JSON null.
const Null Value = "null"

// Text is a string.
func Text(s string) Value { return Value(finding.AppendJSONString(nil, s)) }

// TextOrNothing is a string, absent when empty.
func TextOrNothing(s string) Value {
	if s == "" {
		return ""
	}
	return Text(s)
}

// Bool is true or false.
func Bool(b bool) Value { return Value(strconv.FormatBool(b)) }

// Number is an integer.
func Number(n int) Value { return Value(strconv.Itoa(n)) }

// Texts is an array of strings, empty for none.
func Texts(list []string) Value {
	items := make([]Value, len(list))
	for i, s := range list {
		items[i] = Text(s)
	}
	return Array(items)
}

// Array is an array of values, empty for none.
func Array(items []Value) Value {
	out := []byte{'['}
	for i, item := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, item...)
	}
	return Value(append(out, ']'))
}

// ArrayOf makes an array of a list.
func ArrayOf[T any](list []T, value func(T) Value) Value {
	items := make([]Value, len(list))
	for i, item := range list {
		items[i] = value(item)
	}
	return Array(items)
}

// Object is an object of the members that have a value.
func Object(members ...Member) Value {
	out := []byte{'{'}
	for _, m := range members {
		if m.Value == "" {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = finding.AppendJSONString(out, m.Name)
		out = append(append(out, ':'), m.Value...)
	}
	return Value(append(out, '}'))
}

// Position is a place as reports write it, absent when it is not known.
func Position(p finding.Position) Value {
	if !p.Known() {
		return ""
	}
	return Object(
		Named("file", Text(p.File)), Named("line", Number(p.Line)), Named("column", Number(p.Column)),
	)
}

// Indent lays a value out over lines, two spaces a level, with a line break at
// the end.
func Indent(v Value) []byte {
	var out bytes.Buffer
	// A value is JSON by construction, so that indenting cannot fail.
	_ = json.Indent(&out, []byte(v), "", "  ")
	out.WriteByte('\n')
	return out.Bytes()
}
