package doctor

import (
	"fmt"
	"slices"

	"github.com/archverify/archverify/exposure"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/recordedpath"
	"github.com/archverify/archverify/manifest"
)

func recordedTypeContradicts() Check {
	return Check{
		Code: "recorded-type-contradicts", Severity: Warning, Title: "declared type that the recorded answer contradicts",
		Because: "What the backend was seen to answer cannot be shown as the declared type, so that the field is refused or dropped on every call. Correct the declaration or the mapping.",
		capability: func(p *patient) []remark {
			if p.tool.Contract == nil {
				return nil
			}
			w := typeWalk{ir: p.IR, words: map[string]string{}, paths: recordedpath.Of(p.tool.Contract.Shape)}
			for _, s := range p.tool.Contract.Shape {
				w.words[s.Path] = s.Type
			}
			for _, f := range exposure.Recorded(p.IR, p.tool) {
				for _, seen := range f.Recorded {
					w.visit(place{f.Path, f.Pos}, f.Type, f.Item, seen.Path)
				}
			}
			return w.remarks
		},
	}
}

// typeWalk compares declared types with what was recorded, down to the members
// that a resource or a list keeps.
type typeWalk struct {
	ir      *manifest.IR
	words   map[string]string
	paths   recordedpath.Shape
	remarks []remark
}

// place is where a type is declared.
type place struct {
	path string
	pos  finding.Position
}

// visit compares one recorded path. Null says nothing about a type, and what was
// never recorded says nothing at all.
func (w *typeWalk) visit(at place, t manifest.Type, item bool, path string) {
	word := w.words[path]
	switch {
	case word == "" || word == "null":
		return
	case !slices.Contains(wordsOf(t, item), word):
		w.remarks = append(w.remarks, remark{
			message: fmt.Sprintf("declares %s as %s, and %s was recorded as %s", at.path, t, w.paths.Mask(path), word),
			path:    at.path, pos: at.pos,
		})
		return
	}
	switch {
	case t.Kind == manifest.KindCollection:
		w.visit(at, manifest.Type{Kind: manifest.KindResource, Resource: t.Resource}, false, path+"[]")
	case t.Kind == manifest.KindList && !item:
		w.visit(at, t, true, path+"[]")
	case t.Kind == manifest.KindResource && !t.Identity:
		w.members(at, t.Resource, path)
	}
}

// members compares the fields of a resource, which are read by their names. The
// recorded path grows with every step, so that the walk ends with the shape.
func (w *typeWalk) members(at place, resource, path string) {
	r := w.ir.Resource(resource)
	if r == nil {
		return
	}
	for _, f := range r.Fields {
		w.visit(place{at.path + "." + f.Name, f.Pos}, f.Type, false, path+"."+f.Name)
	}
}

func wordsOf(t manifest.Type, item bool) []string {
	switch {
	case t.Kind == manifest.KindCollection, t.Kind == manifest.KindList && !item:
		return []string{"array"}
	case t.Kind == manifest.KindResource && t.Identity:
		return []string{"string", "number", "boolean"}
	case t.Kind == manifest.KindResource:
		return []string{"object"}
	default:
		return scalarWords(t.Semantic)
	}
}

func scalarWords(s manifest.Semantic) []string {
	switch s {
	case manifest.Money:
		return []string{"object"}
	case manifest.PreferenceSet:
		return []string{"array"}
	case manifest.Party, manifest.DateRange:
		return []string{"object", "string", "number", "boolean"}
	case manifest.WebPage, manifest.Image:
		return []string{"string"}
	default:
		return []string{"string", "number", "boolean"}
	}
}
