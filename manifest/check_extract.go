package manifest

import "github.com/archverify/archverify/internal/jsonpath"

func (m *mapping) extract() {
	at := "binding " + m.binding.File + " extract"
	outputs := byFieldName(m.doc.Output)
	for _, entry := range m.binding.Extract {
		on := m.about("extract."+entry.Name, entry.Pos)
		switch f := outputs[entry.Name]; {
		case f == nil:
			m.report(UnknownExtractField, on, "%s extracts '%s', not a declared output field of capability '%s'", at, entry.Name, m.doc.ID)
		case f.Type.Resource != "":
			m.report(ExtractWrongKind, on,
				"%s extracts '%s', a resource/collection-typed output field; map it with response: instead", at, entry.Name)
		}
		if _, err := jsonpath.Parse(entry.Path); err != nil {
			m.report(BadExtractPath, on, "%s field '%s' has an invalid JSONPath '%s': %s", at, entry.Name, entry.Path, err)
		}
	}
}

// coverage looks for output fields that neither block fills.
func (m *mapping) coverage() {
	extracted := make(map[string]bool, len(m.binding.Extract))
	for _, entry := range m.binding.Extract {
		extracted[entry.Name] = true
	}
	for _, f := range m.doc.Output {
		if f != m.target && !extracted[f.Name] {
			m.report(UnboundOutputField, m.about("output."+f.Name, f.Pos),
				"binding %s: capability '%s' declares output field '%s', which is reachable by neither response: nor extract:; "+
					"map it or drop it", m.binding.File, m.doc.ID, f.Name)
		}
	}
}
