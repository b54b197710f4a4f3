package replay

import (
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// shapePos is the line of the recorded shape that a recorded node stands on, or
// its nearest ancestor's; the contract's fingerprint when there is no shape.
func (j *judge) shapePos(own fingerprint.NodeID) finding.Position {
	return j.linePos(j.base.own, own)
}

// nearPos is the line of the nearest recorded path: of a node of base.union.
func (j *judge) nearPos(near fingerprint.NodeID) finding.Position {
	return j.linePos(j.base.union, near)
}

func (j *judge) linePos(t *fingerprint.Tree, n fingerprint.NodeID) finding.Position {
	lines := j.shapeLines()
	if len(lines) > 0 {
		path, ends := naivePath(t, n)
		for _, end := range ends {
			if pos, ok := lines[path[:end]]; ok {
				return pos
			}
		}
	}
	if c := j.Tool.Contract; c != nil {
		if c.FingerprintPos.Known() {
			return c.FingerprintPos
		}
		return c.Pos
	}
	return j.connectorPos()
}

// shapeLines are the lines of the recorded shape by their naive paths.
func (j *judge) shapeLines() map[string]finding.Position {
	if j.lines == nil {
		j.lines = map[string]finding.Position{}
		if c := j.Tool.Contract; c != nil {
			for _, e := range c.Shape {
				j.lines[e.Path] = e.Pos
			}
		}
	}
	return j.lines
}

// naivePath joins names the way recorded shapes do, without quoting; ends tells
// where the path of the node and of each node above it ends, deepest first.
// Above a certain depth no line is looked for.
func naivePath(t *fingerprint.Tree, n fingerprint.NodeID) (path string, ends []int) {
	const deepest = 100
	var chain []fingerprint.NodeID
	for at := n; at > 0; at = t.Parent(at) {
		chain = append(chain, at)
	}
	if len(chain) > deepest {
		chain = chain[len(chain)-deepest:]
	}
	var b strings.Builder
	b.WriteByte('$')
	ends = []int{1}
	for _, at := range slices.Backward(chain) {
		if t.Step(at) == fingerprint.StepElement {
			b.WriteString("[]")
		} else {
			b.WriteString("." + t.Name(at))
		}
		ends = append(ends, b.Len())
	}
	slices.Reverse(ends)
	return b.String(), ends
}
