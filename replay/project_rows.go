package replay

import (
	"cmp"
	"strings"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
	"github.com/archverify/archverify/manifest"
)

// rowMapper maps the rows of a response block.
type rowMapper struct {
	*projector
	collection string // its path, "$" without one
	fields     []mappedField
	// onError tells error rows from good ones; nil without onError.
	onError *manifest.OnError
	when    []jsonpath.Step
	errors  []mappedField
	names   []culprit
}

// mappedField is a slot and the path that fills it from a row.
type mappedField struct {
	slot  *slot
	steps []jsonpath.Step
}

func newRowMapper(p *projector, r *manifest.Response, steps []jsonpath.Step) *rowMapper {
	collection := cmp.Or(r.Collection, "$")
	base, found := newTrail(steps)
	m := &rowMapper{projector: p, collection: collection, onError: r.OnError}
	m.fields = m.slots(r.Resource, r.Field, r.Fields, base, found)
	if r.OnError != nil {
		m.when = parsePath(r.OnError.When.Path)
		m.errors = m.slots(r.OnError.ErrorResource, r.Field, m.errorEntries(r.OnError), base, found)
	}
	return m
}

// errorEntries maps all fields of the error resource: by its map entry, else by
// the field's own name (VR3.33).
func (m *rowMapper) errorEntries(o *manifest.OnError) []*manifest.FieldMapping {
	r := m.ir.Resource(o.ErrorResource)
	if r == nil {
		return o.Map
	}
	var entries []*manifest.FieldMapping
	for _, f := range r.Fields {
		entry := &manifest.FieldMapping{Name: f.Name, Path: "$['" + f.Name + "']", Pos: f.Pos}
		for _, own := range o.Map {
			if own.Name == f.Name {
				entry = own
			}
		}
		entries = append(entries, entry)
	}
	return entries
}

// slots makes the top-level slots of a mapping (VR3.11, VR3.12).
func (m *rowMapper) slots(resource, field string, entries []*manifest.FieldMapping, base trail, found bool) []mappedField {
	r := m.ir.Resource(resource)
	var out []mappedField
	for _, e := range entries {
		s := &slot{key: e.Name, name: field + "." + e.Name, label: e.Name, required: !e.Loosened, pos: e.Pos}
		s.path = m.collection + strings.TrimPrefix(e.Path, "$")
		s.typ = manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.Text}
		if r != nil {
			if f := r.Field(e.Name); f != nil {
				s.typ, s.required = f.Type, f.Required && !e.Loosened
			}
		}
		steps := parsePath(e.Path)
		own, ok := newTrail(steps)
		s.trail = base.then(own.first())
		m.adopt(s, found && ok, len(base.hops))
		out = append(out, mappedField{s, steps})
	}
	return out
}

// row maps one row.
func (m *rowMapper) row(item fingerprint.Value) {
	m.rows.all++
	ok := m.rows.ok
	if m.onError == nil {
		m.rows.ok++
		for _, f := range m.fields {
			m.take(f.slot, m.field(f.slot, selectFirst(item, f.steps)))
		}
		return
	}
	if m.failedRow(item) {
		m.errorRow(item)
	} else {
		m.variantRow(item)
	}
	m.rows.kept = append(m.rows.kept, m.rows.ok > ok)
}

// variantRow maps a row that claims to be a good one: first to see whether it
// is, then, if so, to count it (VR3.34, VR3.36).
func (m *rowMapper) variantRow(item fingerprint.Value) {
	if culprits := m.try(m.fields, item); len(culprits) > 0 {
		m.bad(culprits)
		return
	}
	m.rows.ok++
	m.checking = false
	for _, f := range m.fields {
		m.take(f.slot, m.field(f.slot, selectFirst(item, f.steps)))
	}
	m.checking = true
}

func (m *rowMapper) errorRow(item fingerprint.Value) {
	if culprits := m.try(m.errors, item); len(culprits) > 0 {
		m.bad(culprits)
		return
	}
	m.rows.failed++
}

// try maps without counting places, and says what makes the row unusable.
func (m *rowMapper) try(fields []mappedField, item fingerprint.Value) []culprit {
	m.counting = false
	defer func() { m.counting = true }()
	var culprits []culprit
	for _, f := range fields {
		if r := m.field(f.slot, selectFirst(item, f.steps)); r.state != fine && f.slot.required {
			culprits = append(culprits, r.culprits...)
		}
	}
	return culprits
}

func (m *rowMapper) bad(culprits []culprit) {
	if m.rows.bad == 0 && len(m.at) > 0 {
		m.rows.firstBad = m.at[0]
	}
	m.rows.bad++
	m.names = append(m.names, newCulprits(m.names, culprits)...)
}

// finish decides what rows that match neither shape amount to (VR3.35).
func (m *rowMapper) finish() {
	for _, c := range m.names {
		m.once(&m.rows.badNames, c.slot.label)
	}
	if m.rows.all > 0 && m.rows.ok+m.rows.failed == 0 {
		m.violated = true
		m.blame(m.names)
	}
}

// failedRow is the test for an error row (VR3.32).
func (m *rowMapper) failedRow(item fingerprint.Value) bool {
	v := selectFirst(item, m.when)
	present := v.Exists() && v.Word() != fingerprint.WordNull
	switch w := m.onError.When; {
	case w.Exists != nil:
		return present == *w.Exists
	case w.Equals != "":
		return present && sameJSON(v.JSON(), w.Equals)
	}
	return present
}

// sameJSON compares two JSON texts the way the reference does: by the text that
// JavaScript writes for them, so that 1.0 and 1 are the same.
func sameJSON(a, b string) bool {
	x, errX := ParseValue([]byte(a))
	y, errY := ParseValue([]byte(b))
	return errX == nil && errY == nil && x.JSON == y.JSON
}
