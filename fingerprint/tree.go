package fingerprint

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"sort"
)

// Tree holds the counts of every unambiguous path: a slab in which the children
// of a node stand together, sorted. It never changes once built.
type Tree struct {
	nodes []treeNode
	names []byte
	slab  []uint64 // counters
}

type treeNode struct {
	parent, child, kids NodeID // kids children from child on
	name, nameLen       uint32
	slab                uint32 // where its counters begin
	mask                uint16 // which it has
	forms               formSet
	format              Format
	step                Step
}

// Len returns the number of paths, the root included.
func (t *Tree) Len() int {
	if t == nil {
		return 0
	}
	return len(t.nodes)
}

func (t *Tree) has(n NodeID) bool { return n >= 0 && int(n) < t.Len() }

// Parent returns the node above, NoNode for the root.
func (t *Tree) Parent(n NodeID) NodeID {
	if !t.has(n) {
		return NoNode
	}
	return t.nodes[n].parent
}

// Step returns how the node hangs below its parent.
func (t *Tree) Step(n NodeID) Step { return t.nodes[n].step }

// Name returns the member name of a StepKey node, "" for others. Lone surrogates
// stand in their three-byte form.
func (t *Tree) Name(n NodeID) string { return stringOf(t.name(int32(n))) }

// Children yields the nodes directly below in bytewise order of their paths.
func (t *Tree) Children(n NodeID) iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		if !t.has(n) {
			return
		}
		d := &t.nodes[n]
		for c := d.child; c < d.child+d.kids; c++ {
			if !yield(c) {
				return
			}
		}
	}
}

// Child returns the node one step below n, or NoNode.
func (t *Tree) Child(n NodeID, s Step, name string) NodeID {
	if !t.has(n) {
		return NoNode
	}
	d := &t.nodes[n]
	if d.kids <= fewKids {
		return t.childAmongFew(d, s, name)
	}
	want := []byte(name)
	k, found := sort.Find(int(d.kids), func(i int) int {
		c := d.child + NodeID(i)
		return compareSteps(s, want, t.nodes[c].step, t.name(int32(c)))
	})
	if !found {
		return NoNode
	}
	return d.child + NodeID(k)
}

// fewKids is how many children are faster to look at one by one: comparing for
// order costs far more than for equality, because paths are what is ordered.
const fewKids = 16

func (t *Tree) childAmongFew(d *treeNode, s Step, name string) NodeID {
	for c := d.child; c < d.child+d.kids; c++ {
		if t.nodes[c].step == s && (s != StepKey || string(t.name(int32(c))) == name) {
			return c
		}
	}
	return NoNode
}

// Find returns the node of an unambiguous path, or NoNode.
func (t *Tree) Find(path string) NodeID {
	steps, err := SplitPath(path)
	if err != nil || t.Len() == 0 {
		return NoNode
	}
	n := NodeID(0)
	for _, s := range steps {
		n = t.Child(n, s.Step, s.Name)
	}
	return n
}

// Path returns the unambiguous path of a node.
func (t *Tree) Path(n NodeID) string { return string(t.appendPath(nil, n)) }

func (t *Tree) appendPath(dst []byte, n NodeID) []byte {
	var chain []NodeID
	for ; n >= 0; n = t.nodes[n].parent {
		chain = append(chain, n)
	}
	for _, c := range slices.Backward(chain) {
		dst = appendStep(dst, t.nodes[c].step, stringOf(t.name(int32(c))))
	}
	return dst
}

// compareSteps orders siblings as their paths order bytewise.
func compareSteps(s Step, name []byte, t Step, other []byte) int {
	if s != StepKey || t != StepKey {
		return cmp.Compare(s, t)
	}
	a, b := isShorthand(stringOf(name)), isShorthand(stringOf(other))
	switch {
	case a && b:
		return bytes.Compare(name, other)
	case a:
		return -1
	case b:
		return 1
	}
	return compareQuoted(name, other)
}
