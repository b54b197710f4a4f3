package exposure

import (
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/jsonpath"
	"github.com/archverify/archverify/manifest"
)

// Reached is a declared output field and what was recorded where its mapping
// leads.
type Reached struct {
	// Path is the manifest path of the field: output.total, or the output field
	// and the resource's (output.rows.code).
	Path string
	Type manifest.Type
	// Item: the mapping leads to one item of the declared list.
	Item bool
	Pos  finding.Position
	// Recorded are the entries of the recorded shape that it reaches.
	Recorded []manifest.ShapeEntry
}

// Recorded lists the mapped output fields of a capability whose mappings are
// plain paths, with what the recorded shape says about them. Fields that reach
// nothing recorded are left out.
func Recorded(ir *manifest.IR, t *manifest.Tool) []Reached {
	if t.Contract == nil || t.Contract.Shape == nil {
		return nil
	}
	split := make([][]string, len(t.Contract.Shape))
	for i, s := range t.Contract.Shape {
		split[i] = segments(s.Path)
	}
	var out []Reached
	add := func(r Reached, collection, path string) {
		target := newTarget(collection, path, whole{})
		if target.unplaceable || !plain(target.steps) {
			return
		}
		for i, s := range t.Contract.Shape {
			if matches(target.steps, split[i]) {
				r.Recorded = append(r.Recorded, s)
			}
		}
		if len(r.Recorded) > 0 {
			out = append(out, r)
		}
	}
	if r := t.Response; r != nil {
		if res := ir.Resource(r.Resource); res != nil {
			for _, m := range r.Fields {
				if f := res.Field(m.Name); f != nil {
					add(Reached{Path: "output." + r.Field + "." + f.Name, Type: f.Type, Pos: m.Pos}, r.Collection, m.Path)
				}
			}
		}
	}
	for _, m := range t.Extract {
		if f := t.OutputField(m.Name); f != nil {
			add(Reached{Path: "output." + f.Name, Type: f.Type, Item: f.Type.Kind == manifest.KindList, Pos: m.Pos}, "", m.Path)
		}
	}
	return out
}

func plain(steps []jsonpath.Step) bool { return (&jsonpath.Path{Steps: steps}).Plain() }
