package manifest

import "github.com/archverify/archverify/internal/yamlx"

const noAlternative = "must match exactly one schema in oneOf"

// textOr is a string or something else.
type textOr struct {
	text  text
	other shape
}

func (u textOr) check(c *shapeCheck, n *yamlx.Node, at *spot) {
	before := c.count()
	if n.Kind == yamlx.Mapping {
		u.other.check(c, n, at)
	} else {
		u.text.check(c, n, at)
	}
	if c.count() > before {
		c.add(at, n.Place, noAlternative)
	}
}
