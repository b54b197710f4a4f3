package manifest

import "github.com/archverify/archverify/finding"

// IR is the compiled manifest (DR5.2). Members are in serialisation order;
// positions are never serialised and are zero for an IR read from an artifact.
type IR struct {
	Version   string
	Company   Company
	Tools     []*Tool
	Resources []*Resource

	// Indexes speed up lookups; an IR made by hand works without them.
	toolAt, resourceAt map[string]int
}

// index fills the indexes.
func (ir *IR) index() {
	ir.toolAt = make(map[string]int, len(ir.Tools))
	for i, t := range ir.Tools {
		if _, again := ir.toolAt[t.ID]; !again {
			ir.toolAt[t.ID] = i
		}
	}
	ir.resourceAt = make(map[string]int, len(ir.Resources))
	for i, r := range ir.Resources {
		ir.resourceAt[r.Name] = i
	}
}

// Company is who declares.
type Company struct {
	ID   string
	Name string // "" when not authored
}

// Resource is one compiled resource: its canonical name and ordered fields.
type Resource struct {
	Name   string
	Fields []*Field
	Pos    finding.Position
}

// Resource returns the resource of that canonical name, or nil.
func (ir *IR) Resource(name string) *Resource {
	if i, ok := ir.resourceAt[name]; ok && i < len(ir.Resources) && ir.Resources[i].Name == name {
		return ir.Resources[i]
	}
	for _, r := range ir.Resources {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// Tool returns the tool of that id, or nil.
func (ir *IR) Tool(id string) *Tool {
	if i, ok := ir.toolAt[id]; ok && i < len(ir.Tools) && ir.Tools[i].ID == id {
		return ir.Tools[i]
	}
	for _, t := range ir.Tools {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// Effect says what invoking a capability does.
type Effect string

// The closed set of effects.
const (
	Read         Effect = "read"
	Write        Effect = "write"
	Irreversible Effect = "irreversible"
)

// Lifecycle is the maturity of a capability.
type Lifecycle string

// The closed set of lifecycles.
const (
	Experimental Lifecycle = "experimental"
	Beta         Lifecycle = "beta"
	Stable       Lifecycle = "stable"
	Deprecated   Lifecycle = "deprecated"
	Retired      Lifecycle = "retired"
)

// Tool is a compiled capability (section 5.3 of the declaration spec).
type Tool struct {
	ID          string
	Description string
	Effect      Effect
	Provider    string
	Policies    []string
	Lifecycle   Lifecycle
	Input       []*Field
	Output      []*Field
	PolicyRules []*PolicyRule
	Connector   *Connector // nil: unbound
	Response    *Response
	Extract     []*FieldMapping // nil: no extract block
	Contract    *Contract
	Origins     *Origins

	// Pos is the capability document's id; BindingPos the binding document's
	// capabilityId (zero when unbound).
	Pos, BindingPos finding.Position
	Places          ToolPlaces
}

// ToolPlaces are the places of members of a capability document, zero where a
// member is absent.
type ToolPlaces struct {
	Description, Effect, Provider, Lifecycle, Policies finding.Position
}

// At returns the place of the member of that name, of the capability's id where
// the member has none.
func (t *Tool) At(member string) finding.Position {
	var at finding.Position
	switch member {
	case "description":
		at = t.Places.Description
	case "effect":
		at = t.Places.Effect
	case "provider":
		at = t.Places.Provider
	case "lifecycle":
		at = t.Places.Lifecycle
	case "policies":
		at = t.Places.Policies
	}
	if !at.Known() {
		return t.Pos
	}
	return at
}

// Bound reports whether the tool has a connector.
func (t *Tool) Bound() bool { return t.Connector != nil }

// Passthrough reports whether the tool is bound without response and extract.
func (t *Tool) Passthrough() bool { return t.Bound() && t.Response == nil && t.Extract == nil }

// OutputField returns the declared output field of that name, or nil.
func (t *Tool) OutputField(name string) *Field { return fieldNamed(t.Output, name) }

// InputField returns the declared input field of that name, or nil.
func (t *Tool) InputField(name string) *Field { return fieldNamed(t.Input, name) }

// Field returns the resource's field of that name, or nil.
func (r *Resource) Field(name string) *Field { return fieldNamed(r.Fields, name) }

func fieldNamed(fields []*Field, name string) *Field {
	for _, f := range fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}
