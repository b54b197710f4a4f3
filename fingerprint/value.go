package fingerprint

import (
	"bytes"
	"iter"
	"strconv"
)

// Value is a value of the kept document. The zero Value does not exist: it has
// no members, no elements and the word undefined.
type Value struct {
	tape *tape
	at   uint32
}

func (v Value) entry() *entry { return &v.tape.entries[v.at] }

func (v Value) raw() []byte {
	e := v.entry()
	return v.tape.body[e.off:e.end]
}

// Exists tells whether there is a value (null is one).
func (v Value) Exists() bool { return v.tape != nil }

// Word returns the type word, WordUndefined for a value that does not exist.
func (v Value) Word() Word {
	if v.tape == nil {
		return WordUndefined
	}
	return kindWords[v.entry().kind]
}

// Str returns the decoded text of a string, "" for anything else. Lone
// surrogates stand in their three-byte form, which is not valid UTF-8.
func (v Value) Str() string {
	if v.Word() != WordString {
		return ""
	}
	return decode(v.raw())
}

func decode(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw)
	}
	return string(unescape(nil, raw))
}

// Number returns the number, infinite when it is beyond float64, 0 for anything else.
func (v Value) Number() float64 {
	if v.Word() != WordNumber {
		return 0
	}
	f, _ := strconv.ParseFloat(string(v.raw()), 64) // a range error comes with ±Inf or 0, as wanted
	return f
}

// Bool returns whether the value is true.
func (v Value) Bool() bool {
	return v.Word() == WordBoolean && v.tape.body[v.entry().off] == 't'
}

// Len returns how many elements or distinct members there are, 0 for scalars.
func (v Value) Len() int {
	if v.tape == nil {
		return 0
	}
	return int(v.entry().size)
}

// At returns element i, or a value that does not exist.
func (v Value) At(i int) Value {
	for k, e := range v.Elements() {
		if k == i {
			return e
		}
	}
	return Value{}
}

// Elements yields the elements of an array in order.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if v.Word() != WordArray {
			return
		}
		end := v.entry().next
		for i, n := v.at+1, 0; i < end; n++ {
			if !yield(n, Value{v.tape, i}) {
				return
			}
			i = v.tape.entries[i].next
		}
	}
}

// Members yields the members of an object in document order. A duplicate name
// comes once, at its first position with its last value (VR0.14).
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for raw, m := range v.members() {
			if !yield(decode(raw), m) {
				return
			}
		}
	}
}

func (v Value) members() iter.Seq2[[]byte, Value] {
	return func(yield func([]byte, Value) bool) {
		if v.Word() != WordObject {
			return
		}
		t, end := v.tape, v.entry().next
		for i := v.at + 1; i < end; i = t.entries[i+1].next {
			k := &t.entries[i]
			if k.hidden {
				continue
			}
			at := i + 1
			if k.alias {
				at = k.next
			}
			if !yield(t.body[k.off:k.end], Value{t, at}) {
				return
			}
		}
	}
}

// Member returns the member of that name, or a value that does not exist.
func (v Value) Member(name string) Value {
	for raw, m := range v.members() {
		if string(raw) == name || bytes.IndexByte(raw, '\\') >= 0 && decode(raw) == name {
			return m
		}
	}
	return Value{}
}

// JSON returns the value as compact JSON in the document's own spelling, with
// duplicates resolved; "" when it does not exist.
func (v Value) JSON() string {
	if v.tape == nil {
		return ""
	}
	return string(v.append(nil))
}

func (v Value) append(dst []byte) []byte {
	switch v.Word() {
	case WordString:
		return append(append(append(dst, '"'), v.raw()...), '"')
	case WordArray:
		dst = append(dst, '[')
		for i, e := range v.Elements() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = e.append(dst)
		}
		return append(dst, ']')
	case WordObject:
		dst = append(dst, '{')
		sep := ""
		for raw, m := range v.members() {
			dst = append(append(append(append(dst, sep...), '"'), raw...), `":`...)
			dst = m.append(dst)
			sep = ","
		}
		return append(dst, '}')
	}
	return append(dst, v.raw()...)
}
