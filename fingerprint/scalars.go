package fingerprint

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
	if !s.countCommon(p, k) {
		s.count(p, k)
	}
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
		if !s.countCommon(p, k) {
			s.count(p, k)
		}
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
			if !s.countCommon(p, k) {
				s.count(p, k)
			}
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
