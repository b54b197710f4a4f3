package fingerprint

import (
	"cmp"
	"slices"
	"unsafe"
)

// span is a pair whose path lies in an arena. A first child's path continues its
// parent's, so a chain of them is written once.
type span struct {
	off, len uint32
	word     Word
}

type walkKid struct {
	head uint64
	id   int32
}

type walker struct {
	t       *trie
	path    []byte
	arena   []byte
	spans   []span
	pending []int
	kids    []walkKid
}

// walkShape lists the pairs in the order of the reference's walk: keys in UTF-16
// order, element 0 of arrays (VR4.1 to VR4.4).
func walkShape(t *trie) Shape {
	spans, text := walkSpans(t)
	shape := make(Shape, len(spans))
	for i, s := range spans {
		shape[i] = Pair{Path: text[s.off : s.off+s.len], Type: s.word}
	}
	return shape
}

func walkSpans(t *trie) ([]span, string) {
	w := walker{t: t, path: []byte("$")}
	w.reserve()
	w.visit(0)
	return w.spans, stringOf(w.arena)
}

// reserve makes room for what the walk will write, so that documents of very
// many paths leave no outgrown slices behind.
func (w *walker) reserve() {
	nodes, text := 0, 0
	for id := range int32(w.t.len) {
		if n := w.t.at(id); w.onWalk(id) {
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
	base, here := len(w.kids), len(w.path)
	w.collect(id)
	leaf := true
	if e := n.elem; e >= 0 && w.onWalk(e) {
		leaf = false
		w.path = append(w.path, "[]"...)
		w.visit(e)
		w.path = w.path[:here]
	}
	for i := base; i < len(w.kids); i++ {
		leaf = false
		w.path = append(append(w.path, '.'), w.t.name(w.kids[i].id)...)
		w.visit(w.kids[i].id)
		w.path = w.path[:here]
	}
	w.kids = w.kids[:base]
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

func (w *walker) onWalk(id int32) bool {
	n := w.t.at(id)
	return n.tally.first != 0 && !n.dead
}

// collect pushes the key children that the walk visits, sorted.
func (w *walker) collect(id int32) {
	base := len(w.kids)
	w.kids = slices.Grow(w.kids, w.t.width(id))
	for c := w.t.at(id).child; c >= 0; c = w.t.at(c).next {
		if w.onWalk(c) {
			w.kids = append(w.kids, walkKid{unitHead(w.t.name(c)), c})
		}
	}
	slices.SortFunc(w.kids[base:], func(a, b walkKid) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return compareUnits(stringOf(w.t.name(a.id)), stringOf(w.t.name(b.id)))
	})
}

// printTrie hashes the list of pairs, equal paths included (VR4.6 to VR4.8).
func printTrie(t *trie) string {
	spans, text := walkSpans(t)
	path := func(s span) string { return text[s.off : s.off+s.len] }
	byPath := func(a, b span) int { return compareUnits(path(a), path(b)) }
	if !slices.IsSortedFunc(spans, byPath) { // the walk nearly sorts them
		slices.SortStableFunc(spans, byPath)
	}
	h := newPrinter()
	for _, s := range spans {
		h.pair(path(s), s.word)
	}
	return h.sum()
}

// stringOf views bytes that never change again as a string.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
