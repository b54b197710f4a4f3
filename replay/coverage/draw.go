package coverage

import (
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

const (
	// rowsPerArray is how many elements an array gets.
	rowsPerArray = 3
	// maxPlaces bounds the drawn answer: arrays in arrays get one element each,
	// the innermost first, until it fits.
	maxPlaces = 5000
	mapKeys   = 2
)

// drawer makes an answer of what was recorded.
type drawer struct {
	*declared
	// full is how many arrays deep an array still gets all its rows.
	full int
	left int
}

// draw makes the answer that has what the recording always had, three elements
// an array, the last of which lacks what was recorded lacking.
func draw(tree *fingerprint.Tree, d *declared) *value {
	for full := 8; ; full-- {
		w := &drawer{declared: d, full: full, left: maxPlaces}
		if answer := w.node(0, 0, 0); w.left > 0 || full == 1 {
			return answer
		}
	}
}

// node draws one path for a row (counted from 0) of the array it lies in, which
// is so many arrays deep.
func (w *drawer) node(n fingerprint.NodeID, row, depth int) *value {
	w.left--
	c := w.tree.Counts(n)
	v := &value{node: n, word: w.word(n, c, row)}
	switch {
	case w.left < 0 && w.full > 1: // too large: another attempt follows
	case v.word == fingerprint.WordObject:
		w.members(v, row, depth)
	case v.word == fingerprint.WordArray:
		w.elements(v, depth)
	default:
		v.scalar = w.scalar(n, v.word, c)
	}
	return v
}

func (w *drawer) members(v *value, row, depth int) {
	for child := range w.tree.Children(v.node) {
		switch w.tree.Step(child) {
		case fingerprint.StepKey:
			if !w.lacks(child, row, depth) {
				v.members = append(v.members, member{w.tree.Name(child), w.node(child, row, depth)})
			}
		case fingerprint.StepAnyKey:
			for i := range mapKeys {
				name := "key" + string(rune('A'+i))
				v.members = append(v.members, member{name, w.node(child, i, depth)})
			}
		}
	}
}

func (w *drawer) elements(v *value, depth int) {
	element := w.tree.Child(v.node, fingerprint.StepElement, "")
	if element == fingerprint.NoNode {
		return // only ever recorded empty
	}
	rows := rowsPerArray
	if depth >= w.full {
		rows = 1
	}
	for i := range rows {
		v.elements = append(v.elements, w.node(element, i, depth+1))
	}
}

// lacks reports whether a member is left out: in the last row where that was
// recorded and consumers can do without.
func (w *drawer) lacks(n fingerprint.NodeID, row, depth int) bool {
	p, c := w.places[n], w.tree.Counts(n)
	if p.errorTest != nil && c.Absent > 0 && (p.errorTest.Exists == nil || *p.errorTest.Exists) {
		return true
	}
	return depth > 0 && row == rowsPerArray-1 && c.Absent > 0 && !p.required && p.wanted == ""
}

// word is the JSON type of a place: the recorded types in turn, row by row, of
// those that fit the declaration.
func (w *drawer) word(n fingerprint.NodeID, c fingerprint.Counts, row int) fingerprint.Word {
	p, known := w.places[n]
	var fit, all []fingerprint.Word
	for _, word := range recordedWords(c) {
		all = append(all, word)
		if !known || p.typ.Kind == "" || fits(p.typ, word) {
			fit = append(fit, word)
		}
	}
	switch {
	case slices.Contains(all, wordOf(p.wanted)):
		return wordOf(p.wanted)
	case len(all) == 0:
		return fingerprint.WordNull
	case c.Null > 0 && c.Absent == 0 && row == rowsPerArray-1 && !p.required:
		return fingerprint.WordNull
	case len(fit) > 0:
		return fit[row%len(fit)]
	}
	return all[row%len(all)]
}

// recordedWords are the JSON types seen on a path, null aside.
func recordedWords(c fingerprint.Counts) []fingerprint.Word {
	var all []fingerprint.Word
	add := func(n uint64, w fingerprint.Word) {
		if n > 0 {
			all = append(all, w)
		}
	}
	add(c.String, fingerprint.WordString)
	add(c.Integer+c.Number, fingerprint.WordNumber)
	add(c.Boolean, fingerprint.WordBoolean)
	add(c.Object, fingerprint.WordObject)
	add(c.Array, fingerprint.WordArray)
	return all
}

// fits reports whether a declared type can be met by a JSON type.
func fits(t manifest.Type, w fingerprint.Word) bool {
	container := w == fingerprint.WordObject || w == fingerprint.WordArray
	switch {
	case t.Kind == manifest.KindList, t.Kind == manifest.KindCollection, t.Semantic == manifest.PreferenceSet:
		return w == fingerprint.WordArray
	case t.Kind == manifest.KindResource && !t.Identity, t.Semantic == manifest.Money:
		return w == fingerprint.WordObject
	case t.Semantic == manifest.Party, t.Semantic == manifest.DateRange:
		return w != fingerprint.WordArray
	case t.Semantic.OriginBound():
		return w == fingerprint.WordString
	}
	return !container
}

// scalar is the JSON text of a value of that type.
func (w *drawer) scalar(n fingerprint.NodeID, word fingerprint.Word, c fingerprint.Counts) string {
	if p := w.places[n]; wordOf(p.wanted) == word {
		return p.wanted
	}
	switch word {
	case fingerprint.WordString:
		return string(finding.AppendJSONString(nil, w.words(n, c)))
	case fingerprint.WordNumber:
		if c.Number > 0 {
			return "7.5"
		}
		return "7"
	case fingerprint.WordBoolean:
		if p := w.places[n]; p.errorTest != nil && p.errorTest.Equals == "true" {
			return "false"
		}
		return "true"
	}
	return "null"
}
