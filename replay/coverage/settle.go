package coverage

import (
	"cmp"
	"slices"
)

// settle brings the trials of a capability together.
func (c *Capability) settle(trials []trial, several bool) {
	guarded := map[string]bool{}
	for _, t := range trials {
		c.count(t.outcome)
		guarded[t.path] = guarded[t.path] || t.outcome == red || t.outcome == yellow
		if t.outcome == red || t.outcome == yellow {
			continue
		}
		m := Missed{Path: t.path, Change: t.change.Name, Where: t.where, Noted: t.outcome == noted}
		if several {
			m.Request = t.request
		}
		c.Missed = append(c.Missed, m)
	}
	for path, ok := range guarded {
		if !ok {
			c.Unguarded = append(c.Unguarded, path)
		}
	}
	slices.Sort(c.Unguarded)
	slices.SortStableFunc(c.Missed, func(a, b Missed) int { return cmp.Compare(a.Path, b.Path) })
	c.Percent = floored(c.Share())
	if len(trials) == 0 {
		c.State, c.Reason = Unassessable, "the recorded answer has nothing that could change"
	}
}
