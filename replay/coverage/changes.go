package coverage

import (
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// Where says in which of the places of a path a change is made.
type Where string

// The closed set of places. A path with one place is only changed everywhere.
const (
	FirstRow   Where = "first row"
	LaterRow   Where = "later row"
	Everywhere Where = "everywhere"
)

func wheres() []Where { return []Where{FirstRow, LaterRow, Everywhere} }

// Change is one way in which a path is changed.
type Change struct {
	Name string
	// Means says in one line what is done.
	Means string

	// applies reports whether the change makes news of what was recorded; make is
	// what is written in place of a value.
	applies func(s site, w Where) bool
	make    func(s site, v *value) edit
}

// site is a path that is changed.
type site struct {
	tree *fingerprint.Tree
	node fingerprint.NodeID
	// counts are what was recorded, place what is declared.
	counts   fingerprint.Counts
	declared place
	values   []*value
}

// Changes is the fixed list of changes, in the order in which they are tried.
func Changes() []Change {
	return []Change{
		{"drop", "the member is left out", site.losable, func(site, *value) edit { return edit{drop: true} }},
		{"null", "the value is null", site.nullable, func(site, *value) edit { return edit{text: "null"} }},
		{"retype", "the value is of a JSON type that was never recorded there", site.retypable, site.retyped},
		{"rename", "the member has another name", func(s site, _ Where) bool { return s.member() }, func(site, *value) edit { return edit{rename: true} }},
		{"reformat", "the text leaves its format, its declared values or its declared origins", site.formatted, func(site, *value) edit { return edit{text: `"put in other words"`} }},
		{"gain", "the object has a member that was never recorded", site.open, func(site, *value) edit { return edit{gain: true} }},
	}
}

// member reports whether the path ends in a name.
func (s site) member() bool { return s.tree.Step(s.node) == fingerprint.StepKey }

// losable: one row may lack what was recorded lacking; that is no change. The
// same in every row is one.
func (s site) losable(w Where) bool {
	return s.member() && (w == Everywhere || !s.lacking())
}

func (s site) nullable(w Where) bool {
	if s.counts.Has() == 0 {
		return false
	}
	return w == Everywhere || !s.lacking()
}

func (s site) lacking() bool { return s.counts.Absent > 0 || s.counts.Null > 0 }

// retypable: the recording holds something, and not every type.
func (s site) retypable(Where) bool {
	return s.counts.Has() > 0 && s.retyped(nil).text != ""
}

// retyped is a value of the first type that the recording has not seen.
func (s site) retyped(*value) edit {
	c := s.counts
	switch {
	case c.String == 0:
		return edit{text: `"text"`}
	case c.Integer+c.Number == 0:
		return edit{text: "7"}
	case c.Boolean == 0:
		return edit{text: "true"}
	case c.Object == 0:
		return edit{text: `{"text":"text"}`}
	case c.Array == 0:
		return edit{text: `["text"]`}
	}
	return edit{}
}

// formatted: strings stand there, and there is something that they must keep to.
func (s site) formatted(Where) bool {
	if s.values[0].word != fingerprint.WordString {
		return false
	}
	if _, ok := ofFormat(s.counts.Format); ok {
		return true
	}
	t := s.declared.typ
	if t.Kind != manifest.KindScalar {
		return false
	}
	_, ok := ofType(t)
	return ok || t.Semantic == manifest.Enum || t.Semantic.OriginBound()
}

// open: an object whose members have names. A declared map gains keys by nature.
func (s site) open(Where) bool {
	return s.values[0].word == fingerprint.WordObject && s.tree.Child(s.node, fingerprint.StepAnyKey, "") == fingerprint.NoNode
}
