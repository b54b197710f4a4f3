package replay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
)

// elect picks the replay that is reported: the first with the status that most
// replays had, the worse one at a tie. Replays that disagreed are named by a
// note.
func elect(votes []judged) judged {
	counts := map[finding.Outcome]int{}
	for _, v := range votes {
		counts[v.outcome()]++
	}
	best := votes[0].outcome()
	for _, o := range finding.Outcomes() { // worst first, so that a tie goes to the worse
		if counts[o] > counts[best] || (counts[o] == counts[best] && rankOf(o) < rankOf(best)) {
			best = o
		}
	}
	winner := votes[slices.IndexFunc(votes, func(v judged) bool { return v.outcome() == best })]
	if len(counts) > 1 {
		winner.verdict.Findings = append(slices.Clip(winner.verdict.Findings), unsteady(counts, len(votes), winner.number))
	}
	return winner
}

// unsteady is the note on replays that disagreed.
func unsteady(counts map[finding.Outcome]int, total, number int) finding.Finding {
	var parts []string
	for _, o := range finding.Outcomes() {
		if n := counts[o]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, o))
		}
	}
	f := finding.Finding{
		Code:     finding.Unsteady,
		Severity: finding.Note,
		Path:     "$",
		Message:  fmt.Sprintf("%d replays disagreed: %s", total, strings.Join(parts, ", ")),
		Hint:     "An answer that changes from one replay to the next cannot be gated well; record more samples, or a request whose answer holds still.",
	}
	if number > 1 {
		f.Request = number
	}
	return f
}
