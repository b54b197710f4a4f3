package fingerprint

import (
	"hash/maphash"
)

// node is one path of a trie: its place, its name, and what the scan counted.
// Nodes refer to each other by index, so the slab holds no pointers.
type node struct {
	id                  int32
	parent, child, next int32
	elem                int32  // the [] child
	width               uint32 // key children, dead ones included
	name, nameLen       uint32
	pathLen             uint32
	tally               tally
	step                Step
	plain               bool // the name reads the same inside JSON quotes
	dead                bool // replaced by a later duplicate
	shorthand           bool // the name stands behind a dot in unambiguous paths
}

const (
	chunkBits = 5 // small: most answers have few paths, and a run scans thousands
	chunkSize = 1 << chunkBits
)

// trie is a slab of nodes, in chunks so that it grows without copying, with one
// arena of names and one table of children.
type trie struct {
	seed   maphash.Seed
	chunks []*[chunkSize]node
	len    int
	names  []byte
	table  []slot
	used   int
	others []kindCounts
	high   bool // some name has a character from U+D000 up, see unitHead
}

func (t *trie) at(id int32) *node {
	return &t.chunks[uint32(id)>>chunkBits][id&(chunkSize-1)]
}

type slot struct {
	hash uint32
	id   int32 // index + 1; 0 is free
}

func newTrie() *trie {
	t := &trie{seed: maphash.MakeSeed(), table: make([]slot, 64)}
	t.at(t.append(int32(NoNode), StepRoot)).pathLen = 1
	return t
}

// sibling is at for links that may be -1.
func (t *trie) sibling(id int32) *node {
	if id < 0 {
		return nil
	}
	return t.at(id)
}

func (t *trie) append(parent int32, step Step) int32 {
	id := t.len
	if id&(chunkSize-1) == 0 {
		t.chunks = append(t.chunks, new([chunkSize]node))
	}
	t.len++
	*t.at(int32(id)) = node{id: int32(id), parent: parent, child: -1, next: -1, elem: -1, step: step, tally: tally{forms: formsAll}}
	return int32(id)
}

func (t *trie) name(id int32) []byte {
	return t.at(id).text(t)
}

func (n *node) text(t *trie) []byte { return t.names[n.name : n.name+n.nameLen] }

func (t *trie) hashOf(parent int32, name []byte) uint32 {
	h := maphash.Bytes(t.seed, name) ^ uint64(uint32(parent))*0x9E3779B97F4A7C15
	return uint32((h * 0xD6E8FEB86659FD93) >> 32)
}

// find returns the key child of that name, or -1, and the hash to add it with.
func (t *trie) find(parent int32, name []byte) (int32, uint32) {
	h := t.hashOf(parent, name)
	mask := uint32(len(t.table) - 1)
	for i := h & mask; t.table[i].id != 0; i = (i + 1) & mask {
		if t.table[i].hash != h {
			continue
		}
		id := t.table[i].id - 1
		if t.at(id).parent == parent && string(t.name(id)) == string(name) {
			return id, h
		}
	}
	return -1, h
}

// addKey puts a key child behind its sibling after, or first when that is nil, so
// that siblings stand as documents order them. The caller knows that there is
// none of that name.
func (t *trie) addKey(parent int32, name []byte, h uint32, after *node) int32 {
	if 4*(t.used+1) > 3*len(t.table) {
		t.grow()
	}
	id := t.append(parent, StepKey)
	t.place(t.at(parent), t.at(id), after)
	n := t.at(id)
	n.name, n.nameLen = uint32(len(t.names)), uint32(len(name))
	n.plain, n.shorthand = isPlain(name), isShorthand(stringOf(name))
	n.pathLen = t.at(parent).pathLen + 1 + n.nameLen
	t.names = append(t.names, name...)
	t.high = t.high || reachesHigh(name)
	t.insert(h, id)
	t.used++
	return id
}

// link adds a child behind after, or first when that is nil.
func (t *trie) link(parent int32, step Step, after *node) int32 {
	id := t.append(parent, step)
	t.place(t.at(parent), t.at(id), after)
	return id
}

func (t *trie) place(parent, n, after *node) {
	parent.width++
	if after == nil {
		n.next, parent.child = parent.child, n.id
	} else {
		n.next, after.next = after.next, n.id
	}
}

// addElement appends the [] child, which stands apart from the key children.
func (t *trie) addElement(parent int32) int32 {
	id := t.append(parent, StepElement)
	t.at(id).pathLen = t.at(parent).pathLen + 2
	t.at(parent).elem = id
	return id
}

// replace puts a fresh node of the same name in the place of id, whose whole
// subtree is forgotten.
func (t *trie) replace(id int32) int32 {
	old := t.at(id)
	old.dead, old.plain = true, false
	fresh := t.link(old.parent, StepKey, old)
	n := t.at(fresh)
	n.name, n.nameLen, n.pathLen = old.name, old.nameLen, old.pathLen
	n.plain, n.shorthand = isPlain(t.name(fresh)), old.shorthand
	mask := uint32(len(t.table) - 1)
	for i := t.hashOf(old.parent, t.name(id)) & mask; ; i = (i + 1) & mask {
		if t.table[i].id == id+1 {
			t.table[i].id = fresh + 1
			return fresh
		}
	}
}

func (t *trie) insert(h uint32, id int32) {
	mask := uint32(len(t.table) - 1)
	i := h & mask
	for t.table[i].id != 0 {
		i = (i + 1) & mask
	}
	t.table[i] = slot{hash: h, id: id + 1}
}

func (t *trie) grow() {
	old := t.table
	t.table = make([]slot, 2*len(old))
	for _, s := range old {
		if s.id != 0 {
			t.insert(s.hash, s.id-1)
		}
	}
}

// isPlain tells whether the name stands inside JSON quotes as it is, so that a
// key can be recognized by comparing bytes.
func isPlain(name []byte) bool {
	for i, c := range name {
		if c < 0x20 || c == '"' || c == '\\' {
			return false
		}
		// ED A0..BF starts a surrogate, which only an escape can spell.
		if c == 0xED && i+1 < len(name) && name[i+1] >= 0xA0 {
			return false
		}
	}
	return true
}
