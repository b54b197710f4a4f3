package report

import (
	"cmp"
	"fmt"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
)

// htmlNode is one path of an answer with what is below it.
type htmlNode struct {
	Step, Type, Was, Is, Code, Word, Class, Field string
	Children                                      []htmlNode
}

// treeOf nests the flat shape of a subject: the nodes, how many of them moved in
// words, and what was left out. Whatever moved is kept, and what leads to it.
func treeOf(s finding.Subject) (nodes []htmlNode, movedWords, leftWords string) {
	if len(s.Shape) == 0 {
		return nil, "", ""
	}
	shape, dropped := trimShape(s.Shape)
	worst := severities(s.Findings)
	b := &treeBuilder{root: &htmlBranch{}}
	movedCount := 0
	for _, n := range s.Shape {
		if n.State != "" {
			movedCount++
		}
	}
	for _, n := range shape {
		b.add(n, worst)
	}
	movedWords = "nothing moved"
	if movedCount > 0 {
		movedWords = counted(movedCount, "path moved", "paths moved")
	}
	if dropped > 0 {
		leftWords = fmt.Sprintf("%s that did not move left out: the JSON report has them all", counted(dropped, "path", "paths"))
	}
	return b.root.nodes(), list(", ", counted(len(s.Shape), "path", "paths"), movedWords), leftWords
}

// trimShape cuts a large shape to what moved and the first others.
func trimShape(shape []finding.ShapeNode) (kept []finding.ShapeNode, dropped int) {
	if len(shape) <= htmlShapeNodes {
		return shape, 0
	}
	moved := 0
	for _, n := range shape {
		if n.State != "" {
			moved++
		}
	}
	others := max(htmlShapeNodes-moved, 100)
	for _, n := range shape {
		switch {
		case n.State != "" && moved > 0 && len(kept) < 2*htmlShapeNodes:
			kept = append(kept, n)
		case n.State == "" && others > 0:
			others--
			kept = append(kept, n)
		default:
			dropped++
		}
	}
	return kept, dropped
}

// severities is the worst severity found on each path.
func severities(findings []finding.Finding) map[string]finding.Severity {
	worst := map[string]finding.Severity{}
	for _, f := range findings {
		if known, ok := worst[f.Path]; !ok || f.Severity.Worse(known) {
			worst[f.Path] = f.Severity
		}
	}
	return worst
}

type htmlBranch struct {
	path     string
	node     htmlNode
	children []*htmlBranch
}

func (b *htmlBranch) nodes() []htmlNode {
	out := make([]htmlNode, 0, len(b.children))
	for _, c := range b.children {
		n := c.node
		n.Children = c.nodes()
		out = append(out, n)
	}
	return out
}

// treeBuilder hangs every path below the longest path before it that it goes on
// from. Beyond maxDepth the tree stays flat.
type treeBuilder struct {
	root  *htmlBranch
	trail []*htmlBranch
}

const maxDepth = 40

func (b *treeBuilder) add(n finding.ShapeNode, worst map[string]finding.Severity) {
	for len(b.trail) > 0 && !below(n.Path, b.trail[len(b.trail)-1].path) {
		b.trail = b.trail[:len(b.trail)-1]
	}
	parent, prefix := b.root, ""
	if len(b.trail) > 0 {
		parent = b.trail[len(b.trail)-1]
		prefix = parent.path
	}
	branch := &htmlBranch{path: n.Path, node: nodeOf(n, n.Path[len(prefix):], worst)}
	if n.State == "" && (n.Live == "" || n.Recorded == "") {
		branch.node.Class = cmp.Or(parent.node.Class, "same") // it came or went with what it is below
	}
	parent.children = append(parent.children, branch)
	if len(b.trail) < maxDepth {
		b.trail = append(b.trail, branch)
	}
}

// below reports whether path goes on from parent by at least one step.
func below(path, parent string) bool {
	if len(path) <= len(parent) || path[:len(parent)] != parent {
		return false
	}
	next := path[len(parent)]
	return next == '.' || next == '[' || next == '{'
}

func nodeOf(n finding.ShapeNode, step string, worst map[string]finding.Severity) htmlNode {
	out := htmlNode{
		Step: termtext.Cut(briefPath(step), 2*termtext.NameLimit), Was: brief(n.Recorded), Is: brief(n.Live), Code: string(n.State),
		Field: briefPath(n.Field), Class: "same",
	}
	if n.State == "" {
		out.Type = stillType(out.Was, out.Is)
		return out
	}
	out.Class = "yellow"
	if severity, ok := worst[n.Path]; ok {
		out.Class = string(severity)
	}
	out.Word = movedType(out.Was, out.Is)
	return out
}

// stillType words a type that is no finding of its own.
func stillType(was, is string) string {
	switch {
	case was == is:
		return is
	case is == "":
		return was + ", not there"
	case was == "":
		return is + ", not recorded"
	}
	return is + ", recorded as " + was
}

func movedType(was, is string) string {
	switch {
	case was == "" && is != "":
		return is + ", not recorded"
	case is == "" && was != "":
		return was + ", gone"
	case was == is:
		return is
	}
	return was + " → " + is
}
