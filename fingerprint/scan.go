package fingerprint

import (
	"fmt"
	"io"
	"sync"
)

// Result is what one pass over one document showed. It may be shared between
// goroutines.
type Result struct {
	trie     *trie
	maps     []string
	tape     *tape
	bodyless bool
	sort     func() // the siblings of trie, before anything else reads it
	print    func() string
	tree     func() *Tree
}

// Scan reads one JSON document from r in one pass. Memory grows with the number
// of distinct paths, not with the bytes (except under Options.Keep, which holds
// the body). Errors: *SyntaxError, *LimitError, or what reading r returned.
func Scan(r io.Reader, o Options) (*Result, error) {
	limits := o.Limits.withDefaults()
	if o.Keep {
		body, err := io.ReadAll(io.LimitReader(r, limits.Bytes+1))
		if err != nil {
			return nil, fmt.Errorf("read body: %w", err)
		}
		return ScanBytes(body, o)
	}
	return scanStream(r, windowSize, limits, o)
}

func scanStream(r io.Reader, window int, limits Limits, o Options) (*Result, error) {
	s := scanner{source: source{r: r, max: limits.Bytes, window: window}, limits: limits}
	if !s.fill() && s.source.err == nil {
		return None(), nil
	}
	return s.run(o)
}

// ScanBytes reads one JSON document in memory. A body of no bytes at all counts
// as None; blanks alone are not JSON. With Options.Keep the result reads from
// body, which must not change afterwards.
func ScanBytes(body []byte, o Options) (*Result, error) {
	if len(body) == 0 {
		return None(), nil
	}
	limits := o.Limits.withDefaults()
	if int64(len(body)) > limits.Bytes {
		return nil, &LimitError{Limit: "bytes", Max: limits.Bytes, Offset: limits.Bytes}
	}
	s := scanner{source: source{buf: body, max: limits.Bytes}, limits: limits}
	if o.Keep {
		if int64(len(body)) > maxTapeBody {
			return nil, &LimitError{Limit: "bytes", Max: maxTapeBody, Offset: maxTapeBody}
		}
		s.tape = newTape(body)
	}
	return s.run(o)
}

func (s *scanner) run(o Options) (*Result, error) {
	if s.source.err != nil {
		return nil, s.source.err
	}
	maps, err := newMapSet(o.Maps)
	if err != nil {
		return nil, err
	}
	s.trie = *newTrie()
	s.frames = make([]frame, 0, 32)
	if err := s.document(); err != nil {
		return nil, err
	}
	t := s.trie
	t.table = nil
	return newResult(&t, s.tape, maps), nil
}

func newResult(t *trie, kept *tape, maps *mapSet) *Result {
	r := &Result{trie: t, tape: kept, maps: maps.paths}
	r.sort = sync.OnceFunc(t.sortSiblings)
	r.print = sync.OnceValue(func() string {
		r.sort()
		return printTrie(t)
	})
	r.tree = sync.OnceValue(func() *Tree {
		r.sort()
		if len(maps.paths) == 0 {
			return arrange(t)
		}
		return assemble([]forest{trieForest{t}}, maps)
	})
	return r
}

// Text returns what a body that is not JSON counts as: one string (X4.4).
func Text() *Result {
	t := newTrie()
	root := &t.at(0).tally
	root.kind, root.count, root.first, root.forms = kindString, 1, 1+uint8(kindString), 0
	return newResult(t, nil, &mapSet{})
}

// None returns what an answer without a body counts as (X4.7).
func None() *Result {
	r := newResult(newTrie(), nil, &mapSet{})
	r.bodyless = true
	r.print = sync.OnceValue(func() string { return Shape{{Path: "$", Type: WordUndefined}}.Fingerprint() })
	return r
}

// Fingerprint returns the reference's fingerprint: "sha256:" and 64 hexadecimal
// digits over the list of pairs (VR4.6 to VR4.8).
func (r *Result) Fingerprint() string { return r.print() }

// Shape returns the reference's shape in the order of its walk; a path that
// collides with an earlier one appears again, and the later entry is the one
// that counts (VR4.9). It is built anew on each call.
func (r *Result) Shape() Shape {
	if r.bodyless {
		return Shape{{Path: "$", Type: WordUndefined}}
	}
	r.sort()
	return walkShape(r.trie)
}

// Tree returns the union over all elements, on unambiguous paths, with declared
// maps folded. It is shared: treat it as read-only.
func (r *Result) Tree() *Tree { return r.tree() }

// Root returns the document; without Options.Keep it is a value that does not exist.
func (r *Result) Root() Value {
	if r.tape == nil {
		return Value{}
	}
	return Value{tape: r.tape}
}
