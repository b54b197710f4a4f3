package manifest

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/yamlx"
)

// A shape says what a value must look like. The documents of a manifest are
// declared as tables of shapes (schema_*.go); checking one collects every
// violation, never only the first.
type shape interface {
	check(c *shapeCheck, n *yamlx.Node, at *spot)
}

// maxViolations bounds what one file can say; the rest is counted.
const maxViolations = 1000

// shapeCheck collects the violations of one file.
type shapeCheck struct {
	file       string
	violations []Violation
	untold     int
}

func (c *shapeCheck) add(at *spot, place yamlx.Place, text string) {
	c.addHint(at, place, text, "")
}

func (c *shapeCheck) addHint(at *spot, place yamlx.Place, text, hint string) {
	if len(c.violations) == maxViolations {
		c.untold++
		return
	}
	c.violations = append(c.violations, Violation{
		Pointer: at.String(), Text: text, Hint: hint, Pos: position(c.file, place),
	})
}

// count is how many violations there are, told or not.
func (c *shapeCheck) count() int { return len(c.violations) + c.untold }

// issue joins the violations into one issue; nil when there are none.
func (c *shapeCheck) issue() *Issue {
	if len(c.violations) == 0 {
		return nil
	}
	parts := make([]string, len(c.violations), len(c.violations)+1)
	for i, v := range c.violations {
		parts[i] = v.Pointer + " " + v.Text
	}
	if c.untold > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", c.untold))
	}
	return &Issue{File: c.file, Message: strings.Join(parts, "; "), Pos: c.violations[0].Pos, Violations: c.violations}
}

// want reports whether n is of that kind, and adds a violation if it is not.
func (c *shapeCheck) want(kind yamlx.Kind, name string, n *yamlx.Node, at *spot) bool {
	if n.Kind == kind {
		return true
	}
	c.add(at, n.Place, "must be "+name)
	return false
}

func position(file string, p yamlx.Place) finding.Position {
	return finding.Position{File: file, Line: p.Line, Column: p.Column, EndLine: p.EndLine, EndColumn: p.EndColumn}
}

// pattern is a regular expression together with the text that messages quote.
type pattern struct {
	*regexp.Regexp
}

func newPattern(text string) *pattern { return &pattern{regexp.MustCompile(text)} }

func (p *pattern) text() string { return `must match pattern "` + p.String() + `"` }

// anything accepts every value that JSON can hold.
type anything struct{}

func (anything) check(c *shapeCheck, n *yamlx.Node, at *spot) {
	switch n.Kind {
	case yamlx.Float, yamlx.Int:
		if !isFinite(n) {
			c.add(at, n.Place, "must be a finite number")
		}
	case yamlx.Sequence:
		for i, item := range n.Items {
			anything{}.check(c, item, at.in(itoa(i)))
		}
	case yamlx.Mapping:
		for _, e := range n.Entries {
			anything{}.check(c, e.Value, at.in(e.Key))
		}
	}
}
