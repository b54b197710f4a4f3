package fingerprint

import (
	"bytes"
	"cmp"
	"slices"
)

// forest is something that paths with counts can be read from.
type forest interface {
	// children calls yield for each live child of a node.
	children(id int32, yield func(child int32, step Step))
	width(id int32) int // at least as many as there are children
	name(id int32) []byte
	counts(id int32) Counts
	objects(id int32) uint64 // counts(id).Object
	size() (nodes, names int)
}

// member points at one of the nodes that make up a node of the tree to be. More
// than one of the same forest come together below a folded map.
type member struct {
	forest, id int32
}

type memberSpan struct {
	from, to, mapNode int32
}

// kid is a child about to be placed; rank and head order it among its siblings.
type kid struct {
	head uint64
	member
	rank rank
}

type assembler struct {
	forests []forest
	maps    *mapSet
	tree    *Tree
	members []member // of all tree nodes, one after the other
	spans   []memberSpan
	kids    []kid
	above   []parents // by forest, for the kids at hand
	scratch []byte
	// What gather is at, for takeKid; take is that method, bound once.
	forest int32
	folded bool
	take   func(int32, Step)
}

// assemble joins forests into one sorted tree, folding the keys of declared maps.
// It goes breadth first, so that the children of a node stand together.
func assemble(forests []forest, maps *mapSet) *Tree {
	a := assembler{forests: forests, maps: maps, tree: &Tree{}, above: make([]parents, len(forests))}
	a.take = a.takeKid
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
	a.reserve(nodes, names)
	a.spans = append(a.spans, memberSpan{0, int32(len(a.members)), a.maps.root()})
	root := a.rootCounts()
	a.tree.add(treeNode{parent: NoNode}, nil, &root)
	for n := NodeID(0); int(n) < len(a.tree.nodes); n++ { // the tree grows meanwhile
		a.expand(n)
	}
	if len(a.tree.nodes) == 1 && a.tree.Counts(0).Present() == 0 {
		return &Tree{} // no body at all
	}
	return a.tree
}

func (a *assembler) reserve(nodes, names int) {
	a.tree.nodes = make([]treeNode, 0, nodes)
	a.tree.names = make([]byte, 0, names)
	a.tree.slab = make([]uint64, 0, nodes)
	a.members = slices.Grow(a.members, nodes)
	a.spans = make([]memberSpan, 0, nodes)
}

func (a *assembler) rootCounts() Counts {
	c := noCounts
	for _, m := range a.members {
		c = c.merge(a.forests[m.forest].counts(m.id))
	}
	return c
}

// gather collects the children of the nodes that make up one tree node.
func (a *assembler) gather(s memberSpan) {
	a.kids = a.kids[:0]
	a.folded = a.maps.folds(s.mapNode)
	for _, m := range a.members[s.from:s.to] {
		a.forest = m.forest
		f := a.forests[m.forest]
		a.kids = slices.Grow(a.kids, f.width(m.id))
		f.children(m.id, a.take)
	}
}

func (a *assembler) takeKid(c int32, step Step) {
	k := kid{member: member{a.forest, c}}
	switch {
	case step != StepKey:
		k.rank = rankOf(step)
	case a.folded:
		k.rank = rankAnyKey
	default:
		k.rank, k.head = a.rankName(a.forests[a.forest].name(c))
	}
	a.kids = append(a.kids, k)
}

func (a *assembler) rankName(name []byte) (rank, uint64) {
	if isShorthand(stringOf(name)) {
		return rankShorthand, head(name)
	}
	a.scratch = appendKey(a.scratch[:0], stringOf(name))
	return rankQuoted, head(a.scratch[2:])
}

// compare orders two kids as their paths order bytewise; equal ones share a path.
func (a *assembler) compare(x, y *kid) int {
	if c := cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(x.head, y.head)); c != 0 || x.rank >= rankElement {
		return c
	}
	n, m := a.forests[x.forest].name(x.id), a.forests[y.forest].name(y.id)
	if x.rank == rankQuoted {
		return compareQuoted(n, m)
	}
	return bytes.Compare(n, m)
}

func (a *assembler) expand(n NodeID) {
	s := a.spans[n]
	a.gather(s)
	slices.SortFunc(a.kids, func(x, y kid) int {
		return cmp.Or(a.compare(&x, &y), cmp.Compare(x.forest, y.forest), cmp.Compare(x.id, y.id))
	})
	a.sumParents(s)
	first := NodeID(len(a.tree.nodes))
	for i := 0; i < len(a.kids); {
		j := i + 1
		for j < len(a.kids) && a.compare(&a.kids[i], &a.kids[j]) == 0 {
			j++
		}
		a.emit(n, s, a.kids[i:j])
		i = j
	}
	a.tree.nodes[n].child, a.tree.nodes[n].kids = first, NodeID(len(a.tree.nodes))-first
}

func (a *assembler) emit(parent NodeID, above memberSpan, group []kid) {
	step := group[0].rank.step()
	var name []byte
	if step == StepKey {
		name = a.forests[group[0].forest].name(group[0].id)
	}
	from := int32(len(a.members))
	for _, k := range group {
		a.members = append(a.members, k.member)
	}
	a.spans = append(a.spans, memberSpan{from, int32(len(a.members)), a.maps.step(above.mapNode, step, name)})
	counts := a.counts(group, step)
	a.tree.add(treeNode{parent: parent, step: step}, name, &counts)
}
