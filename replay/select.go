package replay

import (
	"iter"

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
