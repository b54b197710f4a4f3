package fingerprint

// kind is what one value counts as.
type kind uint8

const (
	kindString kind = iota
	kindEmpty       // ""
	kindInteger
	kindNumber
	kindBoolean
	kindNull
	kindArray
	kindEmptyArray
	kindObject
	kindCount

	// kindUndone marks journal entries that no longer count; the node number
	// then holds how many entries are skipped.
	kindUndone kind = 15
)

var kindWords = [kindCount]Word{
	WordString, WordString, WordNumber, WordNumber, WordBoolean, WordNull, WordArray, WordArray, WordObject,
}

// tally is what a scan counts on one node. gen, from and to place the member in
// the object that is being read, for duplicates.
type tally struct {
	count    [kindCount]uint32
	gen      uint32
	from, to uint32
	forms    formSet
	first    uint8 // 1 + kind seen by the reference's walk (element 0 of every array)
}

func (t *tally) present() uint64 {
	var n uint64
	for _, c := range t.count {
		n += uint64(c)
	}
	return n
}

func (t *tally) counts() Counts {
	c := Counts{
		String: uint64(t.count[kindString]) + uint64(t.count[kindEmpty]), Empty: uint64(t.count[kindEmpty]),
		Boolean: uint64(t.count[kindBoolean]), Null: uint64(t.count[kindNull]),
		Array:      uint64(t.count[kindArray]) + uint64(t.count[kindEmptyArray]),
		EmptyArray: uint64(t.count[kindEmptyArray]),
		Object:     uint64(t.count[kindObject]),
		Integer:    uint64(t.count[kindInteger]), Number: uint64(t.count[kindNumber]),
		FormatCount: uint64(t.count[kindString]), LeastShare: 1, forms: t.forms,
	}
	c.Format = c.forms.format(c.FormatCount)
	return c
}

// journal remembers what was counted inside the outermost object below an
// array, so that the value of an earlier duplicate can be taken back exactly.
// Objects that occur once need none: their duplicates replace the subtree.
type journal struct {
	events []uint32 // node<<4 | kind
	forms  []formChange
}

type formChange struct {
	at   uint32 // index into events
	node int32
	was  formSet
}

func (j *journal) reset() {
	j.events, j.forms = j.events[:0], j.forms[:0]
}

func (j *journal) note(id int32, k kind) {
	j.events = append(j.events, uint32(id)<<4|uint32(k))
}

// undo takes back events [from, to) from the tallies; first tells that they
// belong to the reference's walk.
func (j *journal) undo(t *trie, from, to uint32, first bool) {
	for i := from; i < to; {
		e := j.events[i]
		if kind(e&15) == kindUndone {
			i += e >> 4
			continue
		}
		n := &t.at(int32(e >> 4)).tally
		n.count[e&15]--
		if first {
			n.first = 0
		}
		i++
	}
	j.restoreForms(t, from, to)
	const most = 1<<28 - 1
	for from < to {
		n := min(to-from, most)
		j.events[from] = n<<4 | uint32(kindUndone)
		from += n
	}
}

func (j *journal) restoreForms(t *trie, from, to uint32) {
	lo := searchChange(j.forms, from)
	hi := searchChange(j.forms, to)
	for i := hi - 1; i >= lo; i-- {
		// Latest first: the earliest state of a node is the one that stays.
		t.at(j.forms[i].node).tally.forms = j.forms[i].was
	}
}

func searchChange(cs []formChange, at uint32) int {
	lo, hi := 0, len(cs)
	for lo < hi {
		m := int(uint(lo+hi) / 2)
		if cs[m].at < at {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}
