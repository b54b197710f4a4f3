package replay

import (
	"iter"
	"slices"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// maxResourceDepth is how many nested resources are looked into (3.5).
const maxResourceDepth = 32

// state is what projecting one value came to.
type state uint8

const (
	fine state = iota
	missing
	misfit
	withheldState
	// lacking is a present object whose required fields are not all usable.
	lacking
)

// culprit is the deepest required slot that made a value unusable.
type culprit struct {
	slot  *slot
	state state
}

// reading is the outcome of projecting one value.
type reading struct {
	state    state
	culprits []culprit
	// degraded names what was dropped inside a value that is itself fine.
	degraded []string
}

func fails(s *slot, st state) reading {
	return reading{state: st, culprits: []culprit{{s, st}}}
}

// field projects what stands at a slot, and counts it.
func (p *projector) field(s *slot, v fingerprint.Value) reading {
	p.place(s)
	switch {
	case !v.Exists():
		p.tally(&s.tally.absent, s)
		return fails(s, missing)
	case v.Word() == fingerprint.WordNull:
		p.tally(&s.tally.null, s)
		return fails(s, missing)
	}
	r := p.value(s, v)
	p.observe(s, v, r)
	return r
}

func (p *projector) place(s *slot) {
	if p.counting {
		s.tally.places++
	}
}

func (p *projector) tally(t *tallied, s *slot) {
	if p.counting {
		p.count(t, s)
	}
}

// observe counts what a present value did wrong.
func (p *projector) observe(s *slot, v fingerprint.Value, r reading) {
	if !p.counting {
		return
	}
	switch {
	case r.state == misfit:
		p.count(&s.tally.misfit, s)
		s.tally.shown |= wordOf(v.Word())
	case r.state == lacking:
		s.tally.culprits = append(s.tally.culprits, newCulprits(s.tally.culprits, slices.Clone(r.culprits))...)
		p.count(&s.tally.absorbed, s)
	case r.state == fine && s.known != 0 && s.known&wordOf(v.Word()) == 0:
		p.count(&s.tally.moved, s)
		s.tally.shown |= wordOf(v.Word())
	case r.state == fine && !s.expects.holds(v, s.typ):
		p.count(&s.tally.outside, s)
	}
}

// value projects a present value by its declared type (table 3.5).
func (p *projector) value(s *slot, v fingerprint.Value) reading {
	switch s.typ.Kind {
	case manifest.KindList:
		if v.Word() != fingerprint.WordArray {
			return p.misfits(s)
		}
		return p.list(s, v.Elements())
	case manifest.KindCollection:
		return p.collection(s, v)
	case manifest.KindResource:
		if s.typ.Identity {
			return p.unless(isPrimitive(v), s)
		}
		return p.resource(s, v)
	}
	return p.scalar(s, v)
}

func (p *projector) unless(ok bool, s *slot) reading {
	if ok {
		return reading{}
	}
	return p.misfits(s)
}

// misfits is a value of the wrong shape; where it could have carried a link or
// an image it is withheld instead (VR3.23).
func (p *projector) misfits(s *slot) reading {
	if p.carriers.carries(s.typ) {
		return p.withhold(s)
	}
	return fails(s, misfit)
}

func (p *projector) withhold(s *slot) reading {
	p.once(&p.withheld, s.label)
	if p.checking {
		p.count(&s.tally.offOrigin, s)
	}
	return fails(s, withheldState)
}

func (p *projector) scalar(s *slot, v fingerprint.Value) reading {
	switch s.typ.Semantic {
	case manifest.WebPage, manifest.Image:
		if v.Word() != fingerprint.WordString || !p.origins.of(s.typ.Semantic).allows(v.Str()) {
			return p.withhold(s)
		}
		return reading{}
	case manifest.PreferenceSet:
		if v.Word() != fingerprint.WordArray {
			return p.misfits(s)
		}
		return p.list(s, v.Elements())
	case manifest.Money:
		return p.money(s, v)
	case manifest.Party:
		return p.party(s, v)
	case manifest.DateRange:
		return p.dateRange(s, v)
	}
	return p.unless(isPrimitive(v), s)
}

// list projects items one by one; one bad item makes the whole list unusable,
// while links and images off their origins are only left out.
func (p *projector) list(s *slot, items iter.Seq2[int, fingerprint.Value]) reading {
	item := p.itemSlot(s)
	if item.typ.Semantic.OriginBound() {
		return p.links(s, item, items)
	}
	ok := true
	p.at = append(p.at, 0)
	for i, v := range items {
		p.at[len(p.at)-1] = i
		ok = p.listItem(item, v) && ok
	}
	p.at = p.at[:len(p.at)-1]
	return p.unless(ok, s)
}

func (p *projector) listItem(item *slot, v fingerprint.Value) bool {
	p.place(item)
	r := fails(item, misfit)
	if v.Word() != fingerprint.WordNull {
		r = p.scalar(item, v)
	}
	if r.state == fine || p.tellsItems(item, v) {
		p.observe(item, v, r)
	}
	return r.state == fine
}

// tellsItems reports whether items that do not fit are told one by one: those
// that a path gathers, for there is no array in the answer to blame for them. A
// null in an optional list is a matter of how often it was recorded.
func (p *projector) tellsItems(item *slot, v fingerprint.Value) bool {
	return item.gathered() && (item.mandatory() || v.Word() != fingerprint.WordNull)
}

// maxWithheld is how many items of one list are named (VR3.29).
const maxWithheld = 25

func (p *projector) links(s, item *slot, items iter.Seq2[int, fingerprint.Value]) reading {
	allowed, named := p.origins.of(item.typ.Semantic), 0
	p.at = append(p.at, 0)
	for i, v := range items {
		p.at[len(p.at)-1] = i
		p.place(item)
		if v.Word() == fingerprint.WordString && allowed.allows(v.Str()) {
			continue
		}
		if p.checking {
			p.count(&item.tally.offOrigin, item)
		}
		if named++; named <= maxWithheld+1 {
			p.once(&p.withheld, withheldItem(s.label, i, named))
		}
	}
	p.at = p.at[:len(p.at)-1]
	return reading{}
}
