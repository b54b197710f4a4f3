package diff

import (
	"fmt"
	"github.com/archverify/archverify/internal/jsonval"

	"github.com/archverify/archverify/manifest"
)

// change is one way in which a field may differ.
type change int

const (
	fieldAdded change = iota
	fieldRemoved
	fieldNowRequired
	fieldNowOptional
	fieldRetyped
)

// role is what a field is to those who rely on it.
type role struct {
	// word names the field in a detail; prefix stands before its path.
	word, prefix string
	kind         func(change, *manifest.Field) Kind
	// harmless reports a type change that nobody can notice.
	harmless func(before, after manifest.Type) bool
}

// What is sent may widen and what is read may narrow.
var (
	inputRole  = role{word: "input", prefix: "input.", kind: inputKind, harmless: onlyGainsValues}
	outputRole = role{word: "output", prefix: "output.", kind: outputKind, harmless: onlyLosesValues}
)

func onlyLosesValues(before, after manifest.Type) bool { return onlyGainsValues(after, before) }

func inputKind(c change, after *manifest.Field) Kind {
	switch c {
	case fieldAdded:
		if after.Required {
			return InputAddedRequired
		}
		return InputAddedOptional
	case fieldRemoved:
		return InputRemoved
	case fieldNowRequired:
		return InputNowRequired
	case fieldNowOptional:
		return InputNowOptional
	default:
		return InputRetyped
	}
}

func outputKind(c change, _ *manifest.Field) Kind {
	switch c {
	case fieldAdded:
		return OutputAdded
	case fieldRemoved:
		return OutputRemoved
	case fieldNowRequired:
		return OutputNowRequired
	case fieldNowOptional:
		return OutputNowOptional
	default:
		return OutputRetyped
	}
}

// severity of one change of a field in this role.
func (r role) severity(c change, before, after *manifest.Field) Severity {
	if c == fieldRetyped && r.harmless(before.Type, after.Type) {
		return Compatible
	}
	return usual(r.kind(c, after))
}

// fieldRows compares two field lists of one role by name.
func fieldRows(r role, before, after []*manifest.Field) []*Entry {
	old, now := byName(before), byName(after)
	var rows []*Entry
	for _, name := range names(old, now) {
		b, a := old[name], now[name]
		for _, c := range fieldChanges(b, a) {
			e := fieldEntry(r, c, b, a)
			e.Kind, e.Severity = r.kind(c, a), r.severity(c, b, a)
			rows = append(rows, e)
		}
		if e := fieldDescription(r, b, a); e != nil {
			rows = append(rows, e)
		}
	}
	return rows
}

func byName(fields []*manifest.Field) map[string]*manifest.Field {
	index := make(map[string]*manifest.Field, len(fields))
	for _, f := range fields {
		index[f.Name] = f
	}
	return index
}

func fieldChanges(before, after *manifest.Field) []change {
	switch {
	case before == nil:
		return []change{fieldAdded}
	case after == nil:
		return []change{fieldRemoved}
	}
	var changes []change
	if !before.Required && after.Required {
		changes = append(changes, fieldNowRequired)
	}
	if before.Required && !after.Required {
		changes = append(changes, fieldNowOptional)
	}
	if !sameType(before.Type, after.Type) {
		changes = append(changes, fieldRetyped)
	}
	return changes
}

// fieldEntry words one change of a field; kind and severity are the caller's.
func fieldEntry(r role, c change, before, after *manifest.Field) *Entry {
	switch c {
	case fieldAdded:
		return &Entry{
			Path: r.prefix + after.Name, After: fieldValue(after), To: need(after) + " " + typeKey(after.Type), AfterPos: after.Pos,
			Detail: fmt.Sprintf("%s '%s' added (%s, %s)", r.word, after.Name, need(after), after.Type),
		}
	case fieldRemoved:
		return &Entry{
			Path: r.prefix + before.Name, Before: fieldValue(before), From: need(before) + " " + typeKey(before.Type), BeforePos: before.Pos,
			Detail: fmt.Sprintf("%s '%s' removed", r.word, before.Name),
		}
	}
	e := &Entry{Path: r.prefix + after.Name, BeforePos: before.Pos, AfterPos: after.Pos}
	if c == fieldRetyped {
		e.Before, e.After, e.From, e.To = jsonval.Type(before.Type), jsonval.Type(after.Type), typeKey(before.Type), typeKey(after.Type)
		e.Detail = fmt.Sprintf("%s '%s' type changed: %s → %s", r.word, after.Name, before.Type, after.Type)
		return e
	}
	e.Before, e.After, e.From, e.To = jsonval.Bool(before.Required), jsonval.Bool(after.Required), need(before), need(after)
	e.Detail = fmt.Sprintf("%s '%s' changed from %s to %s", r.word, after.Name, need(before), need(after))
	return e
}

func need(f *manifest.Field) string {
	if f.Required {
		return "required"
	}
	return "optional"
}

// fieldDescription compares descriptions of a field that both sides declare.
func fieldDescription(r role, before, after *manifest.Field) *Entry {
	if before == nil || after == nil || before.Description == after.Description {
		return nil
	}
	return &Entry{
		Kind: DescriptionChanged, Severity: usual(DescriptionChanged), Path: r.prefix + after.Name,
		Before: jsonval.TextOrNothing(before.Description), After: jsonval.TextOrNothing(after.Description),
		Detail:    fmt.Sprintf("%s '%s' description changed", r.word, after.Name),
		BeforePos: before.Pos, AfterPos: after.Pos,
		Texts: []TextChange{{Before: before.Description, After: after.Description}},
	}
}
