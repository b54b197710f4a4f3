package diff

import (
	"cmp"
	"maps"
	"slices"

	"github.com/archverify/archverify/manifest"
)

// Compare classifies what changed from before to after. It is pure, and linear
// in the size of the declarations and of the answer. Neither side is changed;
// recorded answers are not looked at (see CompareContracts).
func Compare(before, after *manifest.IR) *Result {
	c := &comparison{before: newIndex(before), after: newIndex(after)}
	c.capabilities()
	c.resources()
	sortEntries(c.entries)
	pairRenames(c)
	return &Result{Before: sideOf(before), After: sideOf(after), Entries: c.entries, before: before, after: after}
}

func sideOf(ir *manifest.IR) Side { return Side{Company: ir.Company.ID, Version: ir.Version} }

// comparison collects entries; its two indexes answer every look-up.
type comparison struct {
	before, after *index
	entries       []*Entry
}

func (c *comparison) add(entries ...*Entry) { c.entries = append(c.entries, entries...) }

// index finds the parts of a declaration by name. Of two parts with one name
// the later counts, as it does for a reader of the artifact.
type index struct {
	tools     map[string]*manifest.Tool
	resources map[string]*manifest.Resource
	reach     *reach
}

func newIndex(ir *manifest.IR) *index {
	x := &index{
		tools:     make(map[string]*manifest.Tool, len(ir.Tools)),
		resources: make(map[string]*manifest.Resource, len(ir.Resources)),
		reach:     newReach(ir),
	}
	for _, t := range ir.Tools {
		x.tools[t.ID] = t
	}
	for _, r := range ir.Resources {
		x.resources[r.Name] = r
	}
	return x
}

// names lists the keys of both maps once each, sorted bytewise.
func names[V any](a, b map[string]V) []string {
	list := slices.Collect(maps.Keys(a))
	for name := range b {
		if _, both := a[name]; !both {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

func sortEntries(entries []*Entry) {
	slices.SortStableFunc(entries, func(a, b *Entry) int {
		return cmp.Or(
			cmp.Compare(a.Subject(), b.Subject()),
			cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Detail, b.Detail),
		)
	})
}
