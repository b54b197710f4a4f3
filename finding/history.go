package finding

import "slices"

// subjects picks, for every subject of the part, the one that counts, in the
// order in which the runs first name them.
func (p part) subjects() []Subject {
	var order []string
	seen := map[string][]sighting{}
	for _, r := range p.runs {
		for _, s := range r.Subjects {
			if seen[s.ID] == nil {
				order = append(order, s.ID)
			}
			seen[s.ID] = append(seen[s.ID], sighting{run: r, subject: s})
		}
	}
	var out []Subject
	past := p.past()
	for _, id := range order {
		// Last seen before everything was asked for again: the subject is declared
		// no longer, and what was wrong with it is over.
		gone := !slices.ContainsFunc(seen[id], func(s sighting) bool { return !past[s.run] })
		if !gone {
			out = append(out, pick(seen[id]))
		}
	}
	return out
}

// past are the runs before the latest one that asked for everything. Runs that
// share no subject with it are shards, which say nothing of each other.
func (p part) past() map[*Run]bool {
	past := map[*Run]bool{}
	if whole := p.lastWhole(); whole != nil {
		for _, r := range p.runs {
			past[r] = r.At != "" && r.At < whole.At && share(r, whole)
		}
	}
	return past
}

// lastWhole is the latest run that asked for everything, nil when none did.
func (p part) lastWhole() *Run {
	var last *Run
	for _, r := range p.runs {
		if !r.Selected && (last == nil || r.At > last.At) {
			last = r
		}
	}
	return last
}

// share reports whether two runs have a subject in common.
func share(a, b *Run) bool {
	ids := make(map[string]bool, len(a.Subjects))
	for _, s := range a.Subjects {
		ids[s.ID] = true
	}
	return slices.ContainsFunc(b.Subjects, func(s Subject) bool { return ids[s.ID] })
}

// sighting is one subject as one run saw it.
type sighting struct {
	run     *Run
	subject Subject
}

// pick chooses the sighting that counts. One that was skipped counts only when
// all were: not asking again says nothing.
func pick(all []sighting) Subject {
	asked := slices.DeleteFunc(slices.Clone(all), func(s sighting) bool { return s.subject.Outcome == OutcomeSkipped })
	if len(asked) == 0 {
		return all[len(all)-1].subject
	}
	best := asked[0]
	for _, s := range asked[1:] {
		later := s.run.At > best.run.At
		worse := s.run.At == best.run.At && outcomeRank(s.subject.Outcome) < outcomeRank(best.subject.Outcome)
		if later || worse {
			best = s
		}
	}
	out := best.subject
	out.History = historyOf(asked)
	return out
}

func outcomeRank(o Outcome) int { return slices.Index(Outcomes(), o) }

// historyOf lists what each time saw; of one time the worst outcome stands. It
// is empty when there is only one time.
func historyOf(asked []sighting) []Past {
	var past []Past
	for _, s := range asked {
		entries := s.subject.History
		if len(entries) == 0 {
			entries = []Past{{
				At: s.run.At, Commit: s.run.Commit, Outcome: s.subject.Outcome, Reason: s.subject.Reason,
				Findings: CountFindings(s.subject.Findings),
			}}
		}
		for _, e := range entries {
			past = remember(past, e)
		}
	}
	if len(past) < 2 {
		return nil
	}
	slices.SortStableFunc(past, func(a, b Past) int {
		switch {
		case a.At < b.At:
			return -1
		case a.At > b.At:
			return 1
		}
		return 0
	})
	return past
}

func remember(past []Past, e Past) []Past {
	i := slices.IndexFunc(past, func(p Past) bool { return p.At == e.At })
	if i < 0 {
		return append(past, e)
	}
	if outcomeRank(e.Outcome) < outcomeRank(past[i].Outcome) {
		past[i] = e
	}
	return past
}
