package exposure

import (
	"slices"
	"strconv"
	"strings"

	"github.com/archverify/archverify/internal/jsonpath"
	"github.com/archverify/archverify/internal/recordedpath"
	"github.com/archverify/archverify/manifest"
)

// withholds lists the recorded paths that nothing shows, ordered by path. Paths
// that only lead to something shown are structure and stand in neither list. Keys
// that look like personal data or secrets are masked.
func withholds(shape []manifest.ShapeEntry, targets []target) []Withheld {
	list := []Withheld{}
	if slices.ContainsFunc(targets, func(t target) bool { return t.unplaceable }) {
		return list
	}
	leads := map[string]bool{"$": true}
	var hidden []manifest.ShapeEntry
	for _, s := range shape {
		switch where(targets, segments(s.Path)) {
		case shown:
			markAncestors(leads, s.Path)
		case structure:
		default:
			hidden = append(hidden, s)
		}
	}
	paths := recordedpath.Of(shape)
	for _, s := range hidden {
		if !leads[s.Path] {
			list = append(list, Withheld{Path: paths.Mask(s.Path), Observed: s.Type})
		}
	}
	slices.SortStableFunc(list, func(a, b Withheld) int { return strings.Compare(a.Path, b.Path) })
	return slices.Compact(list) // masked keys of one kind are one line
}

// markAncestors notes everything that a shown path lies below.
func markAncestors(leads map[string]bool, path string) {
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '.' || path[i] == '[' {
			leads[path[:i]] = true
		}
	}
}

// segments splits a recorded path: "$.rows[].id" is rows, [], id.
func segments(path string) []string {
	var out []string
	for i, part := range strings.Split(path, ".") {
		name := strings.TrimRight(part, element)
		elements := (len(part) - len(name)) / len(element)
		name = part[:len(part)-elements*len(element)]
		if i > 0 {
			out = append(out, name)
		}
		for range elements {
			out = append(out, element)
		}
	}
	return out
}

// place says what a recorded path is to the mappings.
type place int

const (
	hidden place = iota
	structure
	shown
)

func where(targets []target, path []string) place {
	best := hidden
	for _, t := range targets {
		best = max(best, t.place(path))
		if best == shown {
			break
		}
	}
	return best
}

// place follows the steps along the path: it is shown when they end on it or
// above it and the type keeps the rest, structure when they lead beyond it.
func (t target) place(path []string) place {
	for _, end := range ends(t.steps, path) {
		if t.slot.shows(path[end:]) {
			return shown
		}
	}
	if !slices.ContainsFunc(t.steps, descends) && len(path) < len(t.steps) && matches(t.steps[:len(path)], path) {
		return structure
	}
	return hidden
}

func descends(s jsonpath.Step) bool { return s.Kind == jsonpath.Descend }

// matches reports whether the steps lead exactly to the path.
func matches(steps []jsonpath.Step, path []string) bool {
	found := ends(steps, path)
	return len(found) > 0 && found[len(found)-1] == len(path)
}

// ends lists how much of the path the steps may lead along, in rising order. All
// ways are followed at once, for with several descents there are too many to try
// one after the other.
func ends(steps []jsonpath.Step, path []string) []int {
	at, next := make([]bool, len(steps)+1), make([]bool, len(steps)+1)
	enter(at, steps, 0)
	var found []int
	for end := 0; ; end++ {
		if at[len(steps)] {
			found = append(found, end)
		}
		if end == len(path) || !slices.Contains(at, true) {
			return found
		}
		for i, s := range steps {
			switch {
			case !at[i]:
			case descends(s):
				enter(next, steps, i)
			case takes(s, path[end]):
				enter(next, steps, i+1)
			}
		}
		at, next = next, at
		clear(next)
	}
}

// enter marks a step as reached, and the one after a descent, which may lead
// along nothing.
func enter(at []bool, steps []jsonpath.Step, i int) {
	at[i] = true
	if i < len(steps) && descends(steps[i]) {
		enter(at, steps, i+1)
	}
}

// takes reports whether one step may lead along one segment.
func takes(s jsonpath.Step, segment string) bool {
	switch s.Kind {
	case jsonpath.Name:
		return s.Name == segment || segment == element && isIndex(s.Name)
	case jsonpath.Index:
		return segment == element || segment == strconv.Itoa(s.Index)
	case jsonpath.Union:
		return slices.ContainsFunc(s.Union, func(m jsonpath.Step) bool { return takes(m, segment) })
	default: // wildcards, slices and filters keep any
		return true
	}
}

func isIndex(name string) bool {
	_, err := strconv.ParseUint(name, 10, 32)
	return err == nil
}
