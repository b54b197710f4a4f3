package manifest

import (
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/yamlx"
)

// decoder turns documents that passed their shape check into the model, so it
// need not check anything again.
type decoder struct {
	file string
}

func (d decoder) pos(n *yamlx.Node) finding.Position {
	if n == nil {
		return finding.Position{}
	}
	return position(d.file, n.Place)
}

func (d decoder) keyPos(parent *yamlx.Node, key string) finding.Position {
	if e := parent.Entry(key); e != nil {
		return position(d.file, e.KeyPlace)
	}
	return finding.Position{}
}

// str is the text of an optional string.
func str(n *yamlx.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}

func optionalStr(n *yamlx.Node) *string {
	if n == nil {
		return nil
	}
	text := n.Text // a pointer into the node would keep its whole document
	return &text
}

func optionalBool(n *yamlx.Node) *bool {
	if n == nil {
		return nil
	}
	value := n.IsTrue()
	return &value
}

// strs are the texts of a list with their places; nil when absent.
func (d decoder) strs(n *yamlx.Node) ([]string, []finding.Position) {
	if n == nil {
		return nil, nil
	}
	texts := make([]string, len(n.Items))
	places := make([]finding.Position, len(n.Items))
	for i, item := range n.Items {
		texts[i], places[i] = item.Text, d.pos(item)
	}
	return texts, places
}

func (d decoder) catalog(root *yamlx.Node) *Catalog {
	company := root.At("company")
	c := &Catalog{File: d.file, Company: Company{ID: str(company.At("id")), Name: str(company.At("name"))}}
	c.Capabilities, c.capabilityPos = d.strs(root.At("capabilities"))
	c.Providers, c.providerPos = d.strs(root.At("providers"))
	return c
}

func (d decoder) capability(n *yamlx.Node) *CapabilityDoc {
	doc := &CapabilityDoc{
		File:        d.file,
		ID:          str(n.At("id")),
		Description: str(n.At("description")),
		Provider:    str(n.At("provider")),
		HasFailures: n.Has("failures"),
		Effect:      Effect(str(n.At("effect"))),
		Lifecycle:   Stable,
		Input:       d.fields(n.At("input")),
		Output:      d.fields(n.At("output")),
		Pos:         d.pos(n.At("id")),
		places: ToolPlaces{
			Description: d.pos(n.At("description")),
			Effect:      d.pos(n.At("effect")),
			Provider:    d.pos(n.At("provider")),
			Lifecycle:   d.pos(n.At("lifecycle")),
			Policies:    d.keyPos(n, "policies"),
		},
	}
	if n.Has("lifecycle") {
		doc.Lifecycle = Lifecycle(str(n.At("lifecycle")))
	}
	doc.Policies, doc.policyPos = d.strs(n.At("policies"))
	return doc
}

func (d decoder) resource(n *yamlx.Node) *ResourceDoc {
	return &ResourceDoc{
		File: d.file, Name: str(n.At("name")), Fields: d.fields(n.At("fields")), Pos: d.pos(n.At("name")),
	}
}

func (d decoder) fields(n *yamlx.Node) []*Field {
	if n == nil {
		return nil
	}
	fields := make([]*Field, len(n.Entries))
	for i, e := range n.Entries {
		fields[i] = &Field{
			Name:        e.Key,
			Required:    !e.Value.Has("required") || e.Value.At("required").IsTrue(),
			Type:        fieldType(e.Value),
			Description: str(e.Value.At("description")),
			Pos:         position(d.file, e.KeyPlace),
		}
	}
	return fields
}

func fieldType(n *yamlx.Node) Type {
	values, _ := decoder{}.strs(n.At("values"))
	switch {
	case n.Has("collection"):
		return Type{Kind: KindCollection, Resource: str(n.At("collection"))}
	case n.Has("ref"):
		return Type{Kind: KindResource, Resource: str(n.At("ref")), Identity: true}
	case n.Has("list"):
		return Type{Kind: KindList, Semantic: Semantic(str(n.At("list"))), Values: values}
	}
	name := str(n.At("type"))
	if isSemantic(name) {
		return Type{Kind: KindScalar, Semantic: Semantic(name), Values: values}
	}
	return Type{Kind: KindResource, Resource: name}
}

func isSemantic(name string) bool {
	for _, s := range semantics() {
		if string(s) == name {
			return true
		}
	}
	return false
}
