package fingerprint

import "strconv"

// Candidate is an object whose keys are probably data. Reason never quotes a key.
type Candidate struct {
	Path   string
	Keys   int
	Reason string
}

const (
	fewestCodes = 2
	fewestIDs   = 3
	manyAlike   = 20
	manySparse  = 10
)

// KeyCandidates returns the objects of a tree whose keys look like data, in the
// order of the tree. Keys counts the members that look so.
func KeyCandidates(t *Tree) []Candidate {
	var out []Candidate
	for n := range NodeID(t.Len()) {
		s := survey(t, n)
		if reason, keys := s.reason(); reason != "" {
			out = append(out, Candidate{Path: t.Path(n), Keys: keys, Reason: reason})
		}
	}
	return out
}

// keySurvey is what the keys of one object have in common.
type keySurvey struct {
	keys, alike          int
	data                 int
	kind                 string
	currency, country    int
	locale, sureLocale   int
	numbers, ids, sparse int
	prefix               string
	nested               bool
}

func survey(t *Tree, n NodeID) keySurvey {
	var s keySurvey
	first := NoNode
	objects := t.Counts(n).Object
	for c := range t.Children(n) {
		if t.nodes[c].step != StepKey {
			continue
		}
		if first == NoNode {
			first = c
			s.nested = t.nodes[c].kids > 0
		}
		s.keys++
		if sameShape(t, first, c) {
			s.alike++
		}
		if objects >= 5 && 5*t.Counts(c).Present() <= objects {
			s.sparse++
		}
		s.look(t.Name(c))
	}
	return s
}

func (s *keySurvey) look(key string) {
	if kind, ok := LooksLikeData(key); ok {
		s.data++
		if s.kind == "" {
			s.kind = kind
		}
	}
	if listed(currencies, key) {
		s.currency++
	}
	if listed(countries, key) {
		s.country++
	}
	if sure, ok := isLocale(key); ok {
		s.locale++
		if sure {
			s.sureLocale++
		}
	}
	switch prefix, digits := splitID(key); {
	case digits == 0:
	case prefix == "":
		s.numbers++
	case digits >= 3 && (s.ids == 0 || prefix == s.prefix):
		s.prefix = prefix
		s.ids++
	}
}

// splitID cuts a key into a prefix and the run of digits at its end.
func splitID(key string) (prefix string, digits int) {
	i := len(key)
	for i > 0 && key[i-1] >= '0' && key[i-1] <= '9' {
		i--
	}
	return key[:i], len(key) - i
}

func (s *keySurvey) reason() (string, int) {
	all := func(n, fewest int) bool { return n == s.keys && n >= fewest }
	same := s.alike == s.keys
	switch {
	case s.data > 0:
		return strconv.Itoa(s.data) + " keys look like data (" + s.kind + ")", s.data
	case all(s.currency, fewestCodes) && same:
		return "the keys are currency codes", s.keys
	case all(s.country, fewestIDs) && same:
		return "the keys are country codes", s.keys
	case all(s.locale, fewestCodes) && s.sureLocale > 0 && same:
		return "the keys are locale codes", s.keys
	case all(s.numbers, fewestCodes) && same:
		return "the keys are numbers", s.keys
	case all(s.ids, fewestIDs) && same:
		return "the keys are numbered ids", s.keys
	case s.keys >= manyAlike && same && s.nested:
		return "many keys, all holding objects of one shape", s.keys
	case s.keys >= manySparse && s.sparse == s.keys && same:
		return "many keys that come and go, all of one shape", s.keys
	}
	return "", 0
}

// sameShape compares types, null aside, and the names one level below.
func sameShape(t *Tree, a, b NodeID) bool {
	x, y := &t.nodes[a], &t.nodes[b]
	if x.kids != y.kids || !sameTypes(t.Counts(a), t.Counts(b)) {
		return false
	}
	for i := range x.kids {
		c, d := x.child+i, y.child+i
		if t.nodes[c].step != t.nodes[d].step || string(t.name(int32(c))) != string(t.name(int32(d))) {
			return false
		}
	}
	return true
}

func sameTypes(a, b Counts) bool {
	a.Null, b.Null = 0, 0
	return a.Types() == b.Types()
}
