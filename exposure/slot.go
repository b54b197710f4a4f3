package exposure

import "github.com/archverify/archverify/manifest"

// slot knows what a declared type keeps of a value: shows reports whether the
// part at a path below the value is shown.
type slot interface {
	shows(below []string) bool
}

// element is how a recorded path names any element of an array.
const element = "[]"

// whole shows everything below it: plain values, and whatever cannot be told.
type whole struct{}

func (whole) shows([]string) bool { return true }

// members keeps the named members of an object.
type members map[string]slot

func (m members) shows(below []string) bool {
	if len(below) == 0 || below[0] == element {
		return true
	}
	inner, declared := m[below[0]]
	return declared && inner.shows(below[1:])
}

// object keeps the declared fields of a resource. It looks them up when asked,
// for resources may hold themselves.
type object struct {
	resources resources
	name      string
	depth     int
}

// maxNesting is how deep resources are projected; what lies deeper is judged as
// shown, although nothing would come of it.
const maxNesting = 32

func (o object) shows(below []string) bool {
	if len(below) == 0 || below[0] == element || o.resources[o.name] == nil || o.depth >= maxNesting {
		return true
	}
	f := fieldOf(o.resources.fields(o.name), below[0])
	return f != nil && o.resources.slot(f.Type, o.depth+1).shows(below[1:])
}

// items keeps of every element what the inner slot keeps.
type items struct{ inner slot }

func (i items) shows(below []string) bool {
	if len(below) == 0 || below[0] != element {
		return true
	}
	return i.inner.shows(below[1:])
}

func (r resources) fieldSlot(f *manifest.Field) slot {
	if f == nil {
		return whole{}
	}
	return r.slot(f.Type, 0)
}

// extractSlot: all matches of a list's path are its items, so that the path
// leads to one item already.
func (r resources) extractSlot(f *manifest.Field) slot {
	if f != nil && f.Type.Kind == manifest.KindList {
		return scalarSlot(f.Type.Semantic)
	}
	return r.fieldSlot(f)
}

func (r resources) slot(t manifest.Type, depth int) slot {
	switch t.Kind {
	case manifest.KindCollection:
		return items{object{r, t.Resource, depth}}
	case manifest.KindResource:
		if t.Identity {
			return whole{}
		}
		return object{r, t.Resource, depth}
	case manifest.KindList:
		return items{scalarSlot(t.Semantic)}
	default:
		return scalarSlot(t.Semantic)
	}
}

// scalarSlot: three scalars are objects of which only known members are kept.
func scalarSlot(s manifest.Semantic) slot {
	switch s {
	case manifest.Money:
		return members{"amount": whole{}, "currency": whole{}}
	case manifest.Party:
		return members{"adults": whole{}, "children": whole{}}
	case manifest.DateRange:
		return members{"from": whole{}, "to": whole{}}
	default:
		return whole{}
	}
}
