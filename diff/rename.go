package diff

import (
	"strings"

	"github.com/archverify/archverify/manifest"
)

// half is what is known about a field that came or went.
type half struct {
	entry *Entry
	field *manifest.Field
	// at is the field's place among its siblings.
	at int
	// mapping is where its value comes from, "" where nothing says.
	mapping string
}

// Beyond this many combinations in one place nothing is paired: such a change
// is a rewrite, and guesses would not help.
const maxCombinations = 10_000

// pairRenames links a field that went with one that came in the same place when
// they look like one field under two names: the same type, and the same mapping
// or, where neither is mapped, the same place or a similar name. Both changes
// stay what they are; a rename breaks its readers whatever was meant.
func pairRenames(c *comparison) {
	type place struct{ subject, prefix string }
	gone, came := map[place][]*Entry{}, map[place][]*Entry{}
	for _, e := range c.entries {
		p := place{e.Subject(), prefixOf(e)}
		switch {
		case e.removedField():
			gone[p] = append(gone[p], e)
		case e.addedField():
			came[p] = append(came[p], e)
		}
	}
	if len(gone) == 0 || len(came) == 0 {
		return
	}
	oldMaps, newMaps := newMappings(c.before), newMappings(c.after)
	for p, old := range gone {
		now := came[p]
		if len(now) == 0 || len(old)*len(now) > maxCombinations {
			continue
		}
		pairHalves(halves(old, c.before, oldMaps), halves(now, c.after, newMaps))
	}
}

func prefixOf(e *Entry) string {
	prefix, _, found := strings.Cut(e.Path, ".")
	if e.Resource != "" || !found {
		return ""
	}
	return prefix + "."
}

func (e *Entry) removedField() bool {
	return e.Kind == InputRemoved || e.Kind == OutputRemoved || e.Kind == ResourceFieldChanged && e.After == ""
}

func (e *Entry) addedField() bool {
	return e.Kind == InputAddedRequired || e.Kind == InputAddedOptional || e.Kind == OutputAdded ||
		e.Kind == ResourceFieldChanged && e.Before == ""
}

// halves finds the declared field behind each entry.
func halves(entries []*Entry, x *index, m *mappings) []half {
	siblings := siblingsOf(entries[0], x)
	at := make(map[string]int, len(siblings))
	for i, f := range siblings {
		at[f.Name] = i
	}
	list := make([]half, 0, len(entries))
	for _, e := range entries {
		name := strings.TrimPrefix(e.Path, prefixOf(e))
		if i, ok := at[name]; ok {
			list = append(list, half{entry: e, field: siblings[i], at: i, mapping: m.of(e, name)})
		}
	}
	return list
}

func siblingsOf(e *Entry, x *index) []*manifest.Field {
	switch {
	case e.Resource != "":
		return fieldsOf(x.resources[e.Resource])
	case prefixOf(e) == inputRole.prefix:
		return x.tools[e.Capability].Input
	default:
		return x.tools[e.Capability].Output
	}
}

// pairHalves links two halves when each is the other's only best match.
func pairHalves(gone, came []half) {
	for i := range gone {
		j, reason := bestMatch(gone[i], came, likeness)
		if j < 0 {
			continue
		}
		back, _ := bestMatch(came[j], gone, func(a, b half) (int, string) { return likeness(b, a) })
		if back != i {
			continue
		}
		old, now := gone[i].entry, came[j].entry
		old.Pair, now.Pair, old.PairReason, now.PairReason = now, old, reason, reason
	}
}

// bestMatch is the place of the one candidate that is most alike, -1 when none
// is or when two are alike equally.
func bestMatch(h half, candidates []half, like func(a, b half) (int, string)) (int, string) {
	best, at, why, tie := 0, -1, "", false
	for i, c := range candidates {
		score, reason := like(h, c)
		switch {
		case score > best:
			best, at, why, tie = score, i, reason, false
		case score == best:
			tie = true
		}
	}
	if tie {
		return -1, ""
	}
	return at, why
}

// likeness scores how probably two halves are one field; 0 is "not at all".
func likeness(gone, came half) (score int, reason string) {
	if !sameType(gone.field.Type, came.field.Type) || gone.mapping != came.mapping {
		return 0, ""
	}
	similar, place := similarNames(gone.field.Name, came.field.Name), gone.at == came.at
	if similar {
		score++
	}
	if place {
		score++
	}
	if gone.mapping != "" {
		return score + 2, "same type and mapping"
	}
	switch {
	case similar:
		return score, "same type, similar name"
	case place:
		return score, "same type, same place"
	}
	return 0, ""
}
