package fingerprint

import (
	"strconv"
	"strings"
)

// ShapeDiff is the plain difference of two shapes (VR4.13, VR4.14), each list
// sorted by path in UTF-16 code units.
type ShapeDiff struct {
	Added, Removed []Pair
	Retyped        []Retyped
}

// Retyped is a path whose type moved.
type Retyped struct {
	Path     string
	From, To Word
}

// DiffShapes compares two shapes as maps from path to type.
func DiffShapes(recorded, live Shape) ShapeDiff {
	var d ShapeDiff
	a, b := recorded.folded(), live.folded()
	for len(a) > 0 || len(b) > 0 {
		switch c := order(a, b); {
		case c < 0:
			d.Removed, a = append(d.Removed, a[0]), a[1:]
		case c > 0:
			d.Added, b = append(d.Added, b[0]), b[1:]
		default:
			if a[0].Type != b[0].Type {
				d.Retyped = append(d.Retyped, Retyped{a[0].Path, a[0].Type, b[0].Type})
			}
			a, b = a[1:], b[1:]
		}
	}
	return d
}

func order(a, b Shape) int {
	switch {
	case len(a) == 0:
		return 1
	case len(b) == 0:
		return -1
	}
	return compareUnits(a[0].Path, b[0].Path)
}

// Empty tells whether nothing moved.
func (d ShapeDiff) Empty() bool {
	return len(d.Added)+len(d.Removed)+len(d.Retyped) == 0
}

// Summary returns the reference's sentence, "" when nothing moved (VR4.17). Paths
// stand raw in it: make them safe before printing.
func (d ShapeDiff) Summary() string {
	parts := make([]string, 0, 3)
	add := func(verb string, items []string) {
		if len(items) > 0 {
			parts = append(parts, verb+" "+strconv.Itoa(len(items))+" field(s): "+strings.Join(items, ", "))
		}
	}
	add("gained", pairTexts(d.Added))
	add("lost", pairTexts(d.Removed))
	moved := make([]string, len(d.Retyped))
	for i, r := range d.Retyped {
		moved[i] = r.Path + " (" + string(r.From) + " → " + string(r.To) + ")"
	}
	add("retyped", moved)
	return strings.Join(parts, "; ")
}

func pairTexts(pairs []Pair) []string {
	out := make([]string, len(pairs))
	for i, p := range pairs {
		out[i] = p.Path + " (" + string(p.Type) + ")"
	}
	return out
}
