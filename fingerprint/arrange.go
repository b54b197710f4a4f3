package fingerprint

import (
	"bytes"
	"slices"
)

// arranger turns one trie, its siblings sorted, into a tree: the common case of
// assemble, which needs neither joining nor folding. The tree shares its names.
type arranger struct {
	t      *trie
	tree   *Tree
	from   []int32 // tree node → trie node
	quoted []int32
}

// arrange goes breadth first, so that the children of a node stand together.
func arrange(t *trie) *Tree {
	if t.at(0).tally.present() == 0 {
		return &Tree{} // no body at all
	}
	a := arranger{t: t, tree: &Tree{
		names: t.names, nodes: make([]treeNode, 0, t.len), slab: make([]uint64, 0, t.len),
	}, from: make([]int32, 1, t.len)}
	a.add(0, NoNode, StepRoot)
	for n := NodeID(0); int(n) < len(a.tree.nodes); n++ { // the tree grows meanwhile
		a.expand(n)
	}
	return a.tree
}

func (a *arranger) add(id int32, parent NodeID, step Step) {
	c := trieForest{a.t}.counts(id)
	d := a.t.at(id)
	a.tree.put(treeNode{parent: parent, step: step, name: d.name, nameLen: d.nameLen}, &c)
}

func (a *arranger) expand(n NodeID) {
	first := len(a.from)
	a.gather(a.t.at(a.from[n]))
	for _, id := range a.from[first:] {
		a.add(id, n, a.t.at(id).step)
	}
	d := &a.tree.nodes[n]
	d.child, d.kids = NodeID(first), NodeID(len(a.from)-first)
}

// gather lists the children in bytewise order of their paths: names that stand
// behind a dot, names in quotes, then the element.
func (a *arranger) gather(n *node) {
	shorthand := len(a.from)
	a.quoted = a.quoted[:0]
	for c := a.t.sibling(n.child); c != nil; c = a.t.sibling(c.next) {
		switch {
		case c.dead || c.tally.present() == 0:
		case isShorthand(stringOf(c.text(a.t))):
			a.from = append(a.from, c.id)
		default:
			a.quoted = append(a.quoted, c.id)
		}
	}
	if a.t.high {
		a.order(a.from[shorthand:], bytes.Compare)
	}
	a.order(a.quoted, compareQuoted)
	a.from = append(a.from, a.quoted...)
	if e := a.t.sibling(n.elem); e != nil && e.tally.present() > 0 {
		a.from = append(a.from, e.id)
	}
}

// order sorts what mostly is in order already.
func (a *arranger) order(ids []int32, compare func(a, b []byte) int) {
	byName := func(x, y int32) int { return compare(a.t.name(x), a.t.name(y)) }
	if !slices.IsSortedFunc(ids, byName) {
		slices.SortFunc(ids, byName)
	}
}
