package replay

import (
	"fmt"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// judgeShape reports what moved on paths that no declaration speaks for: against
// evidence over every element, against a bare recorded shape by the reference's
// first element.
func (j *judge) judgeShape() {
	unchanged := j.Tool.Contract == nil || j.result.Fingerprint() == j.Tool.Contract.Fingerprint
	switch {
	case rootOf(j.live) == fingerprint.NoNode:
		if !unchanged {
			j.bodyGone()
		}
	case j.base.evidence:
		w := walk{judge: j}
		w.node(0, rootOf(j.base.own), 0)
	case unchanged:
	case j.base.drawable():
		b := bareWalk{judge: j, asData: map[fingerprint.NodeID]bool{}}
		b.recorded(0, 0, fingerprint.NoNode)
		b.first(j.view, 0, 0)
	default:
		j.unnamed()
	}
	j.judgeUnlisted()
}

// rootOf is the root of a tree, NoNode when nothing was there to be counted.
func rootOf(t *fingerprint.Tree) fingerprint.NodeID {
	if t.Len() == 0 {
		return fingerprint.NoNode
	}
	return 0
}

// bodyGone is an empty body where something that is no JSON was recorded.
func (j *judge) bodyGone() {
	j.see(finding.Finding{
		Code: finding.Retyped, Severity: finding.Yellow, Path: "$", From: string(fingerprint.WordString), To: string(fingerprint.WordUndefined),
		Message: "the body is empty; text was recorded", Hint: hintAccept, Position: at(j.contractPos()),
	})
}

// judgeUnlisted says how many changed paths are not listed.
func (j *judge) judgeUnlisted() {
	if j.unlisted > 0 {
		j.see(finding.Finding{
			Code: finding.ShapeUnnamed, Severity: finding.Yellow, Path: "$", Position: at(j.contractPos()),
			Message: fmt.Sprintf("%d changed paths are listed, %d more are not", len(j.sightings), j.unlisted),
			Hint:    "record this contract again",
		})
	}
}

// look prepares the answer for judging: its rows that onError explains are
// left out, and declared places are marked.
func (j *judge) look() {
	j.view, j.live = j.body, j.result.Tree()
	rows := j.proj.rows
	if r := j.Tool.Response; r != nil && r.OnError != nil && r.Collection != "" && rows.ok < rows.all {
		if r := okView(j); r != nil {
			j.view, j.live = r.Root(), r.Tree()
		} else {
			j.mixed = true
		}
	}
	j.marks, j.ownMarks = newMarks(j, j.live), newMarks(j, j.base.own)
}

// unnamed says that something changed and nothing recorded could name it.
func (j *judge) unnamed() {
	contract, why := j.Tool.Contract, "no shape was recorded"
	if len(contract.Shape) > 0 {
		why = "the recorded shape does not belong to the recorded fingerprint"
	}
	j.see(finding.Finding{
		Code: finding.ShapeUnnamed, Severity: finding.Yellow, Path: "$",
		Message:  fmt.Sprintf("the fingerprint changed (%s), and %s to name the change", fromTo(contract.Fingerprint, j.result.Fingerprint()), why),
		Hint:     "record this contract again",
		Position: at(contract.FingerprintPos),
	})
}

// mark is what a declaration says about a node.
type mark struct {
	slot *slot
	// presence and types are judged over rows already.
	presence, types bool
	// variant is onError's affair: never gained, never lost.
	variant bool
}

type marks map[fingerprint.NodeID]mark

// newMarks finds the declared places of a tree.
func newMarks(j *judge, t *fingerprint.Tree) marks {
	m := marks{}
	if t == nil {
		return m
	}
	for _, s := range j.proj.slots {
		if !s.spoken() {
			continue
		}
		for _, n := range nodesAt(t, s.trail.hops) {
			if !ofMap(t, n, s.trail.hops) {
				m[n] = mark{slot: s, presence: !s.inner, types: s.known != 0}
			}
		}
	}
	for _, hops := range j.variantTrails() {
		for _, n := range nodesAt(t, hops) {
			m[n] = mark{variant: true}
		}
	}
	return m
}

// variantTrails are the places that onError speaks for: the path of its test
// and those of its map. Where no row is an ok row, the whole collection is.
func (j *judge) variantTrails() [][]hop {
	r := j.Tool.Response
	if r == nil || r.OnError == nil {
		return nil
	}
	base, found := trail{}, true
	if r.Collection != "" {
		base, found = newTrail(parsePath(r.Collection))
	}
	if !found {
		return nil
	}
	if rows := j.proj.rows; rows.all > 0 && rows.ok == 0 {
		return [][]hop{base.hops[:max(0, len(base.hops)-1)]}
	}
	paths := []string{r.OnError.When.Path}
	for _, m := range r.OnError.Map {
		paths = append(paths, m.Path)
	}
	declared := map[string]bool{}
	for _, m := range r.Fields {
		declared[m.Path] = true
	}
	var out [][]hop
	for _, path := range paths {
		if t, ok := newTrail(parsePath(path)); ok && !declared[path] && len(t.hops) > 0 {
			out = append(out, base.then(t).hops)
		}
	}
	return out
}
