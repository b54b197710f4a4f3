package replay

import (
	"slices"
	"sync"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// baseline is what was recorded: counts over every element (evidence), or,
// without evidence, the recorded shape turned into the same form.
type baseline struct {
	// own is what this request recorded, union what all requests of the
	// capability did; both nil when nothing usable was recorded.
	own, union *fingerprint.Tree
	// evidence tells counts from a mere shape.
	evidence bool
	// stale: the contract's fingerprint is not among the evidence's.
	stale   bool
	samples int
	maps    []string
	// rows is the node of the mapped rows of a tool with onError, and failed how
	// many of them were error rows: those say nothing about the shape of good ones.
	rows   fingerprint.NodeID
	failed uint64
	// shape is the contract's, and whether it is the one that its fingerprint
	// belongs to; hashed when first needed, which with fresh evidence is seldom.
	shape func() (fingerprint.Shape, bool)
}

func newBaseline(c Case) *baseline {
	b := &baseline{rows: fingerprint.NoNode, shape: sync.OnceValues(func() (fingerprint.Shape, bool) { return usableShape(c.Tool.Contract) })}
	if own := ownEvidence(c); own != nil {
		b.readEvidence(c, own)
	} else if shape, usable := b.shape(); usable {
		b.own = sketch(shape).Tree()
		b.union = b.own
	}
	return b
}

// usableShape is the contract's shape, and whether it is the one that its
// fingerprint belongs to.
func usableShape(contract *manifest.Contract) (fingerprint.Shape, bool) {
	if contract == nil {
		return nil, false
	}
	var shape fingerprint.Shape
	for _, e := range contract.Shape {
		shape = append(shape, fingerprint.Pair{Path: e.Path, Type: fingerprint.Word(e.Type)})
	}
	return shape, len(shape) > 0 && shape.Fingerprint() == contract.Fingerprint
}

// ownEvidence is the evidence of the request that was asked.
func ownEvidence(c Case) *fingerprint.Evidence {
	if c.Golden == nil {
		return nil
	}
	if i := c.Request - 2; i >= 0 && i < len(c.Golden.Also) {
		return c.Golden.Also[i].Evidence
	}
	return c.Golden.Evidence
}

// readEvidence takes the evidence of this request and the union over all of
// them; when somebody rewrote the contract since, its shape counts as one more
// sample of the first request, which is the one that contracts are made of.
func (b *baseline) readEvidence(c Case, own *fingerprint.Evidence) {
	union := own
	for _, other := range allEvidence(c.Golden) {
		if other != own {
			union = fingerprint.MergeEvidence(union, other)
		}
	}
	b.stale = c.Tool.Contract != nil && !slices.Contains(union.Fingerprints, c.Tool.Contract.Fingerprint)
	if shape, usable := b.staleShape(); usable {
		drawn := fingerprint.NewEvidence(sketch(shape), "")
		if union = fingerprint.MergeEvidence(union, drawn); c.Request <= 1 {
			own = fingerprint.MergeEvidence(own, drawn)
		}
	}
	if union.Tree.Len() == 0 {
		return // nothing but empty bodies: no evidence of anything
	}
	b.evidence, b.own, b.union, b.maps, b.samples = true, own.Tree, union.Tree, union.Maps, own.Samples
	b.findErrorRows(c.Tool.Response)
}

// drawable reports whether there is a recorded shape to compare with.
func (b *baseline) drawable() bool {
	_, usable := b.shape()
	return usable
}

// staleShape is the contract's shape where it says more than the evidence.
func (b *baseline) staleShape() (fingerprint.Shape, bool) {
	if !b.stale {
		return nil, false
	}
	return b.shape()
}

func allEvidence(g *Golden) []*fingerprint.Evidence {
	var all []*fingerprint.Evidence
	if g.Evidence != nil {
		all = append(all, g.Evidence)
	}
	for _, also := range g.Also {
		if also.Evidence != nil {
			all = append(all, also.Evidence)
		}
	}
	return all
}

// types are the recorded JSON types at a trail, null aside: null is never a
// recorded type.
func (b *baseline) types(hops []hop) words {
	if b.union == nil {
		return 0
	}
	var w words
	for _, n := range nodesAt(b.union, hops) {
		w |= wordsOf(b.union.Counts(n))
	}
	return w &^ hasNull
}

// presence is how often this request's recording had a slot.
func (b *baseline) presence(s *slot) presence {
	out := presence{leastShare: 1, samples: b.samples}
	if b.own == nil || !s.exact() {
		return out
	}
	for _, n := range nodesAt(b.own, s.trail.hops[:s.holder]) {
		if c := b.own.Counts(n); s.parent != nil {
			out.parents += c.Object
		} else {
			out.parents += c.Present()
		}
	}
	for i := s.holder + 1; i <= len(s.trail.hops); i++ {
		share := 1.0
		for _, n := range nodesAt(b.own, s.trail.hops[:i]) {
			share = min(share, b.own.Counts(n).LeastShare)
		}
		out.leastShare *= share
	}
	for _, n := range nodesAt(b.own, s.trail.hops) {
		if ofMap(b.own, n, s.trail.hops) {
			return presence{leastShare: 1} // a confirmed map does not tell which keys it had
		}
		out.has += b.own.Counts(n).Has()
	}
	if nodes := nodesAt(b.own, s.trail.hops[:s.holder]); s.parent == nil && len(nodes) == 1 && nodes[0] == b.rows {
		out.parents = b.goodRows(out.parents, out.has)
	}
	out.has = min(out.has, out.parents)
	if out.has > 0 && !b.countable(s, out.parents) {
		out.has, out.leastShare = min(out.has, out.parents-1), 0
	}
	return out
}
