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

// tally is what a scan counted on one node. Nearly always that is one kind; the
// counts of others stand apart, so that nodes stay small. gen, from and to place
// the member in the object that is being read, for duplicates.
type tally struct {
	count    uint32 // of kind
	others   uint32 // index + 1 into the trie's others; 0 is none
	gen      uint32
	from, to uint32
	forms    formSet
	kind     kind
	first    uint8 // 1 + kind seen by the reference's walk (element 0 of every array)
}

// kindCounts are counts by kind.
type kindCounts [kindCount]uint32

// increment counts one more value; first tells that it is the reference's. The
// kind that came first is counted in place.
func (t *trie) increment(n *tally, k kind, first bool) {
	if first && n.first == 0 {
		n.first = 1 + uint8(k)
	}
	switch {
	case n.kind == k:
		n.count++
		return
	case n.others > 0:
	case n.count == 0:
		n.kind, n.count = k, 1
		return
	default:
		t.others = append(t.others, kindCounts{})
		n.others = uint32(len(t.others))
	}
	t.others[n.others-1][k]++
}

func (t *trie) decrement(n *tally, k kind) {
	if n.kind == k && n.count > 0 {
		n.count--
		return
	}
	t.others[n.others-1][k]--
}

// counted returns all counts of one node.
func (t *trie) counted(n *tally) kindCounts {
	var c kindCounts
	if n.others > 0 {
		c = t.others[n.others-1]
	}
	c[n.kind] += n.count
	return c
}

// live tells whether anything was counted that was not taken back.
func (t *trie) live(n *tally) bool {
	return n.count > 0 || n.others > 0 && t.others[n.others-1] != kindCounts{}
}

func (t *trie) objects(n *tally) uint64 { return uint64(t.counted(n)[kindObject]) }

func (t *trie) counts(n *tally) Counts {
	count := t.counted(n)
	of := func(k kind) uint64 { return uint64(count[k]) }
	c := Counts{
		String: of(kindString) + of(kindEmpty), Empty: of(kindEmpty), Boolean: of(kindBoolean), Null: of(kindNull),
		Array: of(kindArray) + of(kindEmptyArray), EmptyArray: of(kindEmptyArray), Object: of(kindObject),
		Integer: of(kindInteger), Number: of(kindNumber),
		FormatCount: of(kindString), LeastShare: 1, forms: n.forms,
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
		t.decrement(n, kind(e&15))
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
