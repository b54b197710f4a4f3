package fingerprint

import "slices"

// Shape is the reference's list of pairs. As the shape of a document it stands
// in walk order, where an equal path may come again; as a map the later wins.
type Shape []Pair

// Fingerprint returns the hash over the pairs as a map: of equal paths the last
// one counts (VR4.10). It equals the document's fingerprint when no two values
// share a path.
func (s Shape) Fingerprint() string {
	folded := s.folded()
	h := newPrinter()
	for _, p := range folded {
		h.pair(nil, p.Path, p.Type)
	}
	return h.sum()
}

// Type returns the word recorded for a path; of equal paths the last one counts.
func (s Shape) Type(path string) (Word, bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].Path == path {
			return s[i].Type, true
		}
	}
	return "", false
}

// folded returns the pairs as a map, sorted by path in UTF-16 code units.
func (s Shape) folded() Shape {
	sorted := slices.Clone(s)
	slices.SortStableFunc(sorted, func(a, b Pair) int { return compareUnits(a.Path, b.Path) })
	out := sorted[:0]
	for _, p := range sorted {
		if n := len(out); n > 0 && out[n-1].Path == p.Path {
			out[n-1] = p
			continue
		}
		out = append(out, p)
	}
	return out
}
