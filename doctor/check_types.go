package doctor

import (
	"fmt"
	"slices"

	"github.com/archverify/archverify/exposure"
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
			var remarks []remark
			paths := recordedpath.Of(p.tool.Contract.Shape)
			for _, f := range exposure.Recorded(p.IR, p.tool) {
				for _, seen := range f.Recorded {
					if fits(f, seen.Type) {
						continue
					}
					remarks = append(remarks, remark{
						message: fmt.Sprintf("declares %s as %s, and %s was recorded as %s", f.Path, f.Type, paths.Mask(seen.Path), seen.Type),
						path:    f.Path, pos: f.Pos,
					})
				}
			}
			return remarks
		},
	}
}

// fits reports whether a value of the recorded JSON type can be shown as the
// declared type. Null says nothing about a type.
func fits(f exposure.Reached, word string) bool {
	return word == "null" || slices.Contains(wordsOf(f.Type, f.Item), word)
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
