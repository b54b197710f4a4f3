package fingerprint

// parents sums up, for one forest, the nodes above a group of kids.
type parents struct {
	nodes   int
	objects uint64
}

// sumParents prepares a.above for the kids of one tree node.
func (a *assembler) sumParents(s memberSpan) {
	clear(a.above)
	for _, m := range a.members[s.from:s.to] {
		p := &a.above[m.forest]
		p.nodes++
		p.objects = add(p.objects, a.forests[m.forest].objects(m.id))
	}
}

// counts joins what the forests counted on one path; group is ordered by forest.
// A forest that has the parent but not the path saw it absent in every object there.
func (a *assembler) counts(group []kid, step Step) Counts {
	total := noCounts
	for f, p := range a.above {
		n := 0
		for n < len(group) && group[n].forest == int32(f) {
			n++
		}
		if p.nodes > 0 {
			total = total.merge(a.forestCounts(p, group[:n], step))
		}
		group = group[n:]
	}
	return total
}

// forestCounts sums one forest's nodes. One node below one parent brings its own
// absences and least share; below a fold those of the whole are what can be known.
func (a *assembler) forestCounts(p parents, group []kid, step Step) Counts {
	c := noCounts
	for _, k := range group {
		c = c.merge(a.forests[k.forest].counts(k.id))
	}
	if p.nodes == 1 && len(group) == 1 && step != StepAnyKey {
		return c
	}
	switch step {
	case StepKey:
		c.Absent = p.objects - min(p.objects, c.Present())
	case StepAnyKey:
		c.Absent = 0
	}
	if m := c.Occurrences(); m > 0 {
		c.LeastShare = share(c.Has(), m)
	}
	return c
}
