package coverage

import (
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// value is a place of the drawn answer. It stays as it is: a change is written,
// not made.
type value struct {
	node   fingerprint.NodeID
	word   fingerprint.Word
	scalar string // JSON text, of what is no container
	// members and elements are the children of a container.
	members  []member
	elements []*value
}

type member struct {
	name  string
	value *value
}

// edits tell, for the places of a changed answer, what is written instead.
type edits map[*value]edit

// edit is what is written in place of a value; at most one member is set.
type edit struct {
	drop, rename, gain bool
	text               string
}

// text is the answer as JSON with the edits in place.
func (v *value) text(e edits) []byte { return v.append(nil, e) }

func (v *value) append(dst []byte, e edits) []byte {
	if own := e[v]; own.text != "" {
		return append(dst, own.text...)
	}
	switch v.word {
	case fingerprint.WordObject:
		return v.appendMembers(dst, e)
	case fingerprint.WordArray:
		dst = append(dst, '[')
		for i, item := range v.elements {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.append(dst, e)
		}
		return append(dst, ']')
	}
	return append(dst, v.scalar...)
}

func (v *value) appendMembers(dst []byte, e edits) []byte {
	dst = append(dst, '{')
	first := true
	name := func(name string) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(finding.AppendJSONString(dst, name), ':')
	}
	for _, m := range v.members {
		switch own := e[m.value]; {
		case own.drop:
			continue
		case own.rename:
			name(v.unused(m.name + "Renamed"))
		default:
			name(m.name)
		}
		dst = m.value.append(dst, e)
	}
	if e[v].gain {
		name(v.unused("neverRecorded"))
		dst = append(dst, `"x"`...)
	}
	return append(dst, '}')
}

// unused is a name that no member has.
func (v *value) unused(name string) string {
	for slices.ContainsFunc(v.members, func(m member) bool { return m.name == name }) {
		name += "X"
	}
	return name
}

// places lists the places of every node, in document order.
func (v *value) places(into map[fingerprint.NodeID][]*value) {
	into[v.node] = append(into[v.node], v)
	for _, m := range v.members {
		m.value.places(into)
	}
	for _, item := range v.elements {
		item.places(into)
	}
}
