package diff

import (
	"slices"

	"github.com/archverify/archverify/manifest"
)

// sameType compares types; the values of an enum are a set.
func sameType(a, b manifest.Type) bool {
	return sameButValues(a, b) && slices.Equal(slices.Sorted(slices.Values(a.Values)), slices.Sorted(slices.Values(b.Values)))
}

func sameButValues(a, b manifest.Type) bool {
	return a.Kind == b.Kind && a.Semantic == b.Semantic && a.Resource == b.Resource && a.Identity == b.Identity
}

// onlyGainsValues reports whether b is the enum a with values added.
func onlyGainsValues(a, b manifest.Type) bool {
	enum := a.Semantic == manifest.Enum && len(a.Values) > 0 && len(b.Values) > 0
	return enum && sameButValues(a, b) && len(minus(set(a.Values), set(b.Values))) == 0
}

// typeKey is the text of a type with enum values sorted, so that their order does not
// change an identity.
func typeKey(t manifest.Type) string {
	if t.Values != nil {
		t.Values = set(t.Values)
	}
	return t.String()
}
