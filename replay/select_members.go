package replay

import (
	"slices"
	"strconv"

	"github.com/archverify/archverify/fingerprint"
)

// memberOf is a member of an object, an element of an array for a name of
// digits, or the length of an array or a string (quirks of VR3.7).
func memberOf(v fingerprint.Value, name string) fingerprint.Value {
	switch v.Word() {
	case fingerprint.WordObject:
		return v.Member(name)
	case fingerprint.WordArray:
		if n, ok := arrayIndex(name); ok {
			return indexOf(v, int(n))
		}
		if name == "length" {
			return numberValue(v.Len())
		}
	case fingerprint.WordString:
		if name == "length" {
			return numberValue(utf16Length(v.Str()))
		}
	}
	return fingerprint.Value{}
}

// numberValue makes a number that stands in no body.
func numberValue(n int) fingerprint.Value {
	r, err := fingerprint.ScanBytes([]byte(strconv.Itoa(n)), fingerprint.Options{Keep: true})
	if err != nil {
		return fingerprint.Value{}
	}
	return r.Root()
}

func utf16Length(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

func indexOf(v fingerprint.Value, i int) fingerprint.Value {
	switch v.Word() {
	case fingerprint.WordArray:
		if i < v.Len() {
			return v.At(i)
		}
	case fingerprint.WordObject:
		return v.Member(strconv.Itoa(i))
	}
	return fingerprint.Value{}
}

// walkEach visits the elements of an array, or the members of an object in
// JavaScript's order: integer-like keys ascending, then as written.
func walkEach(v fingerprint.Value, visit func(fingerprint.Value) bool) bool {
	switch v.Word() {
	case fingerprint.WordArray:
		for _, e := range v.Elements() {
			if !visit(e) {
				return false
			}
		}
	case fingerprint.WordObject:
		for _, m := range membersInOrder(v) {
			if !visit(m.value) {
				return false
			}
		}
	}
	return true
}

type namedValue struct {
	name  string
	value fingerprint.Value
}

func membersInOrder(v fingerprint.Value) []namedValue {
	members := make([]namedValue, 0, v.Len())
	integers := false
	for name, m := range v.Members() {
		_, integer := arrayIndex(name)
		integers = integers || integer
		members = append(members, namedValue{name, m})
	}
	if integers {
		slices.SortStableFunc(members, func(a, b namedValue) int { return compareKeys(a.name, b.name) })
	}
	return members
}

func compareKeys(a, b string) int {
	i, aInteger := arrayIndex(a)
	j, bInteger := arrayIndex(b)
	switch {
	case aInteger && bInteger:
		return int(i - j)
	case aInteger:
		return -1
	case bInteger:
		return 1
	}
	return 0
}
