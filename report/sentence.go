package report

import (
	"strings"

	"github.com/archverify/archverify/finding"
)

// sentence tells one finding in one line, for formats that have a single text:
// whether it is new, whose it is, what, where, what moved, how often.
func sentence(run *finding.Run, s finding.Subject, f finding.Finding) string {
	text := subjectName(s) + ": " + briefMessage(f)
	if facts := factsOf(f); facts != "" {
		text += " (" + facts + ")"
	}
	if reached := brief(strings.Join(f.Affects, ", ")); reached != "" && !strings.Contains(text, "reaches "+reached) {
		text += "; reaches " + reached
	}
	switch f.State {
	case finding.StateNew:
		return "new: " + text
	case finding.StateKnown:
		return "already there: " + text
	}
	return text
}

// advised is a sentence with what to do about it.
func advised(run *finding.Run, s finding.Subject, f finding.Finding) string {
	return list(" – ", strings.TrimSuffix(sentence(run, s, f), "."), brief(f.Hint))
}

// factsOf is where, what moved and how often, as far as the message does not
// say it.
func factsOf(f finding.Finding) string {
	path := briefPath(f.Path)
	if f.Path == "$" || strings.Contains(f.Message, f.Path) || strings.Contains(briefMessage(f), path) {
		path = ""
	}
	change := moved(f)
	if f.From != "" && f.To != "" && strings.Contains(f.Message, f.From) && strings.Contains(f.Message, f.To) {
		change = ""
	}
	seen := rows(f)
	if seen != "" {
		seen = "in " + seen + " rows"
	}
	request := ""
	if f.Request > 1 {
		request = "request " + number(f.Request)
	}
	return list(", ", list(": ", path, change), seen, request)
}
