package fingerprint

import (
	"cmp"
	"slices"
)

// forest is something that paths with counts can be read from.
type forest interface {
	// children calls yield for each live child of a node.
	children(id int32, yield func(child int32, step Step, name []byte))
	counts(id int32) Counts
	size() (nodes, names int)
}

type trieForest struct{ t *trie }

func (f trieForest) children(id int32, yield func(int32, Step, []byte)) {
	n := &f.t.nodes[id]
	if e := n.elem; e >= 0 && f.t.nodes[e].tally.present() > 0 {
		yield(e, StepElement, nil)
	}
	for c := n.child; c >= 0; c = f.t.nodes[c].next {
		if d := &f.t.nodes[c]; !d.dead && d.tally.present() > 0 {
			yield(c, StepKey, f.t.name(c))
		}
	}
}

// counts adds what follows from the parent: absence and the share of this sample.
func (f trieForest) counts(id int32) Counts {
	n := &f.t.nodes[id]
	c := n.tally.counts()
	if n.step == StepKey {
		c.Absent = uint64(f.t.nodes[n.parent].tally.count[kindObject]) - c.Present()
	}
	if m := c.Occurrences(); m > 0 {
		c.LeastShare = share(c.Has(), m)
	}
	return c
}

func (f trieForest) size() (nodes, names int) { return len(f.t.nodes), len(f.t.names) }

func share(has, of uint64) float64 { return float64(has) / float64(of) }

func (t *Tree) children(id int32, yield func(int32, Step, []byte)) {
	n := &t.nodes[id]
	for c := n.child; c < n.child+n.kids; c++ {
		yield(int32(c), t.nodes[c].step, t.name(c))
	}
}

func (t *Tree) counts(id int32) Counts { return t.nodes[id].counts }

func (t *Tree) size() (nodes, names int) { return len(t.nodes), len(t.names) }

// source points at the nodes that make up one node of the tree to be. More than
// one of the same forest come together below a folded map.
type member struct {
	forest int32
	id     int32
}

type assembler struct {
	forests []forest
	maps    *mapSet
	tree    *Tree
	members []member // of all tree nodes, one after the other
	spans   []memberSpan
	kids    []kid
}

type memberSpan struct {
	from, to int
	mapNode  int
}

type kid struct {
	member
	step Step
	name []byte
}

// assemble joins forests into one sorted tree, folding the keys of declared maps.
// It goes breadth first, so that the children of a node stand together.
func assemble(forests []forest, maps *mapSet) *Tree {
	a := assembler{forests: forests, maps: maps, tree: &Tree{}}
	var nodes, names int
	for i, f := range forests {
		n, m := f.size()
		if n == 0 {
			continue
		}
		nodes, names = max(nodes, n), max(names, m)
		a.members = append(a.members, member{int32(i), 0})
	}
	if len(a.members) == 0 {
		return a.tree
	}
	a.tree.nodes = make([]treeNode, 0, nodes)
	a.tree.names = make([]byte, 0, names)
	a.spans = append(a.spans, memberSpan{0, len(a.members), a.maps.root()})
	a.tree.nodes = append(a.tree.nodes, treeNode{parent: NoNode, counts: a.rootCounts()})
	if a.tree.nodes[0].counts.Present() == 0 && a.childless() {
		return &Tree{}
	}
	for n := 0; n < len(a.tree.nodes); n++ {
		a.expand(NodeID(n))
	}
	return a.tree
}

// childless tells whether nothing lies below the roots either: no body at all.
func (a *assembler) childless() bool {
	a.kids = a.kids[:0]
	a.gather(a.spans[0])
	return len(a.kids) == 0
}

func (a *assembler) rootCounts() Counts {
	c := noCounts
	for _, m := range a.members {
		c = c.merge(a.forests[m.forest].counts(m.id))
	}
	return c
}

func (a *assembler) gather(s memberSpan) {
	folded := a.maps.folds(s.mapNode)
	for _, m := range a.members[s.from:s.to] {
		a.forests[m.forest].children(m.id, func(c int32, step Step, name []byte) {
			if folded && step == StepKey {
				step, name = StepAnyKey, nil
			}
			a.kids = append(a.kids, kid{member{m.forest, c}, step, name})
		})
	}
}

func (a *assembler) expand(n NodeID) {
	s := a.spans[n]
	a.kids = a.kids[:0]
	a.gather(s)
	slices.SortFunc(a.kids, func(x, y kid) int {
		return cmp.Or(compareSteps(x.step, x.name, y.step, y.name), cmp.Compare(x.forest, y.forest), cmp.Compare(x.id, y.id))
	})
	a.tree.nodes[n].child = NodeID(len(a.tree.nodes))
	for i := 0; i < len(a.kids); {
		j := i + 1
		for j < len(a.kids) && compareSteps(a.kids[i].step, a.kids[i].name, a.kids[j].step, a.kids[j].name) == 0 {
			j++
		}
		a.emit(n, s, a.kids[i:j])
		i = j
	}
	a.tree.nodes[n].kids = NodeID(len(a.tree.nodes)) - a.tree.nodes[n].child
}

func (a *assembler) emit(parent NodeID, above memberSpan, group []kid) {
	step, name := group[0].step, group[0].name
	from := len(a.members)
	for _, k := range group {
		a.members = append(a.members, k.member)
	}
	a.spans = append(a.spans, memberSpan{from, len(a.members), a.maps.step(above.mapNode, step, name)})
	off := uint32(len(a.tree.names))
	a.tree.names = append(a.tree.names, name...)
	a.tree.nodes = append(a.tree.nodes, treeNode{
		parent: parent, name: off, nameLen: uint32(len(name)), step: step, counts: a.counts(above, group),
	})
}
