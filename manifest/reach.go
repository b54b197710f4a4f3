package manifest

// The bounds of one walk: resources may refer to each other so that the paths
// through them grow exponentially.
const (
	maxHits   = 1000
	maxVisits = 100_000
)

// hit is an origin-bound field that a field map reaches (DR3.9).
type hit struct {
	path         string // dotted, from the field map on
	via          string // the first resource entered, "" when none
	semantic     Semantic
	required     bool
	isList       bool
	inCollection bool
	field        *Field
	// top is the field of the map through which it is reached.
	top *Field
}

// reach walks a field map of the document of that id or name.
func (c *checkup) reach(fields []*Field, from string, inCollection bool) []hit {
	w := &reachWalk{checkup: c, entered: map[string]bool{}}
	for _, f := range fields {
		w.visit(f, from, hit{top: f, inCollection: inCollection})
	}
	return w.hits
}

type reachWalk struct {
	*checkup
	// entered are the resources on the way, so that no path goes in circles.
	entered map[string]bool
	hits    []hit
	visits  int
}

// visit walks one field; on carries what is known of the way to it.
func (w *reachWalk) visit(f *Field, from string, on hit) {
	if w.visits++; w.visits > maxVisits || len(w.hits) >= maxHits || f.Type.Identity {
		return
	}
	if on.path != "" {
		on.path += "."
	}
	on.path += f.Name
	if f.Type.Resource == "" {
		if f.Type.Semantic.OriginBound() {
			on.field, on.semantic, on.required, on.isList = f, f.Type.Semantic, f.Required, f.Type.Kind == KindList
			w.hits = append(w.hits, on)
		}
		return
	}
	w.enter(w.resolve(f.Type.Resource, from).Name, f, on)
}

func (w *reachWalk) enter(name string, f *Field, on hit) {
	if name == "" || w.entered[name] || !w.reaching()[name] {
		return
	}
	w.entered[name] = true
	defer delete(w.entered, name)
	on.inCollection = on.inCollection || f.Type.Kind == KindCollection
	if on.via == "" {
		on.via = name
	}
	for _, inner := range w.byName[name].Fields {
		w.visit(inner, name, on)
	}
}

// reaching is the set of resources below which an origin-bound field lies, so
// that walks need not enter the others.
func (c *checkup) reaching() map[string]bool {
	if c.reachable != nil {
		return c.reachable
	}
	c.reachable = map[string]bool{}
	usedBy := map[string][]string{}
	var open []string
	for _, doc := range c.resources {
		for _, f := range doc.Fields {
			if f.Type.Resource != "" && !f.Type.Identity {
				inner := c.resolve(f.Type.Resource, doc.Name).Name
				usedBy[inner] = append(usedBy[inner], doc.Name)
			}
			if f.Type.Semantic.OriginBound() && !c.reachable[doc.Name] {
				c.reachable[doc.Name] = true
				open = append(open, doc.Name)
			}
		}
	}
	for len(open) > 0 {
		name := open[len(open)-1]
		open = open[:len(open)-1]
		for _, user := range usedBy[name] {
			if !c.reachable[user] {
				c.reachable[user] = true
				open = append(open, user)
			}
		}
	}
	return c.reachable
}
