package replay

import (
	"math"
	"slices"
	"strconv"

	"github.com/archverify/archverify/manifest"
)

// maxProblems is how many problems of one input are listed (VR2.11).
const maxProblems = 16

// Problem is one breach of a declared input: where, by declared names, and what
// was expected there. It never holds what the caller sent.
type Problem struct {
	Path, Expected string
}

// ValidateInput checks a request against the declared input (section 2 of the
// runtime rules): the first 16 problems in the order of the walk, and whether
// there are more.
func ValidateInput(ir *manifest.IR, fields []*manifest.Field, in Input) (problems []Problem, truncated bool) {
	return validateBundle(ir, fields, ObjectValue(in))
}

func validateBundle(ir *manifest.IR, fields []*manifest.Field, bundle Value) (problems []Problem, truncated bool) {
	v := inputValidator{ir: ir}
	if bundle.Kind() != ValueObject {
		v.report("$", "object")
	} else {
		v.object("", bundle.Object(), fields)
	}
	return v.problems, v.truncated
}

type inputValidator struct {
	ir        *manifest.IR
	problems  []Problem
	truncated bool
	// open are the resources being expanded on this branch.
	open []string
}

// report notes a problem; the one after the last that fits stops the walk.
func (v *inputValidator) report(path, expected string) {
	if len(v.problems) == maxProblems {
		v.truncated = true
		return
	}
	if path == "" {
		path = "$"
	}
	v.problems = append(v.problems, Problem{path, expected})
}

// object checks undeclared keys (one problem, never a key), then each field.
func (v *inputValidator) object(path string, in Input, fields []*manifest.Field) {
	for _, m := range in.Members {
		if !slices.ContainsFunc(fields, func(f *manifest.Field) bool { return f.Name == m.Name }) {
			v.report(path, "no undeclared properties")
			break
		}
	}
	for _, f := range fields {
		if v.truncated {
			return
		}
		v.field(belowInput(path, f.Name), in, f)
	}
}

func belowInput(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (v *inputValidator) field(path string, in Input, f *manifest.Field) {
	if in.Absent(f.Name) {
		if f.Required {
			v.report(path, "required")
		}
		return
	}
	value, _ := in.Lookup(f.Name)
	v.value(path, value, f.Type)
}

func (v *inputValidator) value(path string, value Value, t manifest.Type) {
	switch t.Kind {
	case manifest.KindList:
		item := manifest.Type{Kind: manifest.KindScalar, Semantic: t.Semantic, Values: t.Values}
		v.items(path, value, "array", item)
	case manifest.KindCollection:
		v.items(path, value, "array", manifest.Type{Kind: manifest.KindResource, Resource: t.Resource})
	case manifest.KindResource:
		v.resource(path, value, t)
	default:
		v.scalar(path, value, t)
	}
}

func (v *inputValidator) items(path string, value Value, expected string, item manifest.Type) {
	if value.Kind() != ValueArray {
		v.report(path, expected)
		return
	}
	for i, e := range value.Elements() {
		if v.truncated {
			return
		}
		v.value(path+"["+strconv.Itoa(i)+"]", e, item)
	}
}

func (v *inputValidator) resource(path string, value Value, t manifest.Type) {
	if t.Identity {
		v.expect(path, value.Kind() == ValueString, "string")
		return
	}
	if value.Kind() != ValueObject {
		v.report(path, "object")
		return
	}
	r := v.ir.Resource(t.Resource)
	if r == nil || slices.Contains(v.open, r.Name) {
		return
	}
	v.open = append(v.open, r.Name)
	v.object(path, value.Object(), r.Fields)
	v.open = v.open[:len(v.open)-1]
}

func (v *inputValidator) expect(path string, ok bool, expected string) {
	if !ok {
		v.report(path, expected)
	}
}

func (v *inputValidator) scalar(path string, value Value, t manifest.Type) {
	isText := value.Kind() == ValueString
	switch t.Semantic {
	case manifest.Quantity:
		v.expect(path, finiteNumber(value), "number")
	case manifest.Date:
		v.expect(path, isText && isDate(value.Str()), "date (YYYY-MM-DD)")
	case manifest.DateTime, manifest.TimeSlot:
		v.expect(path, isText && isInstant(value.Str()), "date-time (RFC 3339)")
	case manifest.Enum:
		v.expect(path, isText, "string")
		v.expect(path, !isText || slices.Contains(t.Values, value.Str()), "one of the declared values")
	case manifest.PreferenceSet:
		v.items(path, value, "array of strings", manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.String})
	case manifest.DateRange, manifest.Party, manifest.Money:
		v.composite(path, value, t.Semantic)
	default:
		v.expect(path, isText, "string")
	}
}

func finiteNumber(value Value) bool {
	return value.Kind() == ValueNumber && !math.IsInf(value.Number(), 0)
}

// composite checks the three built-in objects: closed, members in fixed order.
func (v *inputValidator) composite(path string, value Value, s manifest.Semantic) {
	if value.Kind() != ValueObject {
		v.report(path, "object")
		return
	}
	in := value.Object()
	members := compositeMembers(s)
	for _, m := range in.Members {
		if !slices.ContainsFunc(members, func(c compositeMember) bool { return c.name == m.Name }) {
			v.report(path, "no undeclared properties")
			break
		}
	}
	for _, m := range members {
		got, _ := in.Lookup(m.name)
		switch {
		case !in.Absent(m.name):
			v.expect(belowInput(path, m.name), m.accepts(got), m.expected)
		case m.required:
			v.report(belowInput(path, m.name), "required")
		}
	}
}

// compositeMember is one member of a built-in object type as inputs take it.
type compositeMember struct {
	name     string
	required bool
	expected string
	accepts  func(Value) bool
}

func compositeMembers(s manifest.Semantic) []compositeMember {
	day := func(v Value) bool { return v.Kind() == ValueString && isDate(v.Str()) }
	count := func(v Value) bool {
		return finiteNumber(v) && v.Number() >= 0 && v.Number() == math.Trunc(v.Number())
	}
	switch s {
	case manifest.DateRange:
		return []compositeMember{{"from", true, "date (YYYY-MM-DD)", day}, {"to", true, "date (YYYY-MM-DD)", day}}
	case manifest.Party:
		return []compositeMember{{"adults", true, "non-negative integer", count}, {"children", false, "non-negative integer", count}}
	}
	text := func(v Value) bool { return v.Kind() == ValueString }
	return []compositeMember{{"amount", true, "number", finiteNumber}, {"currency", true, "string", text}}
}
