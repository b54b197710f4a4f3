package manifest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/archverify/archverify/internal/yamlx"
)

// object is a mapping with known members; it is closed unless open.
type object struct {
	members []member
	open    bool
	// least is the smallest number of members; 0 for any.
	least int
	// refine, if set, adds what depends on several members.
	refine func(c *shapeCheck, n *yamlx.Node, at *spot)
}

type member struct {
	name     string
	required bool
	shape    shape
}

func required(name string, s shape) member { return member{name: name, required: true, shape: s} }
func optional(name string, s shape) member { return member{name: name, shape: s} }

func (o object) check(c *shapeCheck, n *yamlx.Node, at *spot) {
	if !c.want(yamlx.Mapping, "object", n, at) {
		return
	}
	checkLeast(c, n, at, o.least)
	for _, m := range o.members {
		if m.required && !n.Has(m.name) {
			c.add(at, n.Place, missing(m.name))
		}
	}
	if o.refine != nil {
		o.refine(c, n, at)
	}
	if !o.open {
		o.refuseUnknown(c, n, at)
	}
	for _, m := range o.members {
		if value := n.At(m.name); value != nil {
			m.shape.check(c, value, at.in(m.name))
		}
	}
}

func (o object) refuseUnknown(c *shapeCheck, n *yamlx.Node, at *spot) {
	for _, e := range n.Entries {
		if !o.knows(e.Key) {
			hint := fmt.Sprintf("unknown key %q; allowed are %s", cut(e.Key, maxKey), o.names())
			c.addHint(at, e.KeyPlace, noMore, hint)
		}
	}
}

func (o object) knows(name string) bool {
	for _, m := range o.members {
		if m.name == name {
			return true
		}
	}
	return false
}

func (o object) names() string {
	names := make([]string, len(o.members))
	for i, m := range o.members {
		names[i] = m.name
	}
	return strings.Join(names, ", ")
}

const noMore = "must NOT have additional properties"

func missing(name string) string { return "must have required property '" + name + "'" }

func checkLeast(c *shapeCheck, n *yamlx.Node, at *spot, least int) {
	if len(n.Entries) < least {
		c.add(at, n.Place, fmt.Sprintf("must NOT have fewer than %d properties", least))
	}
}

// mapOf is a mapping with free names and values of one shape.
type mapOf struct {
	least int
	names *pattern // nil: any name
	value shape
}

func (m mapOf) check(c *shapeCheck, n *yamlx.Node, at *spot) {
	if !c.want(yamlx.Mapping, "object", n, at) {
		return
	}
	checkLeast(c, n, at, m.least)
	for _, e := range n.Entries {
		if m.names != nil && !m.names.MatchString(e.Key) {
			c.add(at, e.KeyPlace, m.names.text())
			c.addHint(at, e.KeyPlace, "property name must be valid", fmt.Sprintf("the name is %q", cut(e.Key, maxKey)))
		}
	}
	for _, e := range n.Entries {
		m.value.check(c, e.Value, at.in(e.Key))
	}
}

// list is a sequence with items of one shape.
type list struct {
	least  int
	unique bool
	item   shape
}

func (l list) check(c *shapeCheck, n *yamlx.Node, at *spot) {
	if !c.want(yamlx.Sequence, "array", n, at) {
		return
	}
	if len(n.Items) < l.least {
		c.add(at, n.Place, fmt.Sprintf("must NOT have fewer than %d items", l.least))
	}
	for i, item := range n.Items {
		l.item.check(c, item, at.in(itoa(i)))
	}
	if l.unique {
		refuseDuplicates(c, n, at)
	}
}

func refuseDuplicates(c *shapeCheck, n *yamlx.Node, at *spot) {
	seen := make(map[string]int, len(n.Items))
	for i, item := range n.Items {
		if item.Kind != yamlx.String {
			continue
		}
		if first, dup := seen[item.Text]; dup {
			c.add(at, item.Place, fmt.Sprintf("must NOT have duplicate items (items ## %d and %d are identical)", i, first))
			continue
		}
		seen[item.Text] = i
	}
}

func itoa(i int) string { return strconv.Itoa(i) }
