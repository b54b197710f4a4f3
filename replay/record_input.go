package replay

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/archverify/archverify/manifest"
)

// ParseSettings makes an input of k=v and k:=json settings. The value of k=v is
// typed by the declaration (7.28): a quantity becomes a number, a structured
// type or a list is read as JSON when it looks like JSON, a list takes a comma
// between items, everything else is text. k:=json forces JSON. Undeclared names
// become text; the declaration refuses them later.
func ParseSettings(tool *manifest.Tool, settings []string) (Input, error) {
	in := Input{}
	for _, s := range settings {
		name, text, ok := strings.Cut(s, "=")
		forced := strings.HasSuffix(name, ":")
		name = strings.TrimSuffix(name, ":")
		if !ok || name == "" {
			return Input{}, fmt.Errorf("input %q: write it as name=value, or name:=json", s)
		}
		if _, again := in.Lookup(name); again {
			return Input{}, fmt.Errorf("input %q is given twice", name)
		}
		value, err := settingValue(tool.InputField(name), text, forced)
		if err != nil {
			return Input{}, fmt.Errorf("input %q: %w", name, err)
		}
		in = in.With(name, value)
	}
	return in, nil
}

func settingValue(field *manifest.Field, text string, forced bool) (Value, error) {
	if forced {
		return ParseValue([]byte(text))
	}
	if field == nil {
		return StringValue(text), nil
	}
	t := field.Type
	switch {
	case t.Kind == manifest.KindResource && t.Identity:
		return StringValue(text), nil
	case t.Kind == manifest.KindResource, t.Kind == manifest.KindCollection, t.Kind == manifest.KindScalar && structured(t.Semantic):
		return ParseValue([]byte(text))
	case t.Kind == manifest.KindList:
		return listValue(t.Semantic, text)
	case t.Semantic == manifest.PreferenceSet:
		return listValue(manifest.String, text)
	}
	return scalarValue(t.Semantic, text), nil
}

func listValue(item manifest.Semantic, text string) (Value, error) {
	if strings.HasPrefix(strings.TrimSpace(text), "[") || structured(item) {
		return ParseValue([]byte(text))
	}
	if text == "" {
		return ArrayValue(), nil
	}
	var items []Value
	for _, part := range strings.Split(text, ",") {
		items = append(items, scalarValue(item, part))
	}
	return ArrayValue(items...), nil
}

// scalarValue types one text; what is no number stays text, so that the check
// against the declaration says what was expected.
func scalarValue(s manifest.Semantic, text string) Value {
	if s == manifest.Quantity {
		if f, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
			return NumberValue(f)
		}
	}
	return StringValue(text)
}

func structured(s manifest.Semantic) bool {
	switch s {
	case manifest.DateRange, manifest.Party, manifest.Money:
		return true
	}
	return false
}

// Template is a request to fill in: every required input with a placeholder in
// the form that the declaration asks for, over what is already known.
func Template(ir *manifest.IR, tool *manifest.Tool, known Input) Input {
	return templateOf(ir, tool.Input, known, 0)
}

func templateOf(ir *manifest.IR, fields []*manifest.Field, known Input, depth int) Input {
	in := known
	for _, f := range fields {
		if f.Required && in.Absent(f.Name) {
			in = in.With(f.Name, placeholder(ir, f.Type, depth))
		}
	}
	return in
}

func placeholder(ir *manifest.IR, t manifest.Type, depth int) Value {
	switch t.Kind {
	case manifest.KindList:
		return ArrayValue(scalarPlaceholder(t.Semantic, t.Values))
	case manifest.KindCollection:
		return ArrayValue(placeholder(ir, manifest.Type{Kind: manifest.KindResource, Resource: t.Resource}, depth))
	case manifest.KindResource:
		resource := ir.Resource(t.Resource)
		// A resource that contains itself ends somewhere.
		if t.Identity || resource == nil || depth > 3 {
			return StringValue("<id of " + t.Resource + ">")
		}
		return ObjectValue(templateOf(ir, resource.Fields, Input{}, depth+1))
	}
	return scalarPlaceholder(t.Semantic, t.Values)
}

func scalarPlaceholder(s manifest.Semantic, values []string) Value {
	if s == manifest.Enum {
		return StringValue("<" + strings.Join(values, " or ") + ">")
	}
	if s == manifest.PreferenceSet {
		return ArrayValue(StringValue("<" + string(s) + ">"))
	}
	if !structured(s) {
		return StringValue("<" + string(s) + ">")
	}
	in := Input{}
	for _, member := range compositeMembers(s) {
		if member.required {
			in = in.With(member.name, StringValue("<"+member.expected+">"))
		}
	}
	return ObjectValue(in)
}
