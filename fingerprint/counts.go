package fingerprint

import "strings"

// Present returns how often the path held a value, null included.
func (c Counts) Present() uint64 {
	return c.String + c.Boolean + c.Null + c.Array + c.Object + c.Integer + c.Number
}

// Has returns how often the path held a value other than null.
func (c Counts) Has() uint64 { return c.Present() - c.Null }

// Occurrences returns how many parents could have held the path: objects for a
// member, elements for an array. It is Present plus Absent.
func (c Counts) Occurrences() uint64 { return c.Present() + c.Absent }

// Types returns the type words seen, sorted and joined with |; "" for none.
func (c Counts) Types() string {
	words := make([]string, 0, 6)
	for _, w := range []struct {
		n    uint64
		word Word
	}{
		{c.Array, WordArray}, {c.Boolean, WordBoolean}, {c.Null, WordNull},
		{c.Integer + c.Number, WordNumber}, {c.Object, WordObject}, {c.String, WordString},
	} {
		if w.n > 0 {
			words = append(words, string(w.word))
		}
	}
	return strings.Join(words, "|")
}

// Fits tells whether every string counted here satisfies the grammar of f, even
// when a narrower class (or, for hex and base64, none at all) was named. That is
// the question to ask of a live answer: eight digits fit both integer and hex.
func (c Counts) Fits(f Format) bool {
	if c.FormatCount == 0 || f == FormatNone || f == FormatText {
		return true
	}
	return c.forms&bit(f) != 0
}

// merge adds what another sample showed on the same path.
func (c Counts) merge(d Counts) Counts {
	c.String = add(c.String, d.String)
	c.Boolean = add(c.Boolean, d.Boolean)
	c.Null = add(c.Null, d.Null)
	c.Array = add(c.Array, d.Array)
	c.Object = add(c.Object, d.Object)
	c.Integer = add(c.Integer, d.Integer)
	c.Number = add(c.Number, d.Number)
	c.EmptyArray = add(c.EmptyArray, d.EmptyArray)
	c.Empty = add(c.Empty, d.Empty)
	c.Absent = add(c.Absent, d.Absent)
	c.LeastShare = min(c.LeastShare, d.LeastShare)
	c.FormatCount = add(c.FormatCount, d.FormatCount)
	c.forms = c.forms.join(d.forms)
	c.Format = c.forms.format(c.FormatCount)
	return c
}

// mostCount holds counters within what JSON readers everywhere keep exact.
const mostCount = 1<<53 - 1

func add(a, b uint64) uint64 { return min(a+b, mostCount) }

var noCounts = Counts{LeastShare: 1, forms: formsAll}
