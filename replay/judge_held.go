package replay

import (
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
)

// heldPresence counts, recorded and now, among the objects that directly hold a
// field which its row maps from further down: a row without such an object says
// nothing about the field. Nothing is counted where that is no other question.
func (j *judge) heldPresence(s *slot) (recorded, now presence) {
	last := len(s.trail.hops) - 1
	if !s.spoken() || last <= s.holder || s.trail.hops[last].each {
		return presence{}, presence{}
	}
	recorded, now = holding(j.base.own, s.trail.hops), holding(j.live, s.trail.hops)
	recorded.samples = j.base.samples
	return recorded, now
}

// holding counts the objects that directly hold the end of a trail, and those of
// them that have it.
func holding(t *fingerprint.Tree, hops []hop) presence {
	p := presence{leastShare: 1}
	for _, n := range nodesAt(t, hops[:len(hops)-1]) {
		p.parents += t.Counts(n).Object
	}
	for _, n := range nodesAt(t, hops) {
		if t.Step(n) != fingerprint.StepKey || ofMap(t, n, hops) {
			return presence{}
		}
		c := t.Counts(n)
		p.has += c.Has()
		p.leastShare = min(p.leastShare, c.LeastShare)
	}
	return p
}

// mayHaveHeld reports whether a place that has no spelled-out path may have been
// recorded with a value: something where its matches lie had one, or, below "..",
// any member of its name.
func (j *judge) mayHaveHeld(s *slot) bool {
	t := j.base.own
	if s.found {
		return hasAt(t, s.trail.hops) > 0
	}
	steps := parsePath(s.path)
	last := steps[len(steps)-1]
	if last.Kind != jsonpath.Name {
		return true
	}
	for n := range fingerprint.NodeID(t.Len()) {
		if t.Step(n) == fingerprint.StepAnyKey || (t.Step(n) == fingerprint.StepKey && t.Name(n) == last.Name && t.Counts(n).Has() > 0) {
			return true
		}
	}
	return false
}
