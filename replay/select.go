package replay

import (
	"iter"
	"slices"
	"strconv"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
)

// selectAll yields the matches of a path in a body, in order. A body that is
// null, false, 0, "" or nothing yields no match for any path (VR3.7).
func selectAll(body fingerprint.Value, steps []jsonpath.Step) iter.Seq[fingerprint.Value] {
	return func(yield func(fingerprint.Value) bool) {
		if !falsy(body) {
			walkSteps(body, steps, yield)
		}
	}
}

// selectFirst is the first match of a path; it does not exist when there is none.
func selectFirst(body fingerprint.Value, steps []jsonpath.Step) fingerprint.Value {
	for _, s := range steps {
		if s.Kind != jsonpath.Name {
			return firstOf(body, steps)
		}
	}
	if falsy(body) {
		return fingerprint.Value{}
	}
	for _, s := range steps { // the usual path: names only
		if body = memberOf(body, s.Name); !body.Exists() {
			break
		}
	}
	return body
}

func firstOf(body fingerprint.Value, steps []jsonpath.Step) fingerprint.Value {
	for v := range selectAll(body, steps) {
		return v
	}
	return fingerprint.Value{}
}

// falsy is JavaScript's notion, for values of JSON.
func falsy(v fingerprint.Value) bool {
	switch v.Word() {
	case fingerprint.WordString:
		return v.Str() == ""
	case fingerprint.WordNumber:
		return v.Number() == 0
	case fingerprint.WordBoolean:
		return !v.Bool()
	case fingerprint.WordArray, fingerprint.WordObject:
		return false
	}
	return true
}

// walkSteps yields what the steps lead to; it is false once yield is.
func walkSteps(v fingerprint.Value, steps []jsonpath.Step, yield func(fingerprint.Value) bool) bool {
	if len(steps) == 0 {
		return yield(v)
	}
	s, rest := steps[0], steps[1:]
	switch s.Kind {
	case jsonpath.Name:
		return walkOne(memberOf(v, s.Name), rest, yield)
	case jsonpath.Index:
		return walkOne(indexOf(v, s.Index), rest, yield)
	case jsonpath.Wildcard:
		return walkEach(v, func(child fingerprint.Value) bool { return walkSteps(child, rest, yield) })
	case jsonpath.Descend:
		return descend(v, rest, yield)
	case jsonpath.Slice:
		return walkSlice(v, s.Slice, rest, yield)
	case jsonpath.Union:
		for _, u := range s.Union {
			if !walkSteps(v, append([]jsonpath.Step{u}, rest...), yield) {
				return false
			}
		}
	case jsonpath.Filter:
		return walkEach(v, func(child fingerprint.Value) bool {
			return !truthy(evalFilter(s.Filter, child)) || walkSteps(child, rest, yield)
		})
	}
	return true
}

func walkOne(v fingerprint.Value, rest []jsonpath.Step, yield func(fingerprint.Value) bool) bool {
	return !v.Exists() || walkSteps(v, rest, yield)
}

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

// descend applies the steps to a value and to everything below it.
func descend(v fingerprint.Value, rest []jsonpath.Step, yield func(fingerprint.Value) bool) bool {
	return walkSteps(v, rest, yield) &&
		walkEach(v, func(child fingerprint.Value) bool { return descend(child, rest, yield) })
}

func walkSlice(v fingerprint.Value, b jsonpath.Bounds, rest []jsonpath.Step, yield func(fingerprint.Value) bool) bool {
	if v.Word() != fingerprint.WordArray {
		return true
	}
	from, to := sliceBound(b.From, 0, v.Len()), sliceBound(b.To, v.Len(), v.Len())
	for i, e := range v.Elements() {
		if i >= to {
			break
		}
		if i >= from && (i-from)%max(b.By, 1) == 0 && !walkSteps(e, rest, yield) {
			return false
		}
	}
	return true
}

func sliceBound(bound *int, unset, length int) int {
	if bound == nil {
		return unset
	}
	if *bound < 0 {
		return max(0, length+*bound)
	}
	return min(*bound, length)
}
