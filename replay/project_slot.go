package replay

import (
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// slot is one declared place of an answer: a mapped field, a field of a nested
// resource, an item of a list or a member of a built-in object. It says where
// the place is and counts what every row showed there.
type slot struct {
	parent   *slot
	key      string // member name below the parent
	name     string // from the output field on: stays.pricePerNight
	label    string // as the reference names it: pricePerNight, rooms.name
	typ      manifest.Type
	required bool // as declared, after loosening
	// inner marks items of lists and members of built-in objects: their type may
	// move, but whether they are there is their parent's affair.
	inner bool
	// gathers marks an extract list, which collects every match of its path.
	gathers bool

	path  string // unambiguous, or as authored where there is no trail
	trail trail
	found bool // trail is known
	// holder is how many hops of the trail lead to the row or object that holds it.
	holder int
	pos    finding.Position

	known   words // recorded types, null aside; none when unknown
	expects valueClass
	fields  []*slot // of a nested resource, built when first needed
	built   bool
	item    *slot

	tally slotTally
}

// slotTally counts places. Each counter keeps the spelled-out path of its first.
type slotTally struct {
	places                                                    int
	absent, null, misfit, moved, outside, offOrigin, absorbed tallied
	shown                                                     words     // what misfit and moved places held
	culprits                                                  []culprit // what made absorbed values fail
}

type tallied struct {
	count int
	first string
	at    int // which of the slot's places the first was
}

// with is the tally of both.
func (t tallied) with(other tallied) tallied {
	if t.count == 0 || (other.count > 0 && other.at < t.at) {
		t.first, t.at = other.first, other.at
	}
	t.count += other.count
	return t
}

// mandatory reports whether a consumer may rely on the slot: it and every slot
// above are required.
func (s *slot) mandatory() bool {
	for at := s; at != nil; at = at.parent {
		if !at.required {
			return false
		}
	}
	return true
}

// gathered reports whether the slot is the item of a list that a path gathers.
func (s *slot) gathered() bool { return s.parent != nil && s.parent.gathers }

// exact reports whether the slot has one spelled-out place in a tree.
func (s *slot) exact() bool { return s.found && !s.trail.approx }

// spoken reports whether a slot speaks for every place that its trail leads to.
func (s *slot) spoken() bool { return s.exact() && !s.trail.partial && !s.gathers }

// isEnum reports whether a slot declares its values.
func (s *slot) isEnum() bool {
	return s.typ.Kind == manifest.KindScalar && s.typ.Semantic == manifest.Enum
}

// fieldSlots are the slots of a nested resource's fields, in declared order.
func (p *projector) fieldSlots(s *slot, r *manifest.Resource) []*slot {
	if !s.built {
		s.built = true
		for _, f := range r.Fields {
			s.fields = append(s.fields, p.addBelow(s, f.Name, f.Type, f.Required, f.Pos))
		}
	}
	return s.fields
}

// itemSlot is the slot of a list's items.
func (p *projector) itemSlot(s *slot) *slot {
	if s.item == nil {
		t := manifest.Type{Kind: manifest.KindScalar, Semantic: s.typ.Semantic, Values: s.typ.Values}
		if s.typ.Kind != manifest.KindList {
			t.Semantic = manifest.String
		}
		s.item = &slot{parent: s, name: s.name, label: s.label, typ: t, required: true, inner: true, pos: s.pos}
		s.item.trail = s.trail
		if !s.gathers {
			s.item.trail = s.trail.then(trail{hops: []hop{{each: true}}})
		}
		p.adopt(s.item, s.found, len(s.item.trail.hops)-1)
	}
	return s.item
}

// memberSlots are the slots of a built-in object's members.
func (p *projector) memberSlots(s *slot, names ...string) []*slot {
	if !s.built {
		s.built = true
		for _, name := range names {
			t := manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.String}
			if s.typ.Semantic == manifest.DateRange {
				t.Semantic = manifest.Date
			}
			m := p.addBelow(s, name, t, name != partyChildren, s.pos)
			m.inner = true
			s.fields = append(s.fields, m)
		}
	}
	return s.fields
}

func (p *projector) addBelow(parent *slot, key string, t manifest.Type, required bool, pos finding.Position) *slot {
	s := &slot{parent: parent, key: key, name: parent.name + "." + key, label: parent.label + "." + key, typ: t, required: required, pos: pos}
	holder := parent.trail
	if parent.typ.Kind == manifest.KindCollection {
		holder = holder.then(trail{hops: []hop{{each: true}}})
	}
	s.trail = holder.then(trail{hops: []hop{{name: key}}})
	p.adopt(s, parent.found, len(holder.hops))
	return s
}

// adopt finishes a slot: its path, what was recorded there, and its place in
// the list of all slots.
func (p *projector) adopt(s *slot, found bool, holder int) {
	s.found, s.holder = found, holder
	switch {
	case found:
		s.path = s.trail.text()
	case s.parent != nil && s.key != "":
		s.path = fingerprint.AppendName(s.parent.path, s.key)
	case s.parent != nil:
		s.path = s.parent.path + "[]"
	}
	if s.exact() {
		s.known = p.base.types(s.trail.hops)
		s.expects = p.base.expects(s)
	}
	p.slots = append(p.slots, s)
}
