package finding

// Compare marks every finding of a sealed run as new or known, by identity
// alone, and counts what is gone. Seal afterwards when the bar is OnlyNew.
//
// A finding of the baseline is gone only when its subject was judged now too:
// what was not asked has healed nothing.
func (r *Run) Compare(baseline *Run) {
	before := identities(baseline.Subjects)
	r.Baseline = &Comparison{Name: baseline.Name, At: baseline.At, Commit: baseline.Commit}
	for i := range r.Subjects {
		findings := r.Subjects[i].Findings
		for j := range findings {
			findings[j].State = StateNew
			if before[findings[j].Identity] {
				findings[j].State = StateKnown
				r.Baseline.Known++
			} else {
				r.Baseline.New++
			}
		}
	}
	r.Baseline.Gone = gone(baseline.Subjects, r.Subjects)
}

func identities(subjects []Subject) map[string]bool {
	all := map[string]bool{}
	for _, s := range subjects {
		for _, f := range s.Findings {
			all[f.Identity] = true
		}
	}
	return all
}

func gone(before, after []Subject) int {
	judged := map[string]bool{}
	for _, s := range after {
		if s.Outcome.Judged() {
			judged[s.ID] = true
		}
	}
	now, missing := identities(after), map[string]bool{}
	for _, s := range before {
		for _, f := range s.Findings {
			if judged[s.ID] && !now[f.Identity] {
				missing[f.Identity] = true
			}
		}
	}
	return len(missing)
}
