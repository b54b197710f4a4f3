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
	bar.FailOn = cmp.Or(bar.FailOn, Red)
	r.SchemaVersion = SchemaVersion
	r.Bar = bar
	if r.Subjects == nil {
		r.Subjects = []Subject{}
	}
	for i := range r.Subjects {
		r.Subjects[i].seal(cmp.Or(r.Subjects[i].Command, r.Command))
	}
	r.Summary = summarise(r.Subjects, r.Summary.WithoutContract)
	r.Complete = r.Summary.Unverified == 0
	r.Exit = exitOf(r.Command, r.Subjects, bar)
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
	if s.Outcome == "" || s.Outcome.Judged() {
		s.Outcome = OutcomeOf(s.Findings)
	}
}

// summarise counts subjects and findings.
func summarise(subjects []Subject, withoutContract int) Summary {
	sum := Summary{WithoutContract: withoutContract}
	for _, s := range subjects {
		switch s.Outcome {
		case OutcomeGreen:
			sum.Green++
		case OutcomeYellow:
			sum.Yellow++
		case OutcomeRed:
			sum.Red++
		case OutcomeUnverified:
			sum.Unverified++
		case OutcomeSkipped:
			sum.Skipped++
		}
		count := CountFindings(s.Findings)
		sum.Findings.Red += count.Red
		sum.Findings.Yellow += count.Yellow
		sum.Findings.Note += count.Note
	}
	return sum
}

// CountFindings counts findings by severity.
func CountFindings(findings []Finding) FindingSummary {
	var sum FindingSummary
	for _, f := range findings {
		switch f.Severity {
		case Red:
			sum.Red++
		case Yellow:
			sum.Yellow++
		case Note:
			sum.Note++
		}
	}
	return sum
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

// exitOf decides the exit code of sealed subjects: something at or above the
// bar beats something unverified, which beats nothing to say.
func exitOf(command string, subjects []Subject, bar Bar) int {
	sum := summarise(subjects, 0)
	for _, s := range subjects {
		if slices.ContainsFunc(s.Findings, bar.Fails) {
			return ExitFailed
		}
	}
	// Nothing judged although something should have been is no success by silence.
	silent := command == "verify" && len(subjects) > 0 && sum.Judged() == 0
	if (sum.Unverified > 0 || silent) && !bar.AllowUnverified {
		return ExitUnverified
	}
	return ExitOK
}

// The two states of a finding in a run that was compared with a baseline.
const (
	StateNew   = "new"
	StateKnown = "known"
)
