package fingerprint

// trieForest reads what a scan counted.
type trieForest struct{ t *trie }

func (f trieForest) children(id int32, yield func(int32, Step)) {
	n := f.t.at(id)
	if e := n.elem; e >= 0 && f.t.live(&f.t.at(e).tally) {
		yield(e, StepElement)
	}
	for c := n.child; c >= 0; c = f.t.at(c).next {
		if d := f.t.at(c); !d.dead && f.t.live(&d.tally) {
			yield(c, StepKey)
		}
	}
}

func (f trieForest) width(id int32) int { return int(f.t.at(id).width) + 1 }

func (f trieForest) name(id int32) []byte { return f.t.name(id) }

func (f trieForest) counts(id int32) Counts {
	n := f.t.at(id)
	return f.t.countsBelow(n, f.t.objectsAbove(n))
}

// objectsAbove returns how many objects could have held the node.
func (t *trie) objectsAbove(n *node) uint64 {
	if n.step != StepKey {
		return 0
	}
	return t.objects(&t.at(n.parent).tally)
}

// countsBelow adds to what was counted what follows from so many objects above:
// absence and the share of this sample.
func (t *trie) countsBelow(n *node, objects uint64) Counts {
	c := t.counts(&n.tally)
	if n.step == StepKey {
		c.Absent = objects - c.Present()
	}
	if m := c.Occurrences(); m > 0 {
		c.LeastShare = share(c.Has(), m)
	}
	return c
}

func (f trieForest) objects(id int32) uint64 {
	return f.t.objects(&f.t.at(id).tally)
}

func (f trieForest) size() (nodes, names int) { return f.t.len, len(f.t.names) }

func share(has, of uint64) float64 { return float64(has) / float64(of) }

func (t *Tree) children(id int32, yield func(int32, Step)) {
	n := &t.nodes[id]
	for c := n.child; c < n.child+n.kids; c++ {
		yield(int32(c), t.nodes[c].step)
	}
}

func (t *Tree) width(id int32) int { return int(t.nodes[id].kids) }

func (t *Tree) name(id int32) []byte {
	d := &t.nodes[id]
	return t.names[d.name : d.name+d.nameLen]
}

func (t *Tree) counts(id int32) Counts { return t.Counts(NodeID(id)) }

func (t *Tree) objects(id int32) uint64 { return t.Counts(NodeID(id)).Object }

func (t *Tree) size() (nodes, names int) { return len(t.nodes), len(t.names) }
