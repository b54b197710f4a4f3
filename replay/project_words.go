package replay

import (
	"github.com/archverify/archverify/fingerprint"
)

// words is a set of type words.
type words uint8

const (
	hasString words = 1 << iota
	hasNumber
	hasBoolean
	hasNull
	hasArray
	hasObject
	hasUndefined
)

func wordOf(w fingerprint.Word) words {
	switch w {
	case fingerprint.WordString:
		return hasString
	case fingerprint.WordNumber:
		return hasNumber
	case fingerprint.WordBoolean:
		return hasBoolean
	case fingerprint.WordNull:
		return hasNull
	case fingerprint.WordArray:
		return hasArray
	case fingerprint.WordObject:
		return hasObject
	}
	return hasUndefined
}

// wordsOf is the set of types that counts show; integers and other numbers are
// one family.
func wordsOf(c fingerprint.Counts) words {
	var w words
	for _, seen := range []struct {
		count uint64
		word  words
	}{{c.String, hasString}, {c.Integer + c.Number, hasNumber}, {c.Boolean, hasBoolean}, {c.Null, hasNull}, {c.Array, hasArray}, {c.Object, hasObject}} {
		if seen.count > 0 {
			w |= seen.word
		}
	}
	return w
}

// countOf is how often counts show any of the types.
func countOf(c fingerprint.Counts, w words) uint64 {
	var n uint64
	for _, seen := range []struct {
		count uint64
		word  words
	}{{c.String, hasString}, {c.Integer + c.Number, hasNumber}, {c.Boolean, hasBoolean}, {c.Null, hasNull}, {c.Array, hasArray}, {c.Object, hasObject}} {
		if w&seen.word != 0 {
			n += seen.count
		}
	}
	return n
}

// String is the sorted union, "null|string"; empty for no type.
func (w words) String() string {
	text := ""
	for _, known := range []struct {
		word words
		name fingerprint.Word
	}{
		{hasArray, fingerprint.WordArray}, {hasBoolean, fingerprint.WordBoolean}, {hasNull, fingerprint.WordNull},
		{hasNumber, fingerprint.WordNumber}, {hasObject, fingerprint.WordObject}, {hasString, fingerprint.WordString},
		{hasUndefined, fingerprint.WordUndefined},
	} {
		switch {
		case w&known.word == 0:
		case text == "":
			text = string(known.name)
		default:
			text += "|" + string(known.name)
		}
	}
	return text
}

// isPrimitive reports whether a value is a string, a number or a boolean.
func isPrimitive(v fingerprint.Value) bool {
	return wordOf(v.Word())&(hasString|hasNumber|hasBoolean) != 0
}
