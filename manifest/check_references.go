package manifest

import "fmt"

func duplicateResources(c *checkup) {
	first := make(map[string]*ResourceDoc, len(c.Resources))
	for _, doc := range c.Resources {
		if earlier := first[doc.Name]; earlier != nil {
			c.report(DuplicateResource, about{doc.Name, "resource", doc.Pos},
				"resource '%s' is defined in more than one file (%s, %s)", doc.Name, earlier.File, doc.File)
			continue
		}
		first[doc.Name] = doc
	}
}

// references checks every resource that a field names, reached or not.
func references(c *checkup) {
	for _, doc := range c.Capabilities {
		c.fieldReferences(doc.ID, fmt.Sprintf("capability '%s' (%s) input", doc.ID, doc.File), "input.", doc.Input)
		c.fieldReferences(doc.ID, fmt.Sprintf("capability '%s' (%s) output", doc.ID, doc.File), "output.", doc.Output)
	}
	for _, doc := range c.Resources {
		c.fieldReferences(doc.Name, fmt.Sprintf("resource '%s' (%s)", doc.Name, doc.File), "fields.", doc.Fields)
	}
}

func (c *checkup) fieldReferences(subject, where, prefix string, fields []*Field) {
	for _, f := range fields {
		ref := f.Type.Resource
		if ref == "" {
			continue
		}
		if trouble := unresolved(c.resolve(ref, subject)); trouble != "" {
			c.report(UnknownResource, about{subject, prefix + f.Name, f.Pos},
				"%s field '%s' references resource '%s' %s", where, f.Name, ref, trouble)
		}
	}
}

// unresolved says why a name does not resolve, "" if it does.
func unresolved(r Resolution) string {
	switch {
	case r.Name != "":
		return ""
	case len(r.Candidates) > 1:
		return fmt.Sprintf("is ambiguous — it matches both %s and %s; qualify it", r.Candidates[0], r.Candidates[1])
	}
	return "is not defined by any *.resource.yaml"
}
