package fingerprint

import "slices"

// Evidence is what all rows and all samples of a recorded question showed, over
// every element of every array (section 4 of the verdict rules). It never holds
// a value, a length, or a key of a folded map.
type Evidence struct {
	Samples         int
	FirstAt, LastAt string
	// Fingerprints are the reference fingerprints of the samples, sorted.
	Fingerprints []string
	// Maps are the confirmed maps, unambiguous paths, sorted.
	Maps []string
	Tree *Tree
}

// NewEvidence returns what one sample shows, taken at the given instant (RFC
// 3339 in UTC, so that instants order as texts).
func NewEvidence(r *Result, at string) *Evidence {
	return &Evidence{
		Samples: 1, FirstAt: at, LastAt: at,
		Fingerprints: []string{r.Fingerprint()},
		Maps:         slices.Clone(r.maps),
		Tree:         r.Tree().settled(),
	}
}

// MergeEvidence returns what both showed together. It is associative and
// commutative; nil is neutral. A map that either confirms is folded in both.
func MergeEvidence(a, b *Evidence) *Evidence {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	paths := union(a.Maps, b.Maps)
	maps, err := newMapSet(paths)
	if err != nil { // only possible for evidence put together by hand: fold nothing
		maps = &mapSet{}
	}
	return &Evidence{
		Samples:      a.Samples + b.Samples,
		FirstAt:      earliest(a.FirstAt, b.FirstAt),
		LastAt:       max(a.LastAt, b.LastAt),
		Fingerprints: union(a.Fingerprints, b.Fingerprints),
		Maps:         paths,
		Tree:         assemble([]forest{a.tree(), b.tree()}, maps).settled(),
	}
}

func (e *Evidence) tree() *Tree {
	if e.Tree == nil {
		return &Tree{}
	}
	return e.Tree
}

func union(a, b []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
}

func earliest(a, b string) string {
	if a == "" || b != "" && b < a {
		return b
	}
	return a
}

// settled returns the tree as its stored form can tell it, so that merging does
// not depend on whether evidence has been to disk in between.
func (t *Tree) settled() *Tree {
	s := &Tree{nodes: slices.Clone(t.nodes), names: t.names, slab: t.slab}
	for i := range s.nodes {
		// Only the format is stored, not all the classes that would have fitted.
		s.nodes[i].forms = s.nodes[i].format.forms()
	}
	return s
}
