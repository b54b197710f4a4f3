package manifest

import "strings"

// String renders a type for people (DR7.12): text, enum(a|b), list of image,
// collection of harbour.Berth, ref harbour.Berth, harbour.Berth.
func (t Type) String() string {
	switch t.Kind {
	case KindCollection:
		return "collection of " + t.Resource
	case KindResource:
		if t.Identity {
			return "ref " + t.Resource
		}
		return t.Resource
	}
	s := string(t.Semantic)
	if t.Values != nil {
		s += "(" + strings.Join(t.Values, "|") + ")"
	}
	if t.Kind == KindList {
		return "list of " + s
	}
	return s
}
