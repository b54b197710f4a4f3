package exposure

import (
	"cmp"
	"slices"

	"github.com/archverify/archverify/manifest"
)

// Report is the exposure of a whole declaration.
type Report struct {
	// Capabilities are ordered by id, bytewise.
	Capabilities []Capability
	Totals       Totals
}

// Totals count capabilities by state.
type Totals struct {
	Declared, Exposed, Unlisted, NotExposed int
}

// Capability is what one capability receives, exposes and withholds.
type Capability struct {
	ID     string
	Effect manifest.Effect
	State  manifest.Surface
	// Reason says why it is not exposed; empty when it is.
	Reason   string
	Receives []Received
	Exposes  []Shown
	// Withholds lists what was recorded and is shown to nobody; meaningless
	// unless Observed is set.
	Withholds []Withheld
	// Observed is the recording that Withholds rests on, nil without one.
	Observed *Observation
	// Passthrough: the whole answer is shown, whatever is declared.
	Passthrough bool
}

// Received is an input.
type Received struct {
	Name     string
	Type     manifest.Type
	Required bool
}

// Via says how a shown field is filled.
type Via string

// The closed set of ways.
const (
	ViaResponse    Via = "response"
	ViaExtract     Via = "extract"
	ViaUnmapped    Via = "unmapped"    // declared, never filled
	ViaPassthrough Via = "passthrough" // the answer as it came
)

// Shown is something that a model is shown.
type Shown struct {
	Path, Name string
	Type       manifest.Type
	Required   bool
	Via        Via
}

// Withheld is a recorded path that no mapping shows, with its recorded type.
type Withheld struct {
	Path, Observed string
}

// Observation is a recording.
type Observation struct {
	Fixture, Fingerprint string
}

// Of works out the exposure of a compiled declaration. It is pure.
func Of(ir *manifest.IR) *Report {
	r := &Report{Capabilities: make([]Capability, 0, len(ir.Tools))}
	resources := make(resources, len(ir.Resources))
	for _, res := range ir.Resources {
		resources[res.Name] = res
	}
	for _, t := range ir.Tools {
		r.Capabilities = append(r.Capabilities, capability(resources, t))
	}
	slices.SortStableFunc(r.Capabilities, func(a, b Capability) int { return cmp.Compare(a.ID, b.ID) })
	r.Totals = totals(r.Capabilities)
	return r
}

func totals(list []Capability) Totals {
	t := Totals{Declared: len(list)}
	for _, c := range list {
		switch c.State {
		case manifest.Exposed:
			t.Exposed++
		case manifest.Unlisted:
			t.Unlisted++
		default:
			t.NotExposed++
		}
	}
	return t
}

// resources finds a resource by its canonical name.
type resources map[string]*manifest.Resource

func (r resources) fields(name string) []*manifest.Field {
	if found := r[name]; found != nil {
		return found.Fields
	}
	return nil
}

func capability(rs resources, t *manifest.Tool) Capability {
	c := Capability{ID: t.ID, Effect: t.Effect, Receives: receives(t), Exposes: exposes(rs, t), Passthrough: t.Passthrough()}
	c.State, c.Reason = t.Surface()
	if t.Contract != nil && t.Contract.Shape != nil {
		c.Observed = &Observation{Fixture: t.Contract.ProbeFixture, Fingerprint: t.Contract.Fingerprint}
		c.Withholds = withholds(t.Contract.Shape, targets(rs, t))
	}
	return c
}

func receives(t *manifest.Tool) []Received {
	list := make([]Received, 0, len(t.Input))
	for _, f := range t.Input {
		list = append(list, Received{Name: f.Name, Type: f.Type, Required: f.Required})
	}
	slices.SortStableFunc(list, func(a, b Received) int { return cmp.Compare(a.Name, b.Name) })
	return list
}
