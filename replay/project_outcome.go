package replay

import (
	"slices"

	"github.com/archverify/archverify/manifest"
)

// take brings the outcome of a top-level field into the reference's reading.
func (p *projector) take(s *slot, r reading) {
	switch {
	case r.state == fine:
	case s.required:
		p.violated = true
		p.blame(r.culprits)
	case r.state == misfit:
		p.once(&p.degraded, s.label)
		p.invalidate(s)
	case r.state != withheldState:
		p.once(&p.degraded, s.label)
	}
	if r.state == fine {
		for _, name := range r.degraded {
			p.once(&p.degraded, name)
		}
	}
}

// once appends a name that the list does not hold yet.
func (p *projector) once(list *[]string, name string) {
	key := listed{list, name}
	if !p.seen[key] {
		p.seen[key] = true
		*list = append(*list, name)
	}
}

type listed struct {
	list *[]string
	name string
}

func (p *projector) invalidate(s *slot) {
	f := invalidField{s.label, expectedWord(s.typ)}
	if !slices.Contains(p.invalid, f) {
		p.invalid = append(p.invalid, f)
	}
}

func (p *projector) blame(culprits []culprit) {
	for _, c := range culprits {
		switch c.state {
		case misfit:
			p.invalidate(c.slot)
		case withheldState: // named where it was withheld
		default:
			p.once(&p.missing, c.slot.label)
		}
	}
}

// expectedWord is the declared type word (VR3.1).
func expectedWord(t manifest.Type) string {
	if t.Kind == manifest.KindScalar {
		return string(t.Semantic)
	}
	return string(t.Kind)
}

// settle decides the reference's status (VR3.2).
func (p *projector) settle() {
	switch {
	case p.violated:
		p.status, p.degraded = mappingViolation, nil
	case len(p.degraded) > 0 || len(p.withheld) > 0:
		p.status = mappingDegraded
	default:
		p.status = mappingOK
	}
}
