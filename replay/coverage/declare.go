package coverage

import (
	"slices"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
	"github.com/archverify/archverify/manifest"
)

// place is what a declaration says about one path of the recording.
type place struct {
	typ      manifest.Type
	required bool
	// errorTest is set where onError looks: rows are drawn as good ones.
	errorTest *manifest.When
	// wanted is what a filter asks for: the JSON text of a scalar, "" when nothing.
	wanted string
}

// declared holds the places of a tool, by node of the recorded tree.
type declared struct {
	ir     *manifest.IR
	tree   *fingerprint.Tree
	places map[fingerprint.NodeID]place
	pages  []string
	images []string
	// anchors are the required fields of the mapped rows: breaking one is red, or
	// the mapping does not read the row.
	anchors []fingerprint.NodeID
}

// maxNesting is how many nested resources are looked into, as when judging.
const maxNesting = 32

// declare finds what a tool declares about the paths of a recording. It only
// serves to draw an answer that fits; whether it does is the judge's to say.
func declare(ir *manifest.IR, tool *manifest.Tool, tree *fingerprint.Tree) *declared {
	d := &declared{ir: ir, tree: tree, places: map[fingerprint.NodeID]place{}}
	if o := tool.Origins; o != nil {
		d.pages, d.images = o.Pages, o.Images
	}
	for _, m := range tool.Extract {
		d.extract(tool, m)
	}
	if tool.Response != nil {
		d.response(tool.Response)
	}
	return d
}

func (d *declared) response(r *manifest.Response) {
	rows := []fingerprint.NodeID{0}
	if r.Collection != "" {
		rows = d.follow(rows, r.Collection)
	}
	if resource := d.ir.Resource(r.Resource); resource != nil {
		for _, m := range r.Fields {
			if f := resource.Field(m.Name); f != nil {
				required := f.Required && !m.Loosened
				nodes := d.follow(rows, m.Path)
				d.put(nodes, f.Type, required, 0)
				if required {
					d.anchors = append(d.anchors, nodes...)
				}
			}
		}
	}
	if r.OnError == nil {
		return
	}
	for _, n := range d.follow(rows, r.OnError.When.Path) {
		p := d.places[n]
		p.errorTest = &r.OnError.When
		d.places[n] = p
	}
}

func (d *declared) extract(tool *manifest.Tool, m *manifest.FieldMapping) {
	f := tool.OutputField(m.Name)
	if f == nil {
		return
	}
	typ := f.Type
	if typ.Kind == manifest.KindList { // every match is an item
		typ = manifest.Type{Kind: manifest.KindScalar, Semantic: typ.Semantic, Values: typ.Values}
	}
	d.put(d.follow([]fingerprint.NodeID{0}, m.Path), typ, f.Required && !m.Loosened, 0)
}

// put says what stands at some nodes, and below them for nested types.
func (d *declared) put(nodes []fingerprint.NodeID, t manifest.Type, required bool, depth int) {
	for _, n := range nodes {
		p := d.places[n]
		p.typ, p.required = t, required
		d.places[n] = p
		switch {
		case depth > maxNesting:
		case t.Kind == manifest.KindList:
			item := manifest.Type{Kind: manifest.KindScalar, Semantic: t.Semantic, Values: t.Values}
			d.put(d.children(n), item, true, depth+1)
		case t.Kind == manifest.KindCollection:
			for _, row := range d.children(n) {
				d.fields(row, t.Resource, depth+1)
			}
		case t.Kind == manifest.KindResource && !t.Identity:
			d.fields(n, t.Resource, depth+1)
		}
	}
}

func (d *declared) fields(n fingerprint.NodeID, resource string, depth int) {
	r := d.ir.Resource(resource)
	if r == nil {
		return
	}
	for _, f := range r.Fields {
		if child := d.tree.Child(n, fingerprint.StepKey, f.Name); child != fingerprint.NoNode {
			d.put([]fingerprint.NodeID{child}, f.Type, f.Required, depth)
		}
	}
}

func (d *declared) children(n fingerprint.NodeID) []fingerprint.NodeID {
	return slices.Collect(d.tree.Children(n))
}

// follow returns the nodes where a path may lead.
func (d *declared) follow(from []fingerprint.NodeID, path string) []fingerprint.NodeID {
	p, err := jsonpath.Parse(path)
	if err != nil {
		return nil // loading refused it
	}
	for _, s := range p.Steps {
		var next []fingerprint.NodeID
		for _, n := range from {
			next = append(next, d.step(n, s)...)
		}
		from = next
	}
	return from
}

func (d *declared) step(n fingerprint.NodeID, s jsonpath.Step) []fingerprint.NodeID {
	switch s.Kind {
	case jsonpath.Name:
		for _, child := range []fingerprint.NodeID{
			d.tree.Child(n, fingerprint.StepKey, s.Name), d.tree.Child(n, fingerprint.StepAnyKey, ""),
			d.tree.Child(n, fingerprint.StepElement, ""), // a name of digits indexes an array
		} {
			if child != fingerprint.NoNode {
				return []fingerprint.NodeID{child}
			}
		}
		return nil
	case jsonpath.Filter:
		for _, child := range d.children(n) {
			d.want(child, s.Filter)
		}
	case jsonpath.Descend:
		all := []fingerprint.NodeID{n}
		for i := 0; i < len(all); i++ {
			all = append(all, d.children(all[i])...)
		}
		return all
	}
	return d.children(n)
}
