package fingerprint

import "unsafe"

// span is a pair whose path lies in an arena. A first child's path continues its
// parent's, so a chain of them is written once.
type span struct {
	off, len uint32
	word     Word
}

type walker struct {
	t       *trie
	path    []byte
	arena   []byte
	spans   []span
	pending []int
}

// walkShape lists the pairs in the order of the reference's walk: keys in UTF-16
// order, element 0 of arrays (VR4.1 to VR4.4).
func walkShape(t *trie) Shape {
	w := walker{t: t, path: []byte("$")}
	w.reserve()
	w.visit(0)
	shape := make(Shape, len(w.spans))
	for i, s := range w.spans {
		shape[i] = Pair{Path: w.text(s), Type: s.word}
	}
	return shape
}

// reserve makes room for what the walk will write, so that documents of very
// many paths leave no outgrown slices behind.
func (w *walker) reserve() {
	nodes, text := 0, 0
	for id := range int32(w.t.len) {
		if n := w.t.at(id); n.onWalk() {
			nodes++
			if n.child < 0 && n.elem < 0 {
				text += int(n.pathLen)
			}
		}
	}
	w.spans = make([]span, 0, nodes)
	w.arena = make([]byte, 0, text)
}

func (w *walker) visit(id int32) {
	n := w.t.at(id)
	w.pending = append(w.pending, len(w.spans))
	w.spans = append(w.spans, span{len: uint32(len(w.path)), word: kindWords[n.tally.first-1]})
	here, leaf := len(w.path), true
	if e := w.t.sibling(n.elem); e != nil && e.onWalk() {
		leaf = false
		w.path = append(w.path, "[]"...)
		w.visit(e.id)
		w.path = w.path[:here]
	}
	for c := w.t.walked(n.child); c != nil; c = w.t.walked(c.next) {
		leaf = false
		w.path = append(append(w.path, '.'), c.text(w.t)...)
		w.visit(c.id)
		w.path = w.path[:here]
	}
	if leaf {
		w.flush()
	}
}

// flush writes the path of a leaf, which starts with those of all pending nodes.
func (w *walker) flush() {
	off := uint32(len(w.arena))
	w.arena = append(w.arena, w.path...)
	for _, i := range w.pending {
		w.spans[i].off = off
	}
	w.pending = w.pending[:0]
}

func (w *walker) text(s span) string { return stringOf(w.arena[s.off : s.off+s.len]) }

func (n *node) onWalk() bool { return n.tally.first != 0 && !n.dead }

// walked returns the first sibling from id on that the walk visits, or nil.
func (t *trie) walked(id int32) *node {
	for ; id >= 0; id = t.at(id).next {
		if n := t.at(id); n.onWalk() {
			return n
		}
	}
	return nil
}

// stringOf views bytes that never change again as a string.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
