package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
)

// renderSARIF writes SARIF 2.1.0 as code scanning wants it: one run an
// environment, worst results first, every result with one place in the
// repository. Notes stay out; what could not be judged is a notification.
func renderSARIF(run *finding.Run, o Options) ([]byte, error) {
	doc := sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
	}
	parts := groups(run)
	if len(parts) > sarifRuns {
		// More environments than one file may have runs: all in one run, told
		// apart by their names.
		parts = []group{{command: run.Command, at: run.At, commit: run.Commit, exit: run.Exit, subjects: run.Subjects}}
	}
	for _, g := range parts {
		doc.Runs = append(doc.Runs, sarifRunOf(run, g, o))
	}
	return marshal(doc, true)
}

func sarifRunOf(run *finding.Run, g group, o Options) sarifRun {
	found := sarifFound(g)
	var rest left
	if len(found) > sarifResults {
		for _, r := range found[sarifResults:] {
			rest.count(r.finding.Severity, 1)
		}
		found = found[:sarifResults]
	}
	rules := sarifRulesOf(found, g.command, o)
	out := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: cmp.Or(run.Tool.Name, "archverify"), Version: sarifVersion(run.Tool.Version),
			InformationURI: "https://github.com/archverify/archverify", Rules: rules,
		}},
		AutomationDetails: sarifAutomation{ID: sarifCategory(g)},
		ColumnKind:        "unicodeCodePoints",
		Results:           []sarifResult{},
	}
	for _, r := range found {
		out.Results = append(out.Results, sarifResultOf(run, r, rules, len(groups(run)) > sarifRuns))
	}
	out.Invocations = []sarifInvocation{sarifInvocationOf(run, g, rest, o)}
	return out
}

// sarifVersion begins with a number, which readers order tools by: a build
// without one counts as the first.
func sarifVersion(version string) string {
	number := strings.TrimPrefix(version, "v")
	if number != "" && number[0] >= '0' && number[0] <= '9' {
		return number
	}
	return list("-", "0.0.0", version)
}

// located is a finding with its subject.
type located struct {
	subject finding.Subject
	finding finding.Finding
}

// sarifFound lists what becomes a result: red, then yellow.
func sarifFound(g group) []located {
	var out []located
	for _, severity := range []finding.Severity{finding.Red, finding.Yellow} {
		for _, state := range []bool{false, true} {
			for _, s := range g.subjects {
				for _, f := range s.Findings {
					if f.Severity == severity && (f.State == finding.StateKnown) == state {
						out = append(out, located{s, f})
					}
				}
			}
		}
	}
	return out
}

// sarifCategory parts uploads of one commit: command, manifest, environment. Up
// to the last slash it is the category.
func sarifCategory(g group) string {
	words := []string{"archverify", g.command}
	for _, w := range []string{g.root, g.name} {
		if w = strings.Trim(brief(w), "/"); w != "" && w != "." {
			words = append(words, w)
		}
	}
	return strings.Join(words, "/") + "/"
}

func sarifResultOf(run *finding.Run, r located, rules []sarifRule, prefixed bool) sarifResult {
	f := r.finding
	identity := f.Identity
	if prefixed {
		identity = fingerprintIn(run, r.subject, identity)
	}
	out := sarifResult{
		RuleID: string(f.Code), Level: sarifLevel(f.Severity),
		RuleIndex: slices.IndexFunc(rules, func(rule sarifRule) bool { return rule.ID == string(f.Code) }),
		Message:   sarifText(advised(run, r.subject, f)),
		Locations: []sarifLocation{sarifAt(r.subject.Place(f, run.Root))},
		PartialFingerprints: map[string]string{
			"primaryLocationLineHash": identity, "archverify/v1": identity,
		},
		Properties: map[string]string{"capability": subjectName(r.subject)},
	}
	switch f.State {
	case finding.StateNew:
		out.BaselineState = "new"
	case finding.StateKnown:
		out.BaselineState = "unchanged"
	}
	for name, value := range map[string]string{"path": briefPath(f.Path), "field": briefPath(f.Field), "change": moved(f), "rows": rows(f)} {
		if value != "" {
			out.Properties[name] = value
		}
	}
	return out
}

func sarifLevel(s finding.Severity) string {
	switch s {
	case finding.Red:
		return "error"
	case finding.Yellow:
		return "warning"
	}
	return "note"
}

func sarifAt(p finding.Position) sarifLocation {
	return sarifLocation{sarifPhysical{
		ArtifactLocation: sarifArtifact{URI: uriPath(inRepository(p.File))},
		Region:           sarifRegion{p.Line, p.Column, p.EndLine, p.EndColumn},
	}}
}

// inRepository makes a path one that can only lie below the repository root: a
// receiver refuses the whole file for one that does not.
func inRepository(file string) string {
	for {
		rest := strings.TrimPrefix(strings.TrimPrefix(file, "/"), "../")
		if rest == file {
			return cmp.Or(file, finding.DeclarationFile)
		}
		file = rest
	}
}

// sarifText is a message without an embedded link: "[text](target)" would be one.
func sarifText(text string) sarifMessage {
	return sarifMessage{Text: strings.ReplaceAll(text, "](", "] (")}
}

func sarifInvocationOf(run *finding.Run, g group, rest left, o Options) sarifInvocation {
	out := sarifInvocation{ExecutionSuccessful: true, ExitCode: g.exit, StartTimeUTC: g.at}
	for _, c := range causesOf(g.subjects, finding.OutcomeUnverified) {
		out.ExecutionSuccessful = false
		text := list(": ", "unverified", string(c.reason), brief(c.detail)) + " – " + strings.Join(c.names(), ", ")
		out.Notifications = append(out.Notifications, sarifNotification{
			Level: "error", Message: sarifText(text),
			Locations: []sarifLocation{sarifAt(c.subjects[0].Place(finding.Finding{}, run.Root))},
		})
	}
	if text := nothing(run); text != "" {
		out.Notifications = append(out.Notifications, sarifNotification{Level: "warning", Message: sarifText(text)})
	}
	if left := rest.sentence(vocabularyOf(g.command), o.Full); left != "" {
		out.Notifications = append(out.Notifications, sarifNotification{Level: "note", Message: sarifText(left)})
	}
	return out
}
