package fingerprint

// counts joins what the forests counted on one path. A forest that has the
// parent but not the path saw it absent in every object there.
func (a *assembler) counts(above memberSpan, group []kid) Counts {
	total := noCounts
	for f := range a.forests {
		parents := a.parents(above, int32(f))
		if len(parents) == 0 {
			continue
		}
		total = total.merge(a.forestCounts(parents, group, int32(f)))
	}
	return total
}

func (a *assembler) parents(above memberSpan, f int32) []member {
	ms := a.members[above.from:above.to]
	for len(ms) > 0 && ms[0].forest < f {
		ms = ms[1:]
	}
	n := 0
	for n < len(ms) && ms[n].forest == f {
		n++
	}
	return ms[:n]
}

// forestCounts sums one forest's nodes. One node below one parent brings its own
// least share; below a fold the share of the whole is what can be known.
func (a *assembler) forestCounts(parents []member, group []kid, f int32) Counts {
	c, found := noCounts, 0
	for _, k := range group {
		if k.forest == f {
			c = c.merge(a.forests[f].counts(k.id))
			found++
		}
	}
	step := group[0].step
	if step == StepKey && (len(parents) > 1 || found == 0) {
		var objects uint64
		for _, p := range parents {
			objects = add(objects, a.forests[f].counts(p.id).Object)
		}
		c.Absent = objects - min(objects, c.Present())
	}
	if step == StepAnyKey {
		c.Absent = 0
	}
	if m := c.Occurrences(); m > 0 && (found != 1 || len(parents) > 1 || step == StepAnyKey) {
		c.LeastShare = share(c.Has(), m)
	}
	return c
}
