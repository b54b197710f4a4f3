package fingerprint

// key reads the key at the cursor and returns its node. Rows of one kind repeat
// their keys in order, so the expected sibling, or the one behind it when a key
// is lacking, is compared first, byte by byte, which spares scanning and hashing
// the name.
func (s *scanner) key(f *frame) (*node, error) {
	n := f.next
	for tries := 0; n != nil && tries < 2; tries++ {
		from := s.i + 1
		to := from + int(n.nameLen)
		if n.plain && to < len(s.buf) && s.buf[to] == '"' && string(s.buf[from:to]) == string(n.text(&s.trie)) {
			return s.enter(f, n, to+1)
		}
		n = s.sibling(n.next)
	}
	return s.lookup(f)
}

func (s *scanner) lookup(f *frame) (*node, error) {
	end, escaped, o := stringEnd(s.buf, s.i+1)
	for o == tokenShort && s.fill() {
		end, escaped, o = stringEnd(s.buf, s.i+1)
	}
	if o != tokenOK {
		return nil, s.fault(end, o)
	}
	name := s.buf[s.i+1 : end]
	if len(name) > s.limits.KeyLen {
		return nil, s.limit("key length", int64(s.limits.KeyLen))
	}
	if escaped {
		s.scratch = unescape(s.scratch[:0], name)
		name = s.scratch
	}
	id, h := s.find(f.node.id, name)
	if id < 0 {
		if err := s.room(f.node.pathLen + 1 + uint32(len(name))); err != nil {
			return nil, err
		}
		id = s.addKey(f.node.id, name, h, f.last)
	}
	return s.enter(f, s.at(id), end+1)
}

// enter moves behind the key and takes back the value of an earlier duplicate.
func (s *scanner) enter(f *frame, n *node, end int) (*node, error) {
	duplicate := n.tally.gen == f.gen
	if duplicate {
		fresh, err := s.supersede(f, n)
		if err != nil {
			return nil, err
		}
		n = fresh
	}
	n.tally.gen = f.gen
	n.tally.from = uint32(len(s.events))
	f.last, f.next = n, s.sibling(n.next)
	if s.tape != nil {
		s.keepKey(f, n.id, end, duplicate)
	}
	s.i = end
	return n, nil
}

// supersede takes back what the earlier value of the key counted. Below arrays
// other rows share the nodes, so the journal tells what to take back; elsewhere
// the nodes belong to that value alone.
func (s *scanner) supersede(f *frame, n *node) (*node, error) {
	switch {
	case f.logged:
		to := n.tally.from + 1
		if k := kind(s.events[n.tally.from] & 15); k == kindArray || k == kindEmptyArray || k == kindObject {
			to = n.tally.to
		}
		s.undo(&s.trie, n.tally.from, to, f.first)
		return n, nil
	case n.child < 0 && n.elem < 0:
		n.tally = tally{forms: formsAll}
		return n, nil
	}
	if err := s.room(n.pathLen); err != nil {
		return nil, err
	}
	fresh := s.at(s.replace(n.id))
	if s.tape != nil {
		s.keys = setAt(s.keys, fresh.id, s.keys[n.id])
	}
	return fresh, nil
}

// room tells whether one more path fits.
func (s *scanner) room(pathLen uint32) error {
	if s.trie.len >= s.limits.Paths {
		return s.limit("paths", int64(s.limits.Paths))
	}
	if s.pathText += int64(pathLen); s.pathText > s.limits.PathText {
		return s.limit("path text", s.limits.PathText)
	}
	return nil
}

func (s *scanner) limit(name string, most int64) error {
	return &LimitError{Limit: name, Max: most, Offset: s.offset(s.i)}
}

func (s *scanner) syntax(at int, reason string) error {
	if s.source.err != nil {
		return s.source.err
	}
	return &SyntaxError{Offset: s.offset(at), Reason: reason}
}

func (s *scanner) fault(at int, o outcome) error { return s.syntax(at, outcomeReasons[o]) }

func (s *scanner) unexpected(wanted string) error {
	if s.i >= len(s.buf) {
		return s.syntax(s.i, "unexpected end where "+wanted+" should be")
	}
	return s.syntax(s.i, "unexpected byte where "+wanted+" should be")
}
