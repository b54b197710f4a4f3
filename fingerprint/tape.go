package fingerprint

// maxTapeBody is what the 32-bit offsets of a tape can address.
const maxTapeBody = 1<<32 - 1

// entry is a value or a key of the kept document. A container spans the
// entries up to next; a key is followed by its value.
type entry struct {
	off, end uint32 // bytes of the token; names and strings without quotes
	next     uint32 // index behind this value; key with alias: index of the value that won
	size     uint32 // live members or elements
	kind     kind
	hidden   bool // a key whose value an earlier entry of the same name took over
	alias    bool
}

type tape struct {
	body    []byte
	entries []entry
}

// newTape makes a tape with room for the entries of a usual answer, which has one
// in six bytes or so; larger ones grow from there.
func newTape(body []byte) *tape {
	const bytesEach, most = 6, 1024
	return &tape{body: body, entries: make([]entry, 0, min(len(body)/bytesEach+1, most))}
}

func (t *tape) open(off int, array bool) int32 {
	k := kindObject
	if array {
		k = kindArray
	}
	t.entries = append(t.entries, entry{off: uint32(off), kind: k})
	return int32(len(t.entries) - 1)
}

// close completes a container of size members; size so far held the hidden ones.
func (t *tape) close(at int32, size uint32, end int) {
	e := &t.entries[at]
	e.size = size - e.size
	e.end = uint32(end)
	e.next = uint32(len(t.entries))
}

// keep records the scalar that starts at the cursor.
func (s *scanner) keep(k kind, end int) {
	off := s.i
	if k == kindString {
		off, end = off+1, end-1
	}
	n := uint32(len(s.tape.entries))
	s.tape.entries = append(s.tape.entries, entry{off: uint32(off), end: uint32(end), next: n + 1, kind: k})
}

// keepKey records the key at the cursor. A duplicate hands its value to the
// first key of that name, which keeps its position.
func (s *scanner) keepKey(f *frame, id int32, end int, duplicate bool) {
	t := s.tape
	at := int32(len(t.entries))
	if duplicate {
		first := &t.entries[s.keys[id]]
		first.alias, first.next = true, uint32(at)+1
		t.entries[f.tape].size++
	} else {
		s.keys = setAt(s.keys, id, at)
	}
	t.entries = append(t.entries, entry{off: uint32(s.i + 1), end: uint32(end - 1), hidden: duplicate})
}

func setAt(keys []int32, id, at int32) []int32 {
	for int(id) >= len(keys) {
		keys = append(keys, -1)
	}
	keys[id] = at
	return keys
}
