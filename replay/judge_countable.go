package replay

import (
	"slices"

	"github.com/archverify/archverify/fingerprint"
)

// sawNull reports whether a place was recorded null, which as a first match hides
// the values after it.
func (b *baseline) sawNull(hops []hop) bool {
	return slices.ContainsFunc(nodesAt(b.own, hops), func(n fingerprint.NodeID) bool { return b.own.Counts(n).Null > 0 })
}

// countable reports whether evidence tells how many holders had a place. Where
// an array lies between, its elements were counted, of which one may do: then it
// tells only that all holders had it, because nothing lacked on the way, or that
// the one answer had.
func (b *baseline) countable(s *slot, holders uint64) bool {
	hops := s.trail.hops
	if !slices.ContainsFunc(hops[s.holder:], func(h hop) bool { return h.each }) {
		return true
	}
	if !s.trail.indexed && holders == 1 && !b.sawNull(hops) {
		return true
	}
	for i := s.holder; i < len(hops); i++ {
		var above, has uint64
		for _, n := range nodesAt(b.own, hops[:i]) {
			c := b.own.Counts(n)
			if above += c.Present(); hops[i].each && (c.Array < c.Present() || c.EmptyArray > 0) {
				return false
			}
		}
		for _, n := range nodesAt(b.own, hops[:i+1]) {
			if c := b.own.Counts(n); hops[i].each && c.Has() < c.Present() {
				return false
			}
			has += b.own.Counts(n).Has()
		}
		if !hops[i].each && has < above {
			return false
		}
	}
	return true
}
