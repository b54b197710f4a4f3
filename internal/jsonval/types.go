package jsonval

import "github.com/archverify/archverify/manifest"

// Type is a type as the artifact writes it.
func Type(t manifest.Type) Value {
	kind := Named("kind", Text(string(t.Kind)))
	values := Named("values", "")
	if t.Values != nil {
		values.Value = Texts(t.Values)
	}
	switch t.Kind {
	case manifest.KindScalar:
		return Object(kind, Named("semantic", Text(string(t.Semantic))), values)
	case manifest.KindList:
		return Object(kind, Named("items", Text(string(t.Semantic))), values)
	case manifest.KindCollection:
		return Object(kind, Named("of", Text(t.Resource)))
	default:
		identity := Named("identity", "")
		if t.Identity {
			identity.Value = "true"
		}
		return Object(kind, Named("name", Text(t.Resource)), identity)
	}
}
