package manifest

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/yamlx"
)

// text is a string; zero members ask for nothing.
type text struct {
	pattern *pattern
	// least and most count characters.
	least, most int
	oneOf       []string
	constant    string
}

func (t text) check(c *shapeCheck, n *yamlx.Node, at *spot) {
	if !c.want(yamlx.String, "string", n, at) {
		return
	}
	count := utf8.RuneCountInString(n.Text)
	if count < t.least {
		c.add(at, n.Place, fmt.Sprintf("must NOT have fewer than %d characters", t.least))
	}
	if t.most > 0 && count > t.most {
		c.add(at, n.Place, fmt.Sprintf("must NOT have more than %d characters", t.most))
	}
	if t.pattern != nil && !t.pattern.MatchString(n.Text) {
		c.add(at, n.Place, t.pattern.text())
	}
	if t.oneOf != nil && !slices.Contains(t.oneOf, n.Text) {
		c.refuseWord(at, n, t.oneOf)
	}
	if t.constant != "" && n.Text != t.constant {
		c.addHint(at, n.Place, "must be equal to constant", fmt.Sprintf("must be %q", t.constant))
	}
}

// refuseWord adds the violation of an enumeration, quoting the word (DR1.16).
func (c *shapeCheck) refuseWord(at *spot, n *yamlx.Node, allowed []string) {
	got := quoteShort(n.Text)
	c.addHint(at, n.Place, "must be equal to one of the allowed values (got "+got+")", fmt.Sprintf("allowed are %s", joinWords(allowed)))
}

// quoteShort is a JSON string literal of at most 80 characters.
func quoteShort(s string) string {
	literal := []rune(string(finding.AppendJSONString(nil, s)))
	if len(literal) > 80 {
		return string(literal[:77]) + "…"
	}
	return string(literal)
}

// flag is a boolean; only, if set, is the one value that is allowed.
type flag struct {
	only *bool
}

func (f flag) check(c *shapeCheck, n *yamlx.Node, at *spot) {
	if f.only == nil {
		c.want(yamlx.Bool, "boolean", n, at)
		return
	}
	if n.Kind != yamlx.Bool || n.IsTrue() != *f.only {
		c.addHint(at, n.Place, "must be equal to constant", fmt.Sprintf("may only be %t", *f.only))
	}
}

// integer is an integer that is at least that large.
type integer struct {
	least int
}

func (i integer) check(c *shapeCheck, n *yamlx.Node, at *spot) {
	value, ok := n.Integer()
	if !ok {
		c.add(at, n.Place, "must be integer")
		return
	}
	if value < i.least {
		c.add(at, n.Place, fmt.Sprintf("must be >= %d", i.least))
	}
}

func isFinite(n *yamlx.Node) bool {
	f, _ := n.Number()
	return !math.IsInf(f, 0) && !math.IsNaN(f)
}
