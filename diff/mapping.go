package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/archverify/archverify/manifest"
)

// mappings says which paths fill a field.
type mappings struct {
	x *index
	// resources maps a resource and field to the paths of all bindings.
	resources map[string]map[string][]string
}

func newMappings(x *index) *mappings {
	m := &mappings{x: x, resources: map[string]map[string][]string{}}
	for _, t := range x.tools {
		if t.Response == nil {
			continue
		}
		m.add(t.Response.Resource, t.ID, t.Response.Fields)
		if t.Response.OnError != nil {
			m.add(t.Response.OnError.ErrorResource, t.ID, t.Response.OnError.Map)
		}
	}
	return m
}

func (m *mappings) add(resource, tool string, fields []*manifest.FieldMapping) {
	if m.resources[resource] == nil {
		m.resources[resource] = map[string][]string{}
	}
	for _, f := range fields {
		m.resources[resource][f.Name] = append(m.resources[resource][f.Name], tool+" "+f.Path)
	}
}

// of is the canonical text of everything that fills the entry's field.
func (m *mappings) of(e *Entry, name string) string {
	if e.Resource != "" {
		return strings.Join(set(m.resources[e.Resource][name]), "\n")
	}
	t := m.x.tools[e.Capability]
	if prefixOf(e) != outputRole.prefix || t == nil {
		return ""
	}
	if t.Response != nil && t.Response.Field == name {
		return cmp.Or(t.Response.Collection, "$")
	}
	if i := slices.IndexFunc(t.Extract, func(f *manifest.FieldMapping) bool { return f.Name == name }); i >= 0 {
		return t.Extract[i].Path
	}
	return ""
}
