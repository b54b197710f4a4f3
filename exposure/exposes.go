package exposure

import (
	"cmp"
	"slices"

	"github.com/archverify/archverify/manifest"
)

// exposes lists what a model is shown, ordered by path, way and type. Identical
// items stand once.
func exposes(rs resources, t *manifest.Tool) []Shown {
	if t.Passthrough() {
		return []Shown{{Path: "$", Name: "$", Required: true, Via: ViaPassthrough}}
	}
	list := []Shown{}
	for _, f := range t.Output {
		if t.Response != nil && t.Response.Field == f.Name {
			list = append(list, rows(rs, t.Response)...)
			continue
		}
		via := ViaUnmapped
		if mappingOf(t.Extract, f.Name) != nil {
			via = ViaExtract
		}
		list = append(list, Shown{Path: f.Name, Name: f.Name, Type: f.Type, Required: f.Required, Via: via})
	}
	slices.SortStableFunc(list, func(a, b Shown) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Via, b.Via), cmp.Compare(typeText(a.Type), typeText(b.Type)))
	})
	return slices.CompactFunc(list, func(a, b Shown) bool {
		return a.Path == b.Path && a.Via == b.Via && a.Required == b.Required && a.Type.String() == b.Type.String()
	})
}

// rows lists the fields of the mapped resource, and of error rows.
func rows(rs resources, r *manifest.Response) []Shown {
	prefix := r.Field + "."
	if r.Collection != "" || r.OnError != nil {
		prefix = r.Field + "[]."
	}
	var list []Shown
	for _, f := range rs.fields(r.Resource) {
		via := ViaUnmapped
		if mappingOf(r.Fields, f.Name) != nil {
			via = ViaResponse
		}
		list = append(list, Shown{Path: prefix + f.Name, Name: f.Name, Type: f.Type, Required: f.Required, Via: via})
	}
	if r.OnError != nil {
		for _, f := range rs.fields(r.OnError.ErrorResource) {
			list = append(list, Shown{Path: prefix + f.Name, Name: f.Name, Type: f.Type, Required: f.Required, Via: ViaResponse})
		}
	}
	return list
}

func mappingOf(list []*manifest.FieldMapping, name string) *manifest.FieldMapping {
	for _, m := range list {
		if m.Name == name {
			return m
		}
	}
	return nil
}
