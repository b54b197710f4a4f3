package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// rawObject is a JSON object whose values keep their spelling.
type rawObject []rawMember

type rawMember struct {
	name string
	raw  jsontext.Value
}

// parseRawObject reads exactly one JSON object; the last of equal keys wins.
func parseRawObject(data []byte) (rawObject, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	dec := newInputDecoder(bytes.NewReader(data))
	raw, err := dec.ReadValue()
	if err != nil {
		return nil, inputError(data, dec, err)
	}
	raw = slices.Clone(raw)
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not JSON: something follows the first value")
	}
	if raw.Kind() != '{' {
		return nil, fmt.Errorf("it must be a JSON object, this is %s", Value{JSON: string(raw)}.Kind().article())
	}
	return rawMembers(raw)
}

func rawMembers(raw jsontext.Value) (rawObject, error) {
	dec := newInputDecoder(bytes.NewReader(raw))
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	out := rawObject{}
	for dec.PeekKind() == '"' {
		token, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		name := token.String()
		value, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		out.set(name, string(value))
	}
	return out, nil
}

func rawElements(raw jsontext.Value) ([]jsontext.Value, error) {
	dec := newInputDecoder(bytes.NewReader(raw))
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	var items []jsontext.Value
	for dec.PeekKind() != ']' {
		value, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		items = append(items, slices.Clone(value))
	}
	return items, nil
}

func (o rawObject) index(name string) int {
	return slices.IndexFunc(o, func(m rawMember) bool { return m.name == name })
}

func (o rawObject) lookup(name string) (jsontext.Value, bool) {
	if i := o.index(name); i >= 0 {
		return o[i].raw, true
	}
	return nil, false
}

// value is a member as a Value, null when it is missing.
func (o rawObject) value(name string) Value {
	raw, _ := o.lookup(name)
	v, err := ParseValue(raw)
	if err != nil {
		return Value{}
	}
	return v
}

func (o *rawObject) set(name, text string) {
	if i := o.index(name); i >= 0 {
		(*o)[i].raw = jsontext.Value(text)
		return
	}
	*o = append(*o, rawMember{name: name, raw: jsontext.Value(text)})
}

func (o *rawObject) remove(name string) {
	*o = slices.DeleteFunc(*o, func(m rawMember) bool { return m.name == name })
}

func (o rawObject) clone() rawObject { return slices.Clone(o) }

// text is the object with the spelling of its values untouched.
func (o rawObject) text() string {
	var b strings.Builder
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quoteKey(m.name))
		b.WriteByte(':')
		b.Write(m.raw)
	}
	b.WriteByte('}')
	return b.String()
}
