package replay

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// Verify replays the recorded requests of a manifest and judges the answers:
// plan, ask, judge. The run it returns is sealed with Options.Bar; its subjects
// are in tool order whatever the order of the answers. When ctx ends or the time
// is up, what is known is reported and the rest is unverified (interrupted). An
// error means that there is nothing to report: ErrInvalidManifest, a *NameError,
// or a folder that cannot be opened.
func Verify(ctx context.Context, m *manifest.Manifest, o Options) (*finding.Run, error) {
	started := o.now()
	items, err := Plan(m, o)
	if err != nil {
		return nil, err
	}
	answers := o.askAll(ctx, items, m.IR)
	run := o.newRun(m, started)
	for i, item := range items {
		run.Subjects = append(run.Subjects, subjectOf(item, answers[i]))
	}
	if len(o.Only) == 0 {
		run.Summary.WithoutContract = WithoutContract(m.IR)
	}
	run.Warnings = o.warnings()
	run.Seal(o.Bar)
	return run, nil
}

func (o Options) newRun(m *manifest.Manifest, started time.Time) *finding.Run {
	return &finding.Run{
		Tool:     o.Tool,
		Command:  "verify",
		Name:     o.Name,
		Manifest: m.Dir,
		At:       started.UTC().Format(time.RFC3339),
		Subjects: []finding.Subject{},
	}
}

// warnings collects what the connectors have to say about the whole run.
func (o Options) warnings() []string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(o.Connectors)) {
		if w, ok := o.Connectors[kind].(interface{ Warnings() []string }); ok {
			all = append(all, w.Warnings()...)
		}
	}
	return all
}

// subjectOf brings an item and its judged answers, in question order, together.
func subjectOf(item Item, answers []judged) finding.Subject {
	s := finding.Subject{
		ID:     item.Tool.ID,
		Kind:   finding.SubjectCapability,
		Effect: string(item.Tool.Effect),
	}
	if c := item.Tool.Contract; c != nil {
		s.RecordedFingerprint, s.VerifiedAt = c.Fingerprint, c.VerifiedAt
	}
	place(&s, placeOf(item.Tool))
	switch {
	case item.Skipped:
		s.Outcome, s.Detail = finding.OutcomeSkipped, item.Detail()
	case item.Refusal != nil:
		s.PolicyDenied = item.PolicyDenied
		refuse(&s, item.Refusal)
	default:
		combine(&s, item, answers)
	}
	return s
}

func place(s *finding.Subject, pos finding.Position) {
	if pos.Known() {
		s.Position = &pos
	}
}

// refuse makes a subject unverified.
func refuse(s *finding.Subject, r *Refusal) {
	s.Outcome, s.Reason, s.Detail = finding.OutcomeUnverified, r.Reason, r.Detail
	place(s, r.Pos)
}

// combine makes one result of the answers to all questions of a capability. One
// that was not answered leaves the capability unverified, unless another answer
// already shows that a consumer breaks.
func combine(s *finding.Subject, item Item, answers []judged) {
	var refused *judged
	worst := -1
	for i := range answers {
		a := &answers[i]
		s.Attempts += a.attempts
		s.Requests = append(s.Requests, askedRequest(item.Questions[i], *a))
		s.Findings = append(s.Findings, a.verdict.Findings...)
		if a.refusal != nil {
			if refused == nil {
				refused = a
			}
			continue
		}
		if s.ObservedFingerprint == "" {
			s.ObservedFingerprint, s.Drift, s.Shape = a.verdict.Observed, a.verdict.Drift, a.verdict.Shape
		}
		for _, name := range a.verdict.UndeclaredNested {
			if !slices.Contains(s.UndeclaredNested, name) {
				s.UndeclaredNested = append(s.UndeclaredNested, name)
			}
		}
		if worst < 0 || rankOf(a.outcome()) < rankOf(answers[worst].outcome()) {
			worst = i
		}
	}
	if worst >= 0 {
		s.Detail = answers[worst].verdict.Detail
	}
	switch {
	case refused == nil:
	case finding.OutcomeOf(s.Findings) == finding.OutcomeRed:
		s.Detail += fmt.Sprintf(" (request %d was not answered: %s)", refused.number, refused.refusal.Detail)
	default:
		refusal := *refused.refusal
		if !refusal.Pos.Known() {
			refusal.Pos = connectorPos(item.Tool)
		}
		if len(answers) > 1 {
			refusal.Detail = fmt.Sprintf("request %d: %s", refused.number, refusal.Detail)
		}
		refuse(s, &refusal)
	}
}

// askedRequest is a question as the run may show it: without its body, which only a
// plan prints.
func askedRequest(q Question, a judged) finding.Request {
	r := q.Prepared.Show()
	r.Body = ""
	r.Status, r.Attempts = a.status, a.attempts
	return r
}

// rankOf orders outcomes, worst first.
func rankOf(o finding.Outcome) int { return slices.Index(finding.Outcomes(), o) }
