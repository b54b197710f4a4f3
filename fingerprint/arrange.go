package fingerprint

import (
	"bytes"
	"slices"
)

// arranger turns one trie, its siblings sorted, into a tree: the common case of
// assemble, which needs neither joining nor folding. The tree shares its names.
type arranger struct {
	t    *trie
	tree *Tree
	from []int32 // tree node → trie node, or -1 when nothing is below
	late [2][]int32
}

// arrange goes breadth first, so that the children of a node stand together.
func arrange(t *trie) *Tree {
	root := t.at(0)
	if !t.live(&root.tally) {
		return &Tree{} // no body at all
	}
	a := arranger{t: t, tree: &Tree{
		names: t.names, nodes: make([]treeNode, 0, t.len), slab: make([]uint64, 0, t.len),
	}, from: make([]int32, 0, t.len)}
	a.add(root, NoNode, 0)
	for n := 0; n < len(a.from); n++ { //nolint:intrange // the tree grows meanwhile
		first := len(a.from)
		if id := a.from[n]; id >= 0 {
			a.expand(a.t.at(id), NodeID(n))
		}
		d := &a.tree.nodes[n]
		d.child, d.kids = NodeID(first), NodeID(len(a.from)-first)
	}
	return a.tree
}

func (a *arranger) add(n *node, parent NodeID, objects uint64) {
	below := n.id
	if n.child < 0 && n.elem < 0 {
		below = -1
	}
	a.from = append(a.from, below)
	c := a.t.countsBelow(n, objects)
	a.tree.put(treeNode{parent: parent, step: n.step, name: n.name, nameLen: n.nameLen}, &c)
}

// expand adds the children in bytewise order of their paths: names that stand
// behind a dot, names in quotes, then the element. The siblings' order is that
// of most names behind dots.
func (a *arranger) expand(n *node, at NodeID) {
	objects := a.t.objects(&n.tally)
	a.late = [2][]int32{a.late[0][:0], a.late[1][:0]}
	for c := a.t.sibling(n.child); c != nil; c = a.t.sibling(c.next) {
		switch {
		case c.dead || !a.t.live(&c.tally):
		case !c.shorthand:
			a.late[1] = append(a.late[1], c.id)
		case a.t.high:
			a.late[0] = append(a.late[0], c.id)
		default:
			a.add(c, at, objects)
		}
	}
	a.order(a.late[0], bytes.Compare)
	a.order(a.late[1], compareQuoted)
	for _, ids := range a.late {
		for _, id := range ids {
			a.add(a.t.at(id), at, objects)
		}
	}
	if e := a.t.sibling(n.elem); e != nil && a.t.live(&e.tally) {
		a.add(e, at, 0)
	}
}

// order sorts what mostly is in order already.
func (a *arranger) order(ids []int32, compare func(a, b []byte) int) {
	byName := func(x, y int32) int { return compare(a.t.name(x), a.t.name(y)) }
	if !slices.IsSortedFunc(ids, byName) {
		slices.SortFunc(ids, byName)
	}
}
