package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// verdict brings everything into the form that reports read.
func (j *judge) verdict() Verdict {
	v := Verdict{Findings: j.findings()}
	if j.result != nil {
		v.Observed = j.result.Fingerprint()
		v.Drift = j.drift()
		if j.live.Len() > 0 {
			v.Shape = j.shapeTree(v.Findings)
		}
	}
	if j.proj != nil {
		v.Nonconforming = j.nonconforming()
	}
	if j.proj != nil && len(j.proj.undeclared) > 0 {
		v.UndeclaredNested = j.mask().all(j.proj.undeclared)
	}
	v.Detail = j.detail(v.Findings)
	return v
}

// findings are the sightings in canonical order.
func (j *judge) findings() []finding.Finding {
	out := make([]finding.Finding, 0, len(j.sightings))
	for _, s := range j.sightings {
		if j.Request > 1 {
			s.Finding.Request = j.Request
		}
		s.Identity = finding.Identify(family, j.Tool.ID, s.Finding)
		out = append(out, s.Finding)
	}
	finding.Sort(out)
	return out
}

// detail is the worst finding's message and how many more there are that are
// no notes; where nothing moved, the reference's own words.
func (j *judge) detail(findings []finding.Finding) string {
	more := -1
	for _, f := range findings {
		if f.Severity != finding.Note {
			more++
		}
	}
	switch {
	case more > 0:
		return fmt.Sprintf("%s (+%d more)", findings[0].Message, more)
	case more == 0:
		return findings[0].Message
	}
	return j.greenDetail()
}

func (j *judge) greenDetail() string {
	same := j.Tool.Contract != nil && j.result != nil && j.Tool.Contract.Fingerprint == j.result.Fingerprint()
	mapped := !j.Tool.Passthrough()
	switch {
	case same && mapped:
		return "fingerprint unchanged, mapping OK"
	case same:
		return "fingerprint unchanged"
	case mapped:
		return "mapping OK, and nothing in the answer is new against what was recorded"
	}
	return "nothing in the answer is new against what was recorded"
}

// drift is the reference's plain shape difference, for its report: only where
// the recorded shape is the recorded fingerprint's, and where the reference gets
// as far as comparing shapes (VR6.3, VR6.4).
func (j *judge) drift() *finding.Drift {
	contract := j.Tool.Contract
	if contract == nil || contract.Fingerprint == j.result.Fingerprint() || !j.referenceCompares() {
		return nil
	}
	shape, usable := j.base.shape()
	if !usable {
		return nil
	}
	d := fingerprint.DiffShapes(shape, j.result.Shape())
	if d.Empty() {
		return nil
	}
	out := &finding.Drift{Added: driftEntries(d.Added), Removed: driftEntries(d.Removed), Retyped: []finding.Retype{}}
	for _, r := range d.Retyped {
		out.Retyped = append(out.Retyped, finding.Retype{Path: r.Path, From: string(r.From), To: string(r.To)})
	}
	maskDrift(out, j.mask())
	return out
}

func driftEntries(pairs []fingerprint.Pair) []finding.DriftEntry {
	out := make([]finding.DriftEntry, 0, len(pairs))
	for _, p := range pairs {
		out = append(out, finding.DriftEntry{Path: p.Path, Type: string(p.Type)})
	}
	return out
}

// referenceCompares reports whether the reference's first-match table reaches
// the comparison of shapes.
func (j *judge) referenceCompares() bool {
	if j.proj.status != mappingOK || slices.ContainsFunc(j.sightings, func(s sighting) bool {
		return s.Code == finding.OffOrigin
	}) {
		return false
	}
	if !j.expectsRows() || j.Tool.Response == nil || j.Tool.Response.Collection == "" {
		return true
	}
	return j.proj.rows.ok+j.proj.rows.failed > 0
}

// maxTreeNodes is how many paths a shape tree lists; paths with a finding are
// always in it.
const maxTreeNodes = 2000

// shapeTree lists the paths of the answer and of the recording, in path order.
func (j *judge) shapeTree(findings []finding.Finding) []finding.ShapeNode {
	states := map[string]finding.Finding{}
	for _, f := range findings { // worst first
		if states[f.Path].Code == "" {
			states[f.Path] = f
		}
	}
	usual := min(j.live.Len(), maxTreeNodes) // the recording mostly has the same paths
	t := treeLister{judge: j, states: states, nodes: make([]finding.ShapeNode, 0, usual)}
	t.visit("$", 0, rootOf(j.base.own))
	for path, f := range states {
		if strings.HasPrefix(path, "$") {
			t.nodes = append(t.nodes, finding.ShapeNode{Path: path, Recorded: f.From, Live: f.To, State: f.Code, Field: f.Field})
		}
	}
	slices.SortFunc(t.nodes, func(a, b finding.ShapeNode) int { return cmp.Compare(a.Path, b.Path) })
	return t.nodes
}

type treeLister struct {
	*judge
	states map[string]finding.Finding // not listed yet
	nodes  []finding.ShapeNode
}

// visit lists one path, which the recording (own), the answer (live) or both
// have, and what is below it.
func (t *treeLister) visit(parent string, live, own fingerprint.NodeID) {
	if len(t.nodes) >= maxTreeNodes {
		return
	}
	recorded := t.base.own
	from, at := t.live, live
	if live == fingerprint.NoNode {
		from, at = recorded, own
	}
	path := t.pathBelow(parent, from, at)
	t.list(path, live, own)
	for child := range recorded.Children(own) {
		t.visit(path, t.live.Child(live, recorded.Step(child), recorded.Name(child)), child)
	}
	for child := range t.live.Children(live) {
		if recorded.Child(own, t.live.Step(child), t.live.Name(child)) == fingerprint.NoNode {
			t.visit(path, child, fingerprint.NoNode)
		}
	}
}

func (t *treeLister) list(path string, live, own fingerprint.NodeID) {
	n := finding.ShapeNode{Path: path, State: t.states[path].Code,
		Recorded: wordsOf(t.base.own.Counts(own)).String(), Live: wordsOf(t.live.Counts(live)).String()}
	delete(t.states, path)
	if s := t.marks[live].slot; s != nil {
		n.Field = s.name
	} else if s := t.ownMarks[own].slot; s != nil {
		n.Field = s.name
	}
	t.nodes = append(t.nodes, n)
}
