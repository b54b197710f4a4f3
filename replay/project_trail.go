package replay

import (
	"slices"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
)

// hop is one step of a trail: where a declared path runs through a tree of
// counts, in which every element of an array is one node.
type hop struct {
	each bool   // any element or member
	name string // else the member of that name
}

// trail is a declared path as hops. A path that filters, slices or descends has
// no exact trail; approx then tells that it is only where the matches lie.
type trail struct {
	hops   []hop
	approx bool
	// partial: only some of the places that the hops lead to are meant, such as
	// the one element of an index.
	partial bool
	// indexed: the last part of the trail goes by an index.
	indexed bool
}

// newTrail translates the steps of a path. Below ".." there is no trail at all.
func newTrail(steps []jsonpath.Step) (trail, bool) {
	t := trail{hops: make([]hop, 0, len(steps))}
	for _, s := range steps {
		switch s.Kind {
		case jsonpath.Name:
			t.hops = append(t.hops, hop{name: s.Name})
		case jsonpath.Wildcard:
			t.hops = append(t.hops, hop{each: true})
		case jsonpath.Index:
			t.hops = append(t.hops, hop{each: true})
			t.partial, t.indexed = true, true
		case jsonpath.Filter, jsonpath.Slice, jsonpath.Union:
			t.hops = append(t.hops, hop{each: true})
			t.approx = true
		default:
			return trail{}, false
		}
	}
	return t, true
}

// then is the trail that continues with more hops.
func (t trail) then(more trail) trail {
	return trail{hops: slices.Concat(t.hops, more.hops), approx: t.approx || more.approx, partial: t.partial || more.partial, indexed: more.indexed}
}

// first is the trail of a path of which only the first match counts.
func (t trail) first() trail {
	t.partial = t.partial || slices.ContainsFunc(t.hops, func(h hop) bool { return h.each })
	return t
}

// text is the unambiguous path of a trail.
func (t trail) text() string {
	path := "$"
	for _, h := range t.hops {
		if h.each {
			path += "[]"
		} else {
			path = fingerprint.AppendName(path, h.name)
		}
	}
	return path
}

// nodesAt are the nodes of a tree that a trail leads to.
func nodesAt(t *fingerprint.Tree, hops []hop) []fingerprint.NodeID {
	if t.Len() == 0 {
		return nil
	}
	const usual = 4 // most trails lead to one node
	var here, there [usual]fingerprint.NodeID
	at, next := here[:1], there[:0]
	for _, h := range hops {
		next = next[:0]
		for _, n := range at {
			next = appendHop(next, t, n, h)
		}
		at, next = next, at
	}
	return slices.Clone(at)
}

func appendHop(dst []fingerprint.NodeID, t *fingerprint.Tree, n fingerprint.NodeID, h hop) []fingerprint.NodeID {
	if h.each {
		for child := range t.Children(n) {
			dst = append(dst, child)
		}
		return dst
	}
	if child := t.Child(n, fingerprint.StepKey, h.name); child != fingerprint.NoNode {
		return append(dst, child)
	}
	if child := t.Child(n, fingerprint.StepAnyKey, ""); child != fingerprint.NoNode {
		return append(dst, child)
	}
	if _, index := arrayIndex(h.name); index {
		if child := t.Child(n, fingerprint.StepElement, ""); child != fingerprint.NoNode {
			return append(dst, child)
		}
	}
	return dst
}

// ofMap reports whether a node stands for any key of a confirmed map where its
// trail names one: then the node counts more than the trail means.
func ofMap(t *fingerprint.Tree, n fingerprint.NodeID, hops []hop) bool {
	for i := len(hops) - 1; i >= 0; i, n = i-1, t.Parent(n) {
		if !hops[i].each && t.Step(n) == fingerprint.StepAnyKey {
			return true
		}
	}
	return false
}
