package github

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
)

func (d Delivery) issue(ctx context.Context) finding.Receipt {
	if !d.Event.OnDefault {
		return elsewhere()
	}
	earlier, err := d.Client.OpenIssues(ctx, d.Label, d.key())
	if err != nil {
		return failure(issueChannel, issuePermission, false, err)
	}
	was := state{}
	if len(earlier) > 0 {
		was = parseState(earlier[0].GetBody())
	}
	want, err := d.issueOf(was, len(earlier) > 0)
	if err != nil {
		return receipt(issueChannel, StatusFailed, "%s", err)
	}
	return d.Client.SyncIssue(ctx, want)
}

// issueOf writes the issue: the report, and around it since when, who owns it
// and where to look.
func (d Delivery) issueOf(was state, isOpen bool) (Issue, error) {
	carried := carry(was.Open, d.Run)
	body, stable, err := d.texts(carried)
	if err != nil {
		return Issue{}, err
	}
	now := state{Since: was.Since, Green: was.Green, Hit: hitNow(was.Hit, d.Run), Open: openNow(d.Run, carried)}
	if !isOpen {
		now.Since, now.Green = firstSeen(d.Run), lastGreen(d.Run)
	}
	head := d.issueHead(now)
	return Issue{
		Key: d.key(), Run: d.Event.RunID, Attempt: d.Event.Attempt, Label: d.Label, Title: d.title(), OnDefault: d.Event.OnDefault,
		Body: head + body + "\n" + now.String(), Stable: head + stable, Recovered: d.recovered(was), State: d.issueState(len(carried)),
	}, nil
}

func (d Delivery) issueHead(s state) string {
	var facts []string
	if s.Since != "" {
		facts = append(facts, "First seen "+s.Since)
	}
	if s.Green != "" {
		facts = append(facts, "last green "+s.Green)
	}
	if len(d.Owners) > 0 {
		facts = append(facts, "owner "+strings.Join(d.Owners, " "))
	}
	if len(facts) == 0 {
		return ""
	}
	return strings.Join(facts, " · ") + "\n\n"
}

// issueState: findings open and keep it; an incomplete run heals nothing, and
// opens one only when runs in a row could not ask; green closes.
func (d Delivery) issueState(carried int) IssueState {
	n := d.Run.Summary.Findings
	switch {
	case n.Red+n.Yellow > 0:
		return IssueWrong
	case d.Run.Complete && d.Run.Summary.Judged() > 0 && !nothingVerified(d.Run) && carried == 0:
		return IssueGreen
	case d.IssueAfter > 0 && unaskedInARow(d.Run) >= d.IssueAfter:
		return IssueWrong
	}
	return IssueIncomplete
}

// unaskedInARow is how many of the latest runs could not ask the same subject.
func unaskedInARow(run *finding.Run) int {
	most := 0
	for _, s := range run.Subjects {
		if s.Outcome != finding.OutcomeUnverified {
			continue
		}
		n := 1
		if len(s.History) > 0 {
			n = 0
			for i := len(s.History) - 1; i >= 0 && s.History[i].Outcome == finding.OutcomeUnverified; i-- {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// firstSeen is when the present trouble began, as far back as the history of
// merged runs shows it unbroken.
func firstSeen(run *finding.Run) string {
	first := run.At
	for _, s := range run.Subjects {
		if s.Outcome == finding.OutcomeGreen || s.Outcome == finding.OutcomeSkipped {
			continue
		}
		for i := len(s.History) - 1; i >= 0 && s.History[i].Outcome != finding.OutcomeGreen; i-- {
			if at := s.History[i].At; at != "" {
				first = min(first, at)
			}
		}
	}
	return first
}

// lastGreen is when every subject with trouble was last seen green, from the
// history of merged runs; empty when there is none.
func lastGreen(run *finding.Run) string {
	last := ""
	for _, s := range run.Subjects {
		if s.Outcome == finding.OutcomeGreen || s.Outcome == finding.OutcomeSkipped {
			continue
		}
		for _, p := range s.History {
			if p.Outcome == finding.OutcomeGreen {
				last = max(last, p.At)
			}
		}
	}
	return last
}

// recovered says what closes the issue.
func (d Delivery) recovered(was state) string {
	subjects := was.Hit
	for _, c := range was.Open {
		if !slices.Contains(subjects, cut(c.Subject)) {
			subjects = append(subjects, cut(c.Subject))
		}
	}
	var names []string
	for _, s := range subjects {
		names = append(names, "`"+strings.NewReplacer("`", "", "\n", " ").Replace(s)+"`")
	}
	text := fmt.Sprintf("Green again: %d of %d verified.", d.Run.Summary.Judged(), d.Run.Summary.Asked())
	if len(names) > 0 {
		text += " Recovered: " + strings.Join(names, ", ") + "."
	}
	if was.Since != "" {
		text += " It had lasted since " + was.Since + "."
	}
	return text + d.footer()
}
