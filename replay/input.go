package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/archverify/archverify/finding"
)

// Input is a capability input: a JSON object whose key order is kept, because
// query strings and default bodies show it. Its members stand in the order in
// which they show: integer-like keys ascending, then the others as written
// (VR0.15). The zero Input is the empty object.
type Input struct {
	Members []Member
}

// Member is one key and its value.
type Member struct {
	Name  string
	Value Value
}

// ParseInput reads a JSON object; anything else is an error. The last of equal
// keys wins and keeps the first one's place (VR0.14).
func ParseInput(data []byte) (Input, error) {
	v, err := ParseValue(data)
	if err != nil {
		return Input{}, err
	}
	if v.Kind() != ValueObject {
		return Input{}, fmt.Errorf("an input must be a JSON object, this is %s", v.Kind().article())
	}
	return v.Object(), nil
}

// Lookup returns the value of a key and whether the key is there.
func (in Input) Lookup(name string) (Value, bool) {
	for _, m := range in.Members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return Value{}, false
}

// Absent reports whether a key is missing or null, which rules about inputs
// treat alike (VR0.10).
func (in Input) Absent(name string) bool {
	v, ok := in.Lookup(name)
	return !ok || v.Kind() == ValueNull
}

// Names lists the keys in the order in which they show.
func (in Input) Names() []string {
	names := make([]string, len(in.Members))
	for i, m := range in.Members {
		names[i] = m.Name
	}
	return names
}

// With returns a copy in which the key has that value.
func (in Input) With(name string, v Value) Input {
	members := slices.Clone(in.Members)
	for i := range members {
		if members[i].Name == name {
			members[i].Value = v
			return Input{Members: members}
		}
	}
	return Input{Members: inShowOrder(append(members, Member{Name: name, Value: v}))}
}

// Without returns a copy that lacks those keys.
func (in Input) Without(names ...string) Input {
	kept := make([]Member, 0, len(in.Members))
	for _, m := range in.Members {
		if !slices.Contains(names, m.Name) {
			kept = append(kept, m)
		}
	}
	return Input{Members: kept}
}

// JSON is the compact JSON text of the whole input, as a default request body
// carries it.
func (in Input) JSON() string {
	var out []byte
	out = append(out, '{')
	for i, m := range in.Members {
		if i > 0 {
			out = append(out, ',')
		}
		out = finding.AppendJSONString(out, m.Name)
		out = append(out, ':')
		out = append(out, m.Value.text()...)
	}
	return string(append(out, '}'))
}

// Equal reports whether two inputs hold the same values under the same keys;
// the order of top-level keys does not matter.
func (in Input) Equal(other Input) bool {
	if len(in.Members) != len(other.Members) {
		return false
	}
	for _, m := range in.Members {
		v, ok := other.Lookup(m.Name)
		if !ok || v.text() != m.Value.text() {
			return false
		}
	}
	return true
}

// inShowOrder brings members into the order of VR0.15 without moving the
// others against each other.
func inShowOrder(members []Member) []Member {
	slices.SortStableFunc(members, func(a, b Member) int {
		i, aIndex := arrayIndex(a.Name)
		j, bIndex := arrayIndex(b.Name)
		switch {
		case aIndex && bIndex:
			return int(i) - int(j)
		case aIndex:
			return -1
		case bIndex:
			return 1
		}
		return 0
	})
	return members
}

// arrayIndex reads a key that JavaScript takes for an array index: canonical
// decimal below 2^32 - 1.
func arrayIndex(name string) (int64, bool) {
	if name == "" || len(name) > 10 || (len(name) > 1 && name[0] == '0') || strings.Trim(name, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(name, 10, 64)
	return n, err == nil && n < 1<<32-1
}
