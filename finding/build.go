package finding

import (
	"cmp"
	"slices"
)

// Seal brings a run into canonical order and fills what follows from the rest:
// identities, the order of findings, outcomes of judged subjects, the summary,
// Complete and Exit. Subjects keep their order (tool order). Two findings of
// one subject with the same identity are merged: the worse severity stays.
// Sealing twice changes nothing.
func (r *Run) Seal(bar Bar) {
	r.SchemaVersion = SchemaVersion
	r.Complete = true
	summary := Summary{WithoutContract: r.Summary.WithoutContract}
	for i := range r.Subjects {
		s := &r.Subjects[i]
		s.seal(r.Command)
		switch s.Outcome {
		case OutcomeGreen:
			summary.Green++
		case OutcomeYellow:
			summary.Yellow++
		case OutcomeRed:
			summary.Red++
		case OutcomeUnverified:
			summary.Unverified++
			r.Complete = false
		case OutcomeSkipped:
			summary.Skipped++
		}
		for _, f := range s.Findings {
			switch f.Severity {
			case Red:
				summary.Findings.Red++
			case Yellow:
				summary.Findings.Yellow++
			case Note:
				summary.Findings.Note++
			}
		}
	}
	r.Summary = summary
	r.Exit = r.exit(bar)
}

func (s *Subject) seal(family string) {
	for i := range s.Findings {
		f := &s.Findings[i]
		f.Identity = Identify(family, s.ID, *f)
	}
	Sort(s.Findings)
	s.Findings = mergeSame(s.Findings)
	if s.Findings == nil {
		s.Findings = []Finding{}
	}
	if s.Outcome == "" {
		s.Outcome = OutcomeOf(s.Findings)
	}
}

// OutcomeOf is the outcome of a judged subject: the worst of its findings.
func OutcomeOf(findings []Finding) Outcome {
	out := OutcomeGreen
	for _, f := range findings {
		switch f.Severity {
		case Red:
			return OutcomeRed
		case Yellow:
			out = OutcomeYellow
		}
	}
	return out
}

// Sort orders findings by severity, registry order, path bytes, field, and then
// by whatever else tells them apart, so that the order never depends on the
// order in which they were found.
func Sort(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.Severity.Rank(), b.Severity.Rank()),
			cmp.Compare(verifyRank(a.Code), verifyRank(b.Code)),
			cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.From, b.From),
			cmp.Compare(a.To, b.To),
			cmp.Compare(a.Request, b.Request),
			cmp.Compare(a.Message, b.Message),
		)
	})
}

// mergeSame keeps one finding an identity, the worst; its input is sorted, so
// the first one met is the worst.
func mergeSame(sorted []Finding) []Finding {
	seen := make(map[string]bool, len(sorted))
	return slices.DeleteFunc(sorted, func(f Finding) bool {
		dup := seen[f.Identity]
		seen[f.Identity] = true
		return dup
	})
}

// exit decides the exit code of a sealed run: something at or above the bar
// beats something unverified, which beats nothing to say.
func (r *Run) exit(bar Bar) int {
	failOn := cmp.Or(bar.FailOn, Red)
	for _, s := range r.Subjects {
		for _, f := range s.Findings {
			if bar.OnlyNew && f.State != StateNew {
				continue
			}
			if f.Severity.Rank() <= failOn.Rank() {
				return ExitFailed
			}
		}
	}
	// Nothing judged although something should have been is no success by silence.
	judged := r.Summary.Green + r.Summary.Yellow + r.Summary.Red
	silent := r.Command == "verify" && len(r.Subjects) > 0 && judged == 0
	if (r.Summary.Unverified > 0 || silent) && !bar.AllowUnverified {
		return ExitUnverified
	}
	return ExitOK
}

// The two states of a finding in a run that was compared with a baseline.
const (
	StateNew   = "new"
	StateKnown = "known"
)
