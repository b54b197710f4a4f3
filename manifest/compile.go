package manifest

// irVersion is the version of every artifact so far (DR5.2).
const irVersion = "0"

// compile lowers a valid manifest. It is pure and keeps document order.
func compile(m *Manifest) *IR {
	c := &compiler{model: newModel(m)}
	ir := &IR{Version: irVersion, Company: m.Catalog.Company}
	for _, doc := range m.Capabilities {
		ir.Tools = append(ir.Tools, c.tool(doc))
	}
	for _, doc := range c.resources {
		ir.Resources = append(ir.Resources, &Resource{Name: doc.Name, Fields: c.fields(doc.Fields, doc.Name), Pos: doc.Pos})
	}
	ir.index()
	return ir
}

type compiler struct {
	*model
}

// canonical is the full name of a resource; a name that does not resolve stays
// as it is.
func (c *compiler) canonical(ref, from string) string {
	if r := c.resolve(ref, from); r.Name != "" {
		return r.Name
	}
	return ref
}

func (c *compiler) fields(authored []*Field, from string) []*Field {
	fields := make([]*Field, len(authored))
	for i, f := range authored {
		lowered := *f
		if lowered.Type.Resource != "" {
			lowered.Type.Resource = c.canonical(lowered.Type.Resource, from)
		}
		fields[i] = &lowered
	}
	return fields
}

func (c *compiler) tool(doc *CapabilityDoc) *Tool {
	t := &Tool{
		ID:          doc.ID,
		Description: doc.Description,
		Effect:      doc.Effect,
		Provider:    doc.Provider,
		Policies:    doc.Policies,
		Lifecycle:   doc.Lifecycle,
		Input:       c.fields(doc.Input, doc.ID),
		Output:      c.fields(doc.Output, doc.ID),
		Pos:         doc.Pos,
		Places:      doc.places,
	}
	for _, p := range c.attached(doc) {
		t.PolicyRules = append(t.PolicyRules, p.Rule)
	}
	for _, b := range c.bindingsOf[doc.ID] {
		c.bind(t, b)
	}
	return t
}

// bind adds what a binding brings; a later binding wins block by block (DR5.6),
// although a valid manifest has one at most.
func (c *compiler) bind(t *Tool, b *BindingDoc) {
	t.Connector, t.BindingPos = b.Connector, b.Pos
	if b.Response != nil {
		t.Response = c.response(t, b.Response)
	}
	if b.Extract != nil {
		t.Extract = b.Extract
	}
	if b.Contract != nil {
		t.Contract = b.Contract
	}
	if b.Origins != nil {
		t.Origins = b.Origins
	}
}

// response lowers a mapping; nil when no output field takes it (DR5.9).
func (c *compiler) response(t *Tool, authored *Response) *Response {
	lowered := *authored
	lowered.Resource = c.canonical(authored.Resource, t.ID)
	for _, f := range t.Output {
		if f.Type.Resource == lowered.Resource && !f.Type.Identity {
			lowered.Field = f.Name
			break
		}
	}
	if lowered.Field == "" {
		return nil
	}
	if authored.OnError != nil {
		onError := *authored.OnError
		onError.ErrorResource = c.canonical(onError.ErrorResource, t.ID)
		lowered.OnError = &onError
	}
	return &lowered
}
