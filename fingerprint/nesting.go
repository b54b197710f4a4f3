package fingerprint

import "math"

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
