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
	for end := 0; end <= len(path); end++ {
		if matches(t.steps, path[:end]) && t.slot.shows(path[end:]) {
			return shown
		}
	}
	if !slices.ContainsFunc(t.steps, func(s jsonpath.Step) bool { return s.Kind == jsonpath.Descend }) &&
		len(path) < len(t.steps) && matches(t.steps[:len(path)], path) {
		return structure
	}
	return hidden
}

// matches reports whether the steps lead exactly to the path.
func matches(steps []jsonpath.Step, path []string) bool {
	for i, s := range steps {
		if s.Kind == jsonpath.Descend {
			for skip := range len(path) + 1 {
				if matches(steps[i+1:], path[skip:]) {
					return true
				}
			}
			return false
		}
		if len(path) == 0 || !takes(s, path[0]) {
			return false
		}
		path = path[1:]
	}
	return len(path) == 0
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
