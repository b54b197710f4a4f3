package replay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// changedKeys are the members of one object that came and went.
type changedKeys struct {
	kept, fresh, lost int
	looksData         bool // every changed key looks like data by itself
	alike             bool // all members, old and new, are of one shape
}

// keysAsData tells members that come and go under one object, all of one shape,
// in one line: such keys are probably data. It reports whether it did.
func (j *judge) keysAsData(live, own, union fingerprint.NodeID, lost lostTest) bool {
	k, ok := j.compareKeys(live, own, union, lost)
	if !ok || k.fresh+k.lost == 0 || !j.probablyData(k, live, own) {
		return false
	}
	f := j.ownFinding(finding.KeysAsData, finding.Yellow, own)
	f.From, f.To = "", ""
	f.Message = fmt.Sprintf("keys under %s come and go, all of one shape (%d new, %d gone, %d as recorded): probably they are data",
		shown(f.Path), k.fresh, k.lost, k.kept)
	f.Hint = fmt.Sprintf("confirm with `record --map '%s'`; the keys then no longer count", strings.ReplaceAll(shown(f.Path), "'", `'\''`))
	j.seeNode(f, own, live, false)
	return true
}

// lostTest reports whether a recorded member counts as gone.
type lostTest func(own, live fingerprint.NodeID) bool

// compareKeys counts what changed; not ok when a declaration speaks for one of
// the members, or when it is no object.
func (j *judge) compareKeys(live, own, union fingerprint.NodeID, lost lostTest) (changedKeys, bool) {
	k := changedKeys{looksData: true, alike: true}
	var first sampleShape
	look := func(t *fingerprint.Tree, n fingerprint.NodeID, changed bool) {
		shape := sampleShapeOf(t, n)
		if first.types == 0 {
			first = shape
		}
		k.alike = k.alike && shape.like(first)
		if _, data := fingerprint.LooksLikeData(t.Name(n)); changed && !data {
			k.looksData = false
		}
	}
	for child := range j.base.own.Children(own) {
		m := j.ownMarks[child]
		if m.slot != nil || m.variant || j.base.own.Step(child) != fingerprint.StepKey {
			return k, false
		}
		gone := lost(child, j.live.Child(live, fingerprint.StepKey, j.base.own.Name(child)))
		look(j.base.own, child, gone)
		if gone {
			k.lost++
		} else {
			k.kept++
		}
	}
	for child := range j.live.Children(live) {
		if j.marks[child].slot != nil || j.live.Step(child) != fingerprint.StepKey {
			return k, false
		}
		if j.base.union.Child(union, fingerprint.StepKey, j.live.Name(child)) == fingerprint.NoNode {
			k.fresh++
			look(j.live, child, true)
		}
	}
	return k, true
}

// probablyData decides: keys that look like data, or keys of a known kind as a
// set, or enough keys that both came and went.
func (j *judge) probablyData(k changedKeys, live, own fingerprint.NodeID) bool {
	const fewestRecorded = 3
	switch {
	case !k.alike:
		return false
	case k.looksData:
		return true
	case k.fresh == 0 || k.lost == 0:
		return j.candidate(live, own) && k.kept > 0
	}
	return j.candidate(live, own) || (k.kept+k.lost >= fewestRecorded && k.fresh >= 2 && k.lost >= 2)
}

// candidate reports whether the keys, recorded or live, look like data as a set.
func (j *judge) candidate(live, own fingerprint.NodeID) bool {
	if !j.candidatesKnown {
		j.candidatesKnown = true
		j.candidates = map[string]bool{}
		for _, t := range []*fingerprint.Tree{j.base.own, j.live} {
			for _, c := range fingerprint.KeyCandidates(t) {
				j.candidates[c.Path] = true
			}
		}
	}
	return j.candidates[j.base.own.Path(own)] || j.candidates[j.live.Path(live)]
}

// sampleShape is what the members of a map have in common: types, null aside,
// and the names one level below.
type sampleShape struct {
	types words
	names []string
}

func sampleShapeOf(t *fingerprint.Tree, n fingerprint.NodeID) sampleShape {
	const enough = 32
	s := sampleShape{types: wordsOf(t.Counts(n)) &^ hasNull}
	for child := range t.Children(n) {
		if s.names = append(s.names, t.Name(child)); len(s.names) == enough {
			break
		}
	}
	return s
}

// like compares two members: the same types, and at least half of their names
// in common.
func (s sampleShape) like(other sampleShape) bool {
	if s.types != other.types {
		return s.types == 0 || other.types == 0
	}
	common := 0
	for _, name := range s.names {
		if slices.Contains(other.names, name) {
			common++
		}
	}
	return 2*common >= max(len(s.names), len(other.names))
}
