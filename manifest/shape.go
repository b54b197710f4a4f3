package manifest

import (
	"regexp"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/yamlx"
)

// A shape says what a value must look like. The documents of a manifest are
// declared as tables of shapes (schema_*.go); checking one collects every
// violation, never only the first.
type shape interface {
	check(c *shapeCheck, n *yamlx.Node, at *spot)
}

// shapeCheck collects the violations of one file.
type shapeCheck struct {
	file       string
	violations []Violation
}

func (c *shapeCheck) add(at *spot, place yamlx.Place, text string) {
	c.addHint(at, place, text, "")
}

func (c *shapeCheck) addHint(at *spot, place yamlx.Place, text, hint string) {
	c.violations = append(c.violations, Violation{
		Pointer: at.String(), Text: text, Hint: hint, Pos: position(c.file, place),
	})
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
