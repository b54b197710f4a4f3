package manifest

import (
	"slices"

	"github.com/archverify/archverify/internal/yamlx"
)

// descriptor is a field descriptor: exactly one of the forms of DR2.1. The
// form is told by its first key, so that the violations speak of that form.
type descriptor struct {
	resourceName *pattern
	scalars      []string // what type: may name
	listed       []string // what list: may name
	ref          object
	collection   object
}

func newDescriptor(v *vocabulary) descriptor {
	name := text{pattern: v.resourceName}
	scalars := words(semantics()...)
	return descriptor{
		resourceName: v.resourceName,
		scalars:      scalars,
		listed:       slices.DeleteFunc(slices.Clone(scalars), func(s string) bool { return s == string(WebPage) }),
		ref:          object{members: []member{required("ref", name), optional("required", flag{}), optional("description", text{})}},
		collection:   object{members: []member{required("collection", name), optional("description", text{})}},
	}
}

func (d descriptor) check(c *shapeCheck, n *yamlx.Node, at *spot) {
	before := c.count()
	d.checkForm(c, n, at)
	if c.count() > before {
		c.add(at, n.Place, noAlternative)
	}
}

func (d descriptor) checkForm(c *shapeCheck, n *yamlx.Node, at *spot) {
	switch {
	case n.Kind != yamlx.Mapping:
		c.add(at, n.Place, "must be object")
	case n.Has("type"):
		d.checkTyped(c, n, at)
	case n.Has("list"):
		d.checkScalar(c, n, at, "list", d.listed)
	case n.Has("ref"):
		d.ref.check(c, n, at)
	case n.Has("collection"):
		d.collection.check(c, n, at)
	default:
		c.addHint(at, n.Place, missing("type"), "a field has one of type, ref, collection and list")
	}
}

// checkTyped tells a semantic type from a resource by representation.
func (d descriptor) checkTyped(c *shapeCheck, n *yamlx.Node, at *spot) {
	value := n.At("type")
	if value.Kind == yamlx.String && d.resourceName.MatchString(value.Text) {
		object{members: []member{
			required("type", text{}), optional("required", flag{}), optional("description", text{}),
		}}.check(c, n, at)
		return
	}
	d.checkScalar(c, n, at, "type", d.scalars)
}

func (d descriptor) checkScalar(c *shapeCheck, n *yamlx.Node, at *spot, key string, allowed []string) {
	members := []member{
		required(key, text{oneOf: allowed}), optional("required", flag{}), optional("description", text{}),
	}
	if n.At(key).Text == string(Enum) {
		members = append(members, required("values", list{least: 1, unique: true, item: text{}}))
	}
	object{members: members}.check(c, n, at)
}
