package manifest

import "github.com/archverify/archverify/internal/jsonpath"

// onError checks the onError block of a response that maps to that resource.
func (m *mapping) onError(at, canonical string) {
	o, r := m.binding.Response.OnError, m.binding.Response
	on := m.about("response.onError", o.Pos)
	if r.Collection == "" {
		m.report(OnErrorWithoutCollection, on, "%s declares onError but no collection — without rows there is nothing to tell apart", at)
	}
	resolution, named := m.resolve(o.ErrorResource, m.doc.ID), m.about("response.onError", o.ResourcePos)
	switch trouble := unresolved(resolution); {
	case o.ErrorResource == "":
		m.report(BadOnError, named, "%s onError is missing errorResource", at)
	case trouble != "":
		m.report(UnknownOnErrorResource, named, "%s onError.errorResource '%s' %s", at, o.ErrorResource, trouble)
	case resolution.Name == canonical:
		m.report(BadOnError, named, "%s onError.errorResource must differ from resource '%s'", at, canonical)
	}
	m.when(at, o)
	m.onErrorMap(at, o, m.byName[resolution.Name])
}

func (m *mapping) when(at string, o *OnError) {
	on := m.about("response.onError.when", o.When.PathPos)
	if o.When.Path == "" {
		m.report(BadOnError, on, "%s onError.when is missing path", at)
		return
	}
	if _, err := jsonpath.Parse(o.When.Path); err != nil {
		m.report(BadResponsePath, on, "%s onError.when has an invalid JSONPath '%s': %s", at, o.When.Path, err)
	}
}

// onErrorMap checks the map; resource is nil when it is not known.
func (m *mapping) onErrorMap(at string, o *OnError, resource *ResourceDoc) {
	var fields map[string]*Field
	if resource != nil {
		fields = byFieldName(resource.Fields)
	}
	for _, entry := range o.Map {
		on := m.about("response.onError.map."+entry.Name, entry.Pos)
		if resource != nil && fields[entry.Name] == nil {
			m.report(UnknownOnErrorField, on, "%s onError.map maps '%s', not a field of resource '%s'", at, entry.Name, resource.Name)
		}
		if _, err := jsonpath.Parse(entry.Path); err != nil {
			m.report(BadResponsePath, on, "%s onError.map field '%s' has an invalid JSONPath '%s': %s", at, entry.Name, entry.Path, err)
		}
	}
}
