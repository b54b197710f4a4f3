package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
)

// vocabulary is how a command family calls its severities.
type vocabulary struct {
	red, yellow, note string
}

func vocabularyOf(command string) vocabulary {
	switch command {
	case "diff":
		return vocabulary{"breaking", "notable", "compatible"}
	case "doctor", "apply":
		return vocabulary{"error", "warning", "advisory"}
	}
	return vocabulary{"red", "yellow", "note"}
}

func (v vocabulary) of(s finding.Severity) string {
	switch s {
	case finding.Red:
		return v.red
	case finding.Yellow:
		return v.yellow
	}
	return v.note
}

// family is the command family that a subject was looked at by.
func family(run *finding.Run, s finding.Subject) string {
	if s.Command != "" {
		return s.Command
	}
	return run.Command
}

// label is the environment of a subject, empty when there is only one and it
// has no name.
func label(run *finding.Run, s finding.Subject) string {
	if s.Run != "" {
		return s.Run
	}
	return run.Name
}

// subjectName is how people read a subject: with its environment where a merged
// run has several.
func subjectName(s finding.Subject) string {
	id := cmp.Or(briefPath(s.ID), "unnamed")
	if s.Run != "" {
		return brief(s.Run) + ": " + id
	}
	return id
}

// verify is the family that asks backends.
const verify = "verify"

// asks reports whether a run asked backends: only then "verified" means something.
func asks(run *finding.Run) bool {
	return run.Command == verify || slices.ContainsFunc(run.Parts, func(p finding.Part) bool { return p.Command == verify })
}

// asked is the part of a run that asked backends, and declared the other part:
// a merged run may hold both.
func asked(run *finding.Run) (asked, declared finding.Summary) {
	switch {
	case run.Command == verify:
		return run.Summary, declared
	case len(run.Parts) == 0:
		return asked, run.Summary
	}
	for _, p := range run.Parts {
		if p.Command == verify {
			asked = asked.Plus(p.Summary)
		} else {
			declared = declared.Plus(p.Summary)
		}
	}
	return asked, declared
}

// verdict is one line: how the whole run ended, in a word, and why.
func verdict(run *finding.Run) (finding.Outcome, string) {
	if !asks(run) {
		return declarationVerdict(run)
	}
	answers, declared := asked(run)
	outcome, text := verifyVerdict(answers)
	if declared.Findings.Red > 0 {
		return finding.OutcomeRed, text + "; and " + counted(declared.Findings.Red, "red finding", "red findings") + " in the declarations"
	}
	return outcome, text
}

// nothing says that a run verified nothing at all, although no capability of its
// own says why; else it is empty.
func nothing(run *finding.Run) string {
	if answers, _ := asked(run); asks(run) && answers.Asked() == 0 {
		_, text := verifyVerdict(answers)
		return text
	}
	return ""
}

func verifyVerdict(sum finding.Summary) (finding.Outcome, string) {
	asked := sum.Asked()
	switch {
	case asked == 0 && sum.Skipped == 0:
		return finding.OutcomeSkipped, "nothing to verify: no binding has a contract"
	case asked == 0:
		return finding.OutcomeSkipped, fmt.Sprintf("nothing was verified: %s skipped", counted(sum.Skipped, "capability was", "capabilities were"))
	case sum.Red > 0:
		return finding.OutcomeRed, list(", ", "red: a consumer breaks on "+share(sum.Red, asked), count(sum.Unverified, "could not be judged"))
	case sum.Judged() == 0:
		return finding.OutcomeUnverified, fmt.Sprintf("nothing was verified: %s could not be judged", counted(asked, "capability", "capabilities"))
	case sum.Unverified > 0:
		return finding.OutcomeUnverified, fmt.Sprintf("unverified: %s could not be judged", share(sum.Unverified, asked))
	case sum.Yellow > 0:
		return finding.OutcomeYellow, fmt.Sprintf("yellow: every required field holds, something moved on %s", share(sum.Yellow, asked))
	}
	return finding.OutcomeGreen, "green: " + allOf(asked)
}

func allOf(n int) string {
	switch n {
	case 1:
		return "the one capability answers as recorded"
	case 2:
		return "both capabilities answer as recorded"
	}
	return fmt.Sprintf("all %d capabilities answer as recorded", n)
}

func declarationVerdict(run *finding.Run) (finding.Outcome, string) {
	v, n := vocabularyOf(run.Command), run.Summary.Findings
	what := [2]string{"finding", "findings"}
	if run.Command == "diff" {
		what = [2]string{"change", "changes"}
	}
	switch {
	case n.Red > 0:
		return finding.OutcomeRed, fmt.Sprintf("%s: %s of %s", v.red, number(n.Red), counted(n.Total(), what[0], what[1]))
	case run.Summary.Unverified > 0:
		return finding.OutcomeUnverified, "unverified: something could not be checked"
	case n.Yellow > 0:
		return finding.OutcomeYellow, fmt.Sprintf("%s: %s of %s", v.yellow, number(n.Yellow), counted(n.Total(), what[0], what[1]))
	case n.Note > 0:
		return finding.OutcomeGreen, fmt.Sprintf("fine: %s, each %s", counted(n.Total(), what[0], what[1]), v.note)
	case run.Command == "diff" && len(run.Warnings) > 0:
		return finding.OutcomeYellow, "no change is known: read the remarks before relying on it"
	case run.Command == "diff":
		return finding.OutcomeGreen, "fine: nothing changed that a consumer sees"
	}
	return finding.OutcomeGreen, "fine: nothing found"
}

// coverage is the last line of every report for people: how much was verified.
func coverage(run *finding.Run) string {
	sum, _ := asked(run)
	if !asks(run) {
		v := vocabularyOf(run.Command)
		sum = run.Summary
		return fmt.Sprintf("%s %s, %s %s, %s %s",
			number(sum.Findings.Red), v.red, number(sum.Findings.Yellow), v.yellow, number(sum.Findings.Note), v.note)
	}
	judged := list(", ", count(sum.Red, "red"), count(sum.Yellow, "yellow"), count(sum.Green, "green"))
	rest := list(", ", count(sum.Unverified, "unverified"), count(sum.Skipped, "skipped"), count(sum.WithoutContract, "without a contract"))
	line := fmt.Sprintf("%s of %s verified", number(sum.Judged()), number(sum.Asked()))
	if judged != "" {
		line += ": " + judged
	}
	return list("; ", line, rest)
}

// comparison is one line on what is new, empty without a baseline.
func comparison(run *finding.Run) string {
	b := run.Baseline
	if b == nil {
		return ""
	}
	line := fmt.Sprintf("%s new, %s already there", number(b.New), number(b.Known))
	if b.Gone > 0 {
		line += fmt.Sprintf(", %s gone", number(b.Gone))
	}
	return "compared with the baseline: " + line
}

// count is "n word", empty for none.
func count(n int, word string) string {
	if n == 0 {
		return ""
	}
	return number(n) + " " + word
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(n) + " " + many
}

func share(n, of int) string {
	return fmt.Sprintf("%s of %s", number(n), counted(of, "capability", "capabilities"))
}

// number writes a count with a comma before every third digit.
func number(n int) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// list joins what is not empty.
func list(sep string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}
