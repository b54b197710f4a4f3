package replay

import (
	"fmt"
	"slices"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// resource projects an object onto a resource's declared fields. An object with
// an unusable required field is itself unusable, unless an optional slot on the
// way up absorbs it (VR3.21).
func (p *projector) resource(s *slot, v fingerprint.Value) reading {
	r := p.ir.Resource(s.typ.Resource)
	if v.Word() != fingerprint.WordObject || r == nil || p.depth == maxResourceDepth {
		return p.misfits(s)
	}
	p.depth++
	defer func() { p.depth-- }()
	var out reading
	for _, f := range p.fieldSlots(s, r) {
		p.nestedField(&out, f, p.field(f, v.Member(f.key)))
	}
	p.undeclaredFields(s, v, r) // deeper ones come first in the reference's order
	if len(out.culprits) > 0 {
		return reading{state: lacking, culprits: out.culprits}
	}
	return out
}

func (p *projector) nestedField(out *reading, f *slot, r reading) {
	switch {
	case r.state == fine:
		out.degraded = append(out.degraded, r.degraded...)
	case f.required:
		out.culprits = append(out.culprits, r.culprits...)
	case r.state == misfit, r.state == lacking:
		out.degraded = append(out.degraded, f.label)
	}
}

// collection projects every row of a nested collection; one failing row makes
// the whole slot unusable (VR3.22).
func (p *projector) collection(s *slot, v fingerprint.Value) reading {
	if v.Word() != fingerprint.WordArray {
		return p.misfits(s)
	}
	var out reading
	st := lacking
	p.at = append(p.at, 0)
	for i, row := range v.Elements() {
		p.at[len(p.at)-1] = i
		r := p.resource(s, row)
		if r.state == misfit || r.state == withheldState {
			st = r.state
		}
		out.culprits = append(out.culprits, newCulprits(out.culprits, r.culprits)...)
		out.degraded = append(out.degraded, newNames(out.degraded, r.degraded)...)
	}
	p.at = p.at[:len(p.at)-1]
	if len(out.culprits) > 0 {
		return reading{state: st, culprits: out.culprits}
	}
	return out
}

func newCulprits(have, more []culprit) []culprit {
	return slices.DeleteFunc(more, func(c culprit) bool { return slices.Contains(have, c) })
}

func newNames(have, more []string) []string {
	return slices.DeleteFunc(more, func(name string) bool { return slices.Contains(have, name) })
}

// maxUndeclared is how many undeclared nested keys are named (VR3.24).
const maxUndeclared = 50

func (p *projector) undeclaredFields(s *slot, v fingerprint.Value, r *manifest.Resource) {
	if len(p.undeclared) == maxUndeclared {
		return
	}
	for _, m := range membersInOrder(v) {
		if r.Field(m.name) == nil {
			p.undeclare(s, m.name)
		}
	}
}

// undeclaredIn names the keys of a built-in object that its type does not have.
func (p *projector) undeclaredIn(s *slot, v fingerprint.Value, declared ...string) {
	if len(p.undeclared) == maxUndeclared {
		return
	}
	for _, m := range membersInOrder(v) {
		if !slices.Contains(declared, m.name) {
			p.undeclare(s, m.name)
		}
	}
}

func (p *projector) undeclare(s *slot, key string) {
	if len(p.undeclared) < maxUndeclared {
		p.once(&p.undeclared, s.label+"."+key)
	}
}

// withheldItem names the n-th withheld item of a list; the last name stands for
// all further ones.
func withheldItem(list string, index, n int) string {
	if n > maxWithheld {
		return list + "[…]"
	}
	return fmt.Sprintf("%s[%d]", list, index)
}

// carriers knows which resources could hold a link or an image somewhere.
type carriers map[string]bool

// newCarriers is the least fixed point over the resource graph; a reference
// counts when its resource does (VR3.23).
func newCarriers(ir *manifest.IR) carriers {
	c := carriers{}
	for changed := true; changed; {
		changed = false
		for _, r := range ir.Resources {
			if !c[r.Name] && slices.ContainsFunc(r.Fields, func(f *manifest.Field) bool { return c.carries(f.Type) }) {
				c[r.Name], changed = true, true
			}
		}
	}
	return c
}

func (c carriers) carries(t manifest.Type) bool {
	switch t.Kind {
	case manifest.KindResource, manifest.KindCollection:
		return c[t.Resource]
	}
	return t.Semantic.OriginBound()
}
