package fingerprint

import "math"

// frame is an open object or array.
type frame struct {
	node  int32
	next  int32  // object: the child that is expected next; array: the [] child
	gen   uint32 // object: number of this very object
	tape  int32  // index of its tape entry
	size  uint32 // members or elements so far, duplicates included
	array bool
	first bool // on the reference's walk
	below bool // below some array
	// logged: inside an object below an array, where counts go to the journal.
	logged bool
}

// scanner walks one document without building it: tokens go from the source
// straight into the tallies of the trie.
type scanner struct {
	source
	trie
	journal
	limits   Limits
	frames   []frame
	gens     uint32
	pathText int64
	scratch  []byte
	tape     *tape
	keys     []int32 // node → tape entry of its key in the object being read
}

// place is where a value stands.
type place struct {
	node                 int32
	first, below, logged bool
}

func (s *scanner) document() error {
	if err := s.value(place{node: 0, first: true}); err != nil {
		return err
	}
	for len(s.frames) > 0 {
		var err error
		if s.frames[len(s.frames)-1].array {
			err = s.elements()
		} else {
			err = s.members()
		}
		if err != nil {
			return err
		}
	}
	if c := s.peek(); c != 0 || s.i < len(s.buf) {
		return s.syntax(s.i, "something follows the document")
	}
	return s.source.err
}

// value reads a scalar, or opens a container.
func (s *scanner) value(p place) error {
	switch c := s.peek(); c {
	case '"':
		return s.text(p)
	case '{', '[':
		return s.open(p, c == '[')
	case 't':
		return s.word(p, "true", kindBoolean)
	case 'f':
		return s.word(p, "false", kindBoolean)
	case 'n':
		return s.word(p, "null", kindNull)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.number(p)
	default:
		return s.unexpected("a value")
	}
}

// count puts one value on its node.
func (s *scanner) count(p place, k kind) {
	t := &s.nodes[p.node].tally
	t.count[k]++
	if p.first && t.first == 0 {
		t.first = 1 + uint8(k)
	}
	if p.logged {
		s.note(p.node, k)
	}
}

func (s *scanner) text(p place) error {
	for {
		end, escaped, o := stringEnd(s.buf, s.i+1)
		if o == tokenOK {
			s.countText(p, s.buf[s.i+1:end], escaped)
			s.keep(kindString, end+1)
			s.i = end + 1
			return nil
		}
		if o != tokenShort || !s.fill() {
			return s.fault(end, o)
		}
	}
}

func (s *scanner) countText(p place, raw []byte, escaped bool) {
	if len(raw) == 0 {
		s.count(p, kindEmpty)
		return
	}
	t := &s.nodes[p.node].tally
	if was := t.forms; was&formsClasses != 0 {
		if escaped {
			s.scratch = unescape(s.scratch[:0], raw)
			raw = s.scratch
		}
		if now := was.join(classify(raw, was)); now != was {
			if p.logged {
				s.journal.forms = append(s.journal.forms, formChange{at: uint32(len(s.events)), node: p.node, was: was})
			}
			t.forms = now
		}
	}
	s.count(p, kindString)
}

func (s *scanner) number(p place) error {
	for {
		end, digitsOnly, o := numberEnd(s.buf, s.i)
		if o == tokenShort || o == tokenEdge {
			if s.fill() {
				continue
			}
			if s.source.err != nil {
				return s.source.err
			}
		}
		if o != tokenOK && o != tokenEdge {
			return s.fault(end, o)
		}
		k := kindInteger
		if !digitsOnly && !isInteger(s.buf[s.i:end]) {
			k = kindNumber
		}
		s.count(p, k)
		s.keep(k, end)
		s.i = end
		return nil
	}
}

func (s *scanner) word(p place, word string, k kind) error {
	for {
		end, o := wordEnd(s.buf, s.i, word)
		if o == tokenOK {
			s.count(p, k)
			s.keep(k, end)
			s.i = end
			return nil
		}
		if o != tokenShort || !s.fill() {
			return s.fault(end, o)
		}
	}
}

// open consumes the bracket; whether the container is empty shows at the next byte.
func (s *scanner) open(p place, array bool) error {
	if len(s.frames) >= s.limits.Depth {
		return s.limit("depth", int64(s.limits.Depth))
	}
	f := frame{node: p.node, array: array, first: p.first, below: p.below, logged: p.logged, tape: -1}
	if s.tape != nil {
		f.tape = s.tape.open(s.i, array)
	}
	s.i++
	if array {
		return s.openArray(p, f)
	}
	s.count(p, kindObject)
	f.next = s.nodes[p.node].child
	f.logged = p.logged || p.below
	if s.gens == math.MaxUint32 {
		return s.limit("bytes", s.limits.Bytes)
	}
	s.gens++
	f.gen = s.gens
	s.frames = append(s.frames, f)
	return nil
}

func (s *scanner) openArray(p place, f frame) error {
	if s.peek() == ']' {
		s.i++
		s.count(p, kindEmptyArray)
		s.close(f)
		return s.source.err
	}
	s.count(p, kindArray)
	f.next = s.nodes[p.node].elem
	if f.next < 0 {
		if err := s.room(s.nodes[p.node].pathLen + 2); err != nil {
			return err
		}
		f.next = s.addElement(p.node)
	}
	s.frames = append(s.frames, f)
	return nil
}

// close ends a container that is no longer (or never was) on the stack.
func (s *scanner) close(f frame) {
	if f.tape >= 0 {
		s.tape.close(f.tape, f.size, s.i)
	}
	outer := len(s.frames) > 0 && s.frames[len(s.frames)-1].logged
	switch {
	case outer:
		s.nodes[f.node].tally.to = uint32(len(s.events))
	case f.logged:
		s.journal.reset()
	}
}

func (s *scanner) pop() {
	f := s.frames[len(s.frames)-1]
	s.frames = s.frames[:len(s.frames)-1]
	s.close(f)
}

// elements reads on in the innermost array until it closes or one of its
// elements opens a container.
func (s *scanner) elements() error {
	depth := len(s.frames)
	f := &s.frames[depth-1]
	for {
		if f.size > 0 {
			switch s.peek() {
			case ',':
				s.i++
			case ']':
				s.i++
				s.pop()
				return nil
			default:
				return s.unexpected("a comma or ]")
			}
		}
		p := place{node: f.next, first: f.first && f.size == 0, below: true, logged: f.logged}
		f.size++
		if err := s.value(p); err != nil {
			return err
		}
		if len(s.frames) != depth {
			return nil
		}
	}
}

// members reads on in the innermost object until it closes or one of its
// members opens a container.
func (s *scanner) members() error {
	depth := len(s.frames)
	f := &s.frames[depth-1]
	for {
		c := s.peek()
		switch {
		case c == '}':
			s.i++
			s.pop()
			return nil
		case f.size == 0:
		case c == ',':
			s.i++
			c = s.peek()
		default:
			return s.unexpected("a comma or }")
		}
		if c != '"' {
			return s.unexpected("a key")
		}
		id, err := s.key(f)
		if err != nil {
			return err
		}
		f.size++
		if s.peek() != ':' {
			return s.unexpected("a colon")
		}
		s.i++
		if err := s.value(place{node: id, first: f.first, below: f.below, logged: f.logged}); err != nil {
			return err
		}
		if len(s.frames) != depth {
			return nil
		}
	}
}
