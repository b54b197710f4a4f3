package manifest

import (
	"fmt"

	"github.com/archverify/archverify/finding"
)

// originCodes are the codes and the list of one origin-bound type.
type originCodes struct {
	semantic                                            Semantic
	list                                                string
	inInput, needsMapping, noOrigins, requiredInManyRow finding.Code
}

func originTable() map[Semantic]originCodes {
	return map[Semantic]originCodes{
		WebPage: {WebPage, "pages", WebPageInInput, WebPageNeedsMapping, WebPageNoOrigins, WebPageRequiredInCollection},
		Image:   {Image, "images", ImageInInput, ImageNeedsMapping, ImageNoOrigins, ImageRequiredInCollection},
	}
}

func originBoundInputs(c *checkup) {
	table := originTable()
	for _, doc := range c.Capabilities {
		for _, h := range c.reach(doc.Input, doc.ID, false) {
			through, kind := "", string(h.semantic)
			if h.via != "" {
				through = fmt.Sprintf(" through resource '%s'", h.via)
			}
			if h.isList {
				kind = "list: " + kind
			}
			c.report(table[h.semantic].inInput, about{doc.ID, "input." + h.path, h.top.Pos},
				"capability '%s' (%s) input field '%s'%s is of type %s, which is output-only", doc.ID, doc.File, h.path, through, kind)
		}
	}
}

func originBoundOutputs(c *checkup) {
	table := originTable()
	for _, b := range c.Bindings {
		o := &originCheck{checkup: c, binding: b, doc: c.byID[b.CapabilityID], table: table}
		o.entries()
		if o.doc == nil {
			continue
		}
		o.gather()
		o.bound()
		o.unused()
		o.requiredInCollection()
	}
}

// originCheck is the check of one binding's origins.
type originCheck struct {
	*checkup
	binding *BindingDoc
	doc     *CapabilityDoc // nil when not defined
	table   map[Semantic]originCodes
	hits    []hit
	// mapped is the output field that the response fills, nil when unknown.
	mapped *Field
}

func (o *originCheck) entries() {
	if origins := o.binding.Origins; origins != nil {
		o.list("pages", origins.Pages, o.binding.pagePos)
		o.list("images", origins.Images, o.binding.imagePos)
	}
}

func (o *originCheck) list(name string, entries []string, places []finding.Position) {
	first := map[string]string{}
	for i, entry := range entries {
		at := fmt.Sprintf("binding %s (capability '%s'): origins.%s entry '%s'", o.binding.File, o.binding.CapabilityID, name, entry)
		on := about{o.binding.CapabilityID, "origins." + name + "[" + entry + "]", places[i]}
		normal, ok := bareOrigin(entry)
		if !ok {
			o.report(OriginsMalformed, on, "%s is not a bare https origin: https://host or https://host:port, nothing else", at)
			continue
		}
		if earlier, dup := first[normal]; dup {
			o.report(OriginsMalformed, on, "%s duplicates '%s'; keep one", at, earlier)
			continue
		}
		first[normal] = entry
	}
}

// gather collects what the output reaches, the error rows' resource included.
func (o *originCheck) gather() {
	o.hits = o.reach(o.doc.Output, o.doc.ID, false)
	r := o.binding.Response
	if r == nil {
		return
	}
	if r.OnError != nil {
		if resource := o.byName[o.resolve(r.OnError.ErrorResource, o.doc.ID).Name]; resource != nil {
			o.hits = append(o.hits, o.reach(resource.Fields, resource.Name, r.Collection != "")...)
		}
	}
	canonical := o.resolve(r.Resource, o.doc.ID).Name
	for _, f := range o.doc.Output {
		if canonical != "" && f.Type.Resource != "" && !f.Type.Identity && o.resolve(f.Type.Resource, o.doc.ID).Name == canonical {
			o.mapped = f
			return
		}
	}
}

// bound demands a mapping and a list for every origin-bound type that is reached.
func (o *originCheck) bound() {
	for _, semantic := range o.reached() {
		codes, paths := o.table[semantic], quoteAll(o.paths(semantic))
		who := fmt.Sprintf("binding %s (capability '%s')", o.binding.File, o.doc.ID)
		if o.binding.Response == nil && o.binding.Extract == nil {
			o.report(codes.needsMapping, about{o.doc.ID, "origins." + codes.list, o.binding.Pos},
				"%s: %s of type %s can only be checked where response: or extract: maps them; add one", who, paths, semantic)
		}
		if !o.declares(semantic) {
			o.report(codes.noOrigins, about{o.doc.ID, "origins." + codes.list, o.binding.Pos},
				"%s: the output reaches %s of type %s; list where they may lead under origins.%s", who, paths, semantic, codes.list)
		}
	}
}

// reached are the origin-bound types among the hits, in order of the first.
func (o *originCheck) reached() []Semantic {
	var found []Semantic
	seen := map[Semantic]bool{}
	for _, h := range o.hits {
		if !seen[h.semantic] {
			seen[h.semantic] = true
			found = append(found, h.semantic)
		}
	}
	return found
}

// paths are the distinct paths of a type's hits.
func (o *originCheck) paths(semantic Semantic) []string {
	var paths []string
	seen := map[string]bool{}
	for _, h := range o.hits {
		if h.semantic == semantic && !seen[h.path] {
			seen[h.path] = true
			paths = append(paths, h.path)
		}
	}
	return paths
}

func (o *originCheck) declares(semantic Semantic) bool {
	origins := o.binding.Origins
	if origins == nil {
		return false
	}
	if semantic == WebPage {
		return len(origins.Pages) > 0
	}
	return len(origins.Images) > 0
}

func (o *originCheck) unused() {
	reached := map[Semantic]bool{}
	for _, h := range o.hits {
		reached[h.semantic] = true
	}
	for _, semantic := range []Semantic{WebPage, Image} {
		if o.declares(semantic) && !reached[semantic] {
			list := o.table[semantic].list
			o.report(OriginsUnused, about{o.doc.ID, "origins." + list, o.binding.Origins.Pos},
				"binding %s declares origins.%s, but capability '%s''s output reaches no field of type %s",
				o.binding.File, list, o.doc.ID, semantic)
		}
	}
}

func (o *originCheck) requiredInCollection() {
	if r := o.binding.Response; r != nil && r.OnError != nil {
		return
	}
	seen := map[string]bool{}
	for _, h := range o.hits {
		if h.isList || !h.required || !h.inCollection || seen[h.path] || o.loosened(h) {
			continue
		}
		seen[h.path] = true
		o.report(o.table[h.semantic].requiredInManyRow, about{o.doc.ID, "output." + h.path, h.field.Pos},
			"capability '%s': '%s' is a required %s in a collection, so one row off its origins fails the whole answer; "+
				"make it optional (required: false)", o.doc.ID, h.path, h.semantic)
	}
}

// loosened reports whether the hit is a direct field of the mapped resource
// whose map entry says required: false.
func (o *originCheck) loosened(h hit) bool {
	if o.mapped == nil || h.top != o.mapped || h.path != o.mapped.Name+"."+h.field.Name {
		return false
	}
	for _, entry := range o.binding.Response.Fields {
		if entry.Name == h.field.Name {
			return entry.Loosened
		}
	}
	return false
}
