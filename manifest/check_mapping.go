package manifest

import (
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/jsonpath"
)

// mappings checks response and extract of every binding whose capability exists.
func mappings(c *checkup) {
	for _, b := range c.Bindings {
		doc := c.byID[b.CapabilityID]
		if doc == nil || (b.Response == nil && b.Extract == nil) {
			continue
		}
		m := &mapping{checkup: c, doc: doc, binding: b}
		resolved := true
		if b.Response != nil {
			resolved = m.response()
		}
		m.extract()
		if resolved {
			m.coverage()
		}
	}
}

// mapping is the check of one binding's mappings.
type mapping struct {
	*checkup
	doc     *CapabilityDoc
	binding *BindingDoc
	// target is the output field that the response fills, nil when unknown.
	target *Field
}

func (m *mapping) about(path string, pos finding.Position) about {
	return about{m.doc.ID, path, pos}
}

// response checks the response block and reports whether its resource and its
// target are known.
func (m *mapping) response() bool {
	r := m.binding.Response
	at := "binding " + m.binding.File + " response"
	resolution := m.resolve(r.Resource, m.doc.ID)
	if trouble := unresolved(resolution); trouble != "" {
		m.report(UnknownResponseResource, m.about("response.resource", r.ResourcePos), "%s maps to resource '%s' which %s", at, r.Resource, trouble)
		return false
	}
	resource := m.byName[resolution.Name]
	m.responseMap(at, resource)
	if r.Collection != "" || r.CollectionPos.Known() {
		if _, err := jsonpath.Parse(r.Collection); err != nil {
			m.report(BadResponsePath, m.about("response.collection", r.CollectionPos),
				"%s collection has an invalid JSONPath '%s': %s", at, r.Collection, err)
		}
	}
	if r.OnError != nil {
		m.onError(at, resolution.Name)
	}
	m.findTarget(at, resolution.Name)
	if m.target == nil {
		return false
	}
	m.collectionAgrees(at)
	m.unmappedFields(at, resource)
	return true
}

func (m *mapping) responseMap(at string, resource *ResourceDoc) {
	fields := byFieldName(resource.Fields)
	for _, entry := range m.binding.Response.Fields {
		on := m.about("response.map."+entry.Name, entry.Pos)
		if fields[entry.Name] == nil {
			m.report(UnknownResponseField, on, "%s maps '%s', not a field of resource '%s'", at, entry.Name, resource.Name)
		}
		if _, err := jsonpath.Parse(entry.Path); err != nil {
			m.report(BadResponsePath, on, "%s field '%s' has an invalid JSONPath '%s': %s", at, entry.Name, entry.Path, err)
		}
	}
}

func byFieldName(fields []*Field) map[string]*Field {
	out := make(map[string]*Field, len(fields))
	for _, f := range fields {
		out[f.Name] = f
	}
	return out
}

// findTarget looks for the one output field that takes the mapped resource.
func (m *mapping) findTarget(at, canonical string) {
	var found []*Field
	for _, f := range m.doc.Output {
		if f.Type.Resource != "" && m.resolve(f.Type.Resource, m.doc.ID).Name == canonical {
			found = append(found, f)
		}
	}
	on := m.about("response.resource", m.binding.Response.ResourcePos)
	switch {
	case len(found) == 0:
		m.report(ResponseOutputMismatch, on, "%s: no output field references resource '%s'", at, canonical)
	case len(found) > 1:
		m.report(ResponseOutputMismatch, on, "%s: %d output fields reference resource '%s' (need exactly one)", at, len(found), canonical)
	case found[0].Type.Identity:
		m.report(ResponseOutputMismatch, on,
			"%s: output field '%s' references resource '%s' by ref, so it takes an id and not the mapped object; use type or collection",
			at, found[0].Name, canonical)
	default:
		m.target = found[0]
	}
}

// collectionAgrees compares the target's kind with the presence of collection.
func (m *mapping) collectionAgrees(at string) {
	r := m.binding.Response
	many, listed := m.target.Type.Kind == KindCollection, r.Collection != ""
	switch {
	case many && !listed && r.OnError == nil:
		m.report(ResponseCollectionMismatch, m.about("response.collection", r.Pos),
			"%s has no collection, but output field '%s' is a collection; name the path of its rows", at, m.target.Name)
	case !many && listed:
		m.report(ResponseCollectionMismatch, m.about("response.collection", r.CollectionPos),
			"%s has a collection, but output field '%s' is a single object; declare it as collection, or drop the path", at, m.target.Name)
	}
}

// unmappedFields warns of required fields that nothing ever fills.
func (m *mapping) unmappedFields(at string, resource *ResourceDoc) {
	mapped := make(map[string]bool, len(m.binding.Response.Fields))
	for _, entry := range m.binding.Response.Fields {
		mapped[entry.Name] = true
	}
	for _, f := range resource.Fields {
		if f.Required && !mapped[f.Name] {
			m.report(RequiredFieldUnmapped, m.about("response.map."+f.Name, m.binding.Response.Pos),
				"%s does not map '%s', a required field of resource '%s': it is promised and never filled", at, f.Name, resource.Name)
		}
	}
}
