package fingerprint

import (
	"bytes"
	"slices"
)

// treePrinter hashes the pairs of a document on the walk itself, without a list
// of paths. That is their sorted order wherever no name continues a sibling's
// name with a character up to the one that begins the sibling's own children
// (`a`, `a.b`, `a-b`); such siblings are listed and sorted.
type treePrinter struct {
	*printer
	t    *trie
	path []byte // as JSON
}

// printTrie hashes the list of pairs, equal paths included (VR4.6 to VR4.8).
func printTrie(t *trie) string {
	p := treePrinter{printer: newPrinter(), t: t, path: []byte("$")}
	p.visit(t.at(0))
	return p.sum()
}

func (p *treePrinter) visit(n *node) {
	p.pair(p.path, "", n.word())
	here := len(p.path)
	if e := p.t.sibling(n.elem); e != nil && e.onWalk() {
		p.path = append(p.path, "[]"...)
		p.visit(e)
		p.path = p.path[:here]
	}
	for c := p.t.walked(n.child); c != nil; {
		next := p.t.walked(c.next)
		if next != nil && p.t.mingles(c, next) {
			c = p.mixed(c)
			continue
		}
		p.path = appendEscaped(append(p.path, '.'), stringOf(c.text(p.t)))
		p.visit(c)
		p.path = p.path[:here]
		c = next
	}
}

// mingles tells whether the path of a later sibling sorts among those below n.
func (t *trie) mingles(n, later *node) bool {
	var begins byte
	switch n.word() {
	case WordObject:
		begins = '.'
	case WordArray:
		begins = '['
	default:
		return false
	}
	name, longer := n.text(t), later.text(t)
	return len(longer) > len(name) && longer[len(name)] <= begins && bytes.HasPrefix(longer, name)
}

// mixed prints n and the siblings that mingle with it, and returns the next one.
func (p *treePrinter) mixed(n *node) *node {
	w := walker{t: p.t}
	c := n
	for c == n || c != nil && p.t.mingles(n, c) {
		w.path = append(append(w.path[:0], '.'), c.text(p.t)...)
		w.visit(c.id)
		c = p.t.walked(c.next)
	}
	slices.SortStableFunc(w.spans, func(a, b span) int { return compareUnits(w.text(a), w.text(b)) })
	for _, s := range w.spans {
		p.pair(p.path, w.text(s), s.word)
	}
	return c
}

func (n *node) word() Word { return kindWords[n.tally.first-1] }
