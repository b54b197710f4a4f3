package replay

import (
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
	for at := n; at != fingerprint.NoNode; at = t.Parent(at) {
		if pos, ok := lines[naivePath(t, at)]; ok {
			return pos
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

// naivePath joins names the way recorded shapes do, without quoting.
func naivePath(t *fingerprint.Tree, n fingerprint.NodeID) string {
	if n <= 0 {
		return "$"
	}
	parent := naivePath(t, t.Parent(n))
	if t.Step(n) == fingerprint.StepElement {
		return parent + "[]"
	}
	return parent + "." + t.Name(n)
}
