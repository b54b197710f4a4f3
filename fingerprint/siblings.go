package fingerprint

import (
	"cmp"
	"slices"
)

// sibling is a key child about to be ordered: eight bytes of its name, behind
// what all of its siblings have in common, settle most comparisons.
type sibling struct {
	head uint64
	id   int32
}

// fewSiblings are sorted by comparing; more by the digits of their heads.
const fewSiblings = 128

type siblingSorter struct {
	t        *trie
	kids     []sibling
	spare    []sibling
	tallying [8][256]uint32
}

// sortSiblings puts the key children of every node in UTF-16 order of their
// names (VR0.11), the order of the reference's walk, and drops the dead ones.
func (t *trie) sortSiblings() {
	s := siblingSorter{t: t}
	for id := range int32(t.len) {
		if n := t.at(id); n.width > 0 {
			s.sortBelow(n)
		}
	}
}

func (s *siblingSorter) sortBelow(n *node) {
	if s.kids == nil || cap(s.kids) < int(n.width) {
		s.kids = make([]sibling, 0, max(16, n.width))
	}
	kids := s.kids[:0]
	for c := s.t.sibling(n.child); c != nil; c = s.t.sibling(c.next) {
		if !c.dead {
			kids = append(kids, sibling{id: c.id})
		}
	}
	s.sort(kids)
	link := &n.child
	for _, k := range kids {
		*link = k.id
		link = &s.t.at(k.id).next
	}
	*link = -1
}

// sort orders kids by name. Each round of it settles eight more bytes.
func (s *siblingSorter) sort(kids []sibling) {
	if len(kids) < 2 {
		return
	}
	common := 0
	if len(kids) >= fewSiblings {
		common = s.common(kids)
	}
	for i := range kids {
		kids[i].head = unitHead(s.t.name(kids[i].id)[common:])
	}
	if len(kids) < fewSiblings {
		slices.SortFunc(kids, s.compare)
		return
	}
	s.byHead(kids)
	for i := 0; i < len(kids); {
		j := i + 1
		for j < len(kids) && kids[j].head == kids[i].head {
			j++
		}
		s.settle(kids[i:j], common)
		i = j
	}
}

// settle orders kids of one head, which is no longer than a whole one unless
// names end, or a character of disputed order stands, within.
func (s *siblingSorter) settle(kids []sibling, common int) {
	if len(kids) >= fewSiblings && s.common(kids) >= common+8 {
		s.sort(kids)
		return
	}
	if len(kids) > 1 {
		slices.SortFunc(kids, s.compare)
	}
}

func (s *siblingSorter) compare(a, b sibling) int {
	if a.head != b.head {
		return cmp.Compare(a.head, b.head)
	}
	return compareUnits(stringOf(s.t.name(a.id)), stringOf(s.t.name(b.id)))
}

// common returns how many bytes all names begin with.
func (s *siblingSorter) common(kids []sibling) int {
	first := s.t.name(kids[0].id)
	for _, k := range kids[1:] {
		name := s.t.name(k.id)
		first = first[:min(len(first), len(name))]
		for i, c := range first {
			if name[i] != c {
				first = first[:i]
				break
			}
		}
	}
	return len(first)
}

// byHead is a radix sort, which passes over the digits that all heads share.
func (s *siblingSorter) byHead(kids []sibling) {
	if cap(s.spare) < len(kids) {
		s.spare = make([]sibling, len(kids))
	}
	s.tallying = [8][256]uint32{}
	for _, k := range kids {
		for d := range s.tallying {
			s.tallying[d][byte(k.head>>(8*d))]++
		}
	}
	from, to := kids, s.spare[:len(kids)]
	for d := range s.tallying {
		count := &s.tallying[d]
		if int(count[byte(from[0].head>>(8*d))]) == len(kids) {
			continue
		}
		at := uint32(0)
		for i, n := range count {
			count[i] = at
			at += n
		}
		for _, k := range from {
			c := byte(k.head >> (8 * d))
			to[count[c]] = k
			count[c]++
		}
		from, to = to, from
	}
	if &from[0] != &kids[0] {
		copy(kids, from)
	}
}
