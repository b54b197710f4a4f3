package fingerprint

// frame is an open object or array.
type frame struct {
	node  *node
	next  *node  // object: the child that is expected next; array: the [] child
	last  *node  // object: the child that was read last
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

// countCommon puts one value on its node if it is of the kind that came first
// there and nothing but counting is to be done. It is short enough to be compiled
// into its callers.
func (s *scanner) countCommon(p place, k kind) bool {
	t := &p.node.tally
	if t.kind != k || p.first {
		return false
	}
	t.count++
	if p.logged {
		s.note(p.node.id, k)
	}
	return true
}

// count puts one value on its node.
func (s *scanner) count(p place, k kind) {
	s.increment(&p.node.tally, k, p.first)
	if p.logged {
		s.note(p.node.id, k)
	}
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
