package fingerprint

import "math"

// frame is an open object or array.
type frame struct {
	node  *node
	next  *node  // object: the child that is expected next; array: the [] child
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
	node                 *node
	first, below, logged bool
}

func (s *scanner) document() error {
	if err := s.value(place{node: s.at(0), first: true}); err != nil {
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
	switch c := s.next(); c {
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
	t := &p.node.tally
	t.count[k]++
	if p.first && t.first == 0 {
		t.first = 1 + uint8(k)
	}
	if p.logged {
		s.note(p.node.id, k)
	}
}

func (s *scanner) text(p place) error {
	b, j := s.buf, s.i+1
	for j+8 <= len(b) {
		m := special(load64(b, j))
		if m == 0 {
			j += 8
			continue
		}
		if j += lowestByte(m); b[j] == '"' {
			s.endText(p, j, false)
			return nil
		}
		break
	}
	return s.oddText(p)
}

// oddText reads a string with escapes, with non-ASCII characters, or at the edge
// of the window.
func (s *scanner) oddText(p place) error {
	for {
		end, escaped, o := stringEnd(s.buf, s.i+1)
		if o == tokenOK {
			s.endText(p, end, escaped)
			return nil
		}
		if o != tokenShort || !s.fill() {
			return s.fault(end, o)
		}
	}
}

func (s *scanner) endText(p place, end int, escaped bool) {
	raw := s.buf[s.i+1 : end]
	k := kindString
	if len(raw) == 0 {
		k = kindEmpty
	} else if p.node.tally.forms&formsClasses != 0 {
		s.classify(p, raw, escaped)
	}
	s.count(p, k)
	if s.tape != nil {
		s.keep(kindString, end+1)
	}
	s.i = end + 1
}

// classify narrows the classes of the node's strings.
func (s *scanner) classify(p place, raw []byte, escaped bool) {
	if escaped {
		s.scratch = unescape(s.scratch[:0], raw)
		raw = s.scratch
	}
	t := &p.node.tally
	was := t.forms
	now := was.join(classify(raw, was))
	if now == was {
		return
	}
	if p.logged {
		s.journal.forms = append(s.journal.forms, formChange{at: uint32(len(s.events)), node: p.node.id, was: was})
	}
	t.forms = now
}

func (s *scanner) number(p place) error {
	for {
		end, form, o := numberEnd(s.buf, s.i)
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
		if form != formDigits && !isInteger(s.buf[s.i:end], form) {
			k = kindNumber
		}
		s.count(p, k)
		if s.tape != nil {
			s.keep(k, end)
		}
		s.i = end
		return nil
	}
}

func (s *scanner) word(p place, word string, k kind) error {
	for {
		end, o := wordEnd(s.buf, s.i, word)
		if o == tokenOK {
			s.count(p, k)
			if s.tape != nil {
				s.keep(k, end)
			}
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
	f.next = s.sibling(p.node.child)
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
	elem := p.node.elem
	if elem < 0 {
		if err := s.room(p.node.pathLen + 2); err != nil {
			return err
		}
		elem = s.addElement(p.node.id)
	}
	f.next = s.at(elem)
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
		f.node.tally.to = uint32(len(s.events))
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
	p := place{node: f.next, first: f.first && f.size == 0, below: true, logged: f.logged}
	for {
		if f.size > 0 {
			switch s.next() {
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
		f.size++
		if err := s.value(p); err != nil {
			return err
		}
		if len(s.frames) != depth {
			return nil
		}
		p.first = false
	}
}

// members reads on in the innermost object until it closes or one of its
// members opens a container.
func (s *scanner) members() error {
	depth := len(s.frames)
	f := &s.frames[depth-1]
	p := place{first: f.first, below: f.below, logged: f.logged}
	for {
		more, err := s.nextMember(f)
		if err != nil || !more {
			return err
		}
		if p.node, err = s.key(f); err != nil {
			return err
		}
		f.size++
		if s.i < len(s.buf) && s.buf[s.i] == ':' || s.peek() == ':' {
			s.i++
		} else {
			return s.unexpected("a colon")
		}
		if err := s.value(p); err != nil {
			return err
		}
		if len(s.frames) != depth {
			return nil
		}
	}
}

// nextMember moves to the quote of the next key, or closes the object.
func (s *scanner) nextMember(f *frame) (more bool, err error) {
	if b, i := s.buf, s.i; i+1 < len(b) && b[i] == ',' && b[i+1] == '"' && f.size > 0 {
		s.i++
		return true, nil
	}
	c := s.peek()
	switch {
	case c == '}':
		s.i++
		s.pop()
		return false, nil
	case f.size == 0:
	case c == ',':
		s.i++
		c = s.peek()
	default:
		return false, s.unexpected("a comma or }")
	}
	if c != '"' {
		return false, s.unexpected("a key")
	}
	return true, nil
}
