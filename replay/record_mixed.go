package replay

import (
	"slices"
	"strings"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
	"github.com/archverify/archverify/manifest"
)

// mixed finds a required declared field whose rows disagree in JSON type, and
// the types. Null is no type, and all numbers are one.
func (r *recorder) mixed(tool *manifest.Tool, tree *fingerprint.Tree) (field, types string) {
	for _, d := range r.requiredPlaces(tool) {
		for _, n := range nodesAt(tree, d.hops) {
			c := tree.Counts(n)
			c.Null = 0
			if words := c.Types(); strings.Contains(words, "|") {
				return d.field, words
			}
		}
	}
	return "", ""
}

// requiredPlace is a required declared field and where it is read from.
type requiredPlace struct {
	field string
	hops  []hop
}

func (r *recorder) requiredPlaces(tool *manifest.Tool) []requiredPlace {
	var all []requiredPlace
	add := func(prefix []hop, field, path string) {
		if where, ok := plainHops(path); ok {
			all = append(all, requiredPlace{field, slices.Concat(prefix, where)})
		}
	}
	if tool.Response != nil {
		prefix, ok := plainHops(tool.Response.Collection)
		resource := r.manifest.IR.Resource(tool.Response.Resource)
		for _, m := range tool.Response.Fields {
			if ok && !m.Loosened && resource != nil && resource.Field(m.Name) != nil && resource.Field(m.Name).Required {
				add(prefix, tool.Response.Field+"."+m.Name, m.Path)
			}
		}
	}
	for _, m := range tool.Extract {
		if f := tool.OutputField(m.Name); f != nil && f.Required && !m.Loosened {
			add(nil, m.Name, m.Path)
		}
	}
	return all
}

// plainHops translates a plain path; "" is the whole body.
func plainHops(text string) ([]hop, bool) {
	if text == "" {
		return nil, true
	}
	path, err := jsonpath.Parse(text)
	if err != nil || !path.Plain() {
		return nil, false
	}
	where, ok := newTrail(path.Steps)
	return where.hops, ok && !where.approx
}
