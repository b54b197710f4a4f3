package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
)

// sarifRulesOf lists the rules of the results, by id.
func sarifRulesOf(found []located, command string, o Options) []sarifRule {
	worst, family := map[string]finding.Severity{}, map[string]string{}
	for _, r := range found {
		id := string(r.finding.Code)
		family[id] = max(family[id], cmp.Or(r.subject.Command, command))
		if known, ok := worst[id]; !ok || r.finding.Severity.Worse(known) {
			worst[id] = r.finding.Severity
		}
	}
	rules := []sarifRule{}
	for id, severity := range worst {
		rules = append(rules, sarifRuleOf(id, severity, o.entry(family[id], id)))
	}
	slices.SortFunc(rules, func(a, b sarifRule) int { return cmp.Compare(a.ID, b.ID) })
	return rules
}

func sarifRuleOf(id string, severity finding.Severity, e finding.Entry) sarifRule {
	if e.Severity != "" {
		severity = e.Severity
	}
	title := cmp.Or(e.Title, strings.ReplaceAll(id, "-", " "))
	means := cmp.Or(e.Means, title+".")
	do := cmp.Or(e.Do, "Run archverify explain "+id+" for what it means.")
	return sarifRule{
		ID: id, Name: termtext.Cut(ruleName(id), sarifNameLimit),
		ShortDescription: sarifMessage{Text: termtext.Cut(upperFirst(title), sarifTextLimit)},
		FullDescription:  sarifMessage{Text: termtext.Cut(means, sarifTextLimit)},
		Help:             sarifHelp{Text: means + "\n\n" + do, Markdown: "**" + upperFirst(title) + "**\n\n" + means + "\n\n" + do},
		Default:          sarifDefault{Level: sarifLevel(severity)},
		Properties:       sarifRuleProperties{Tags: []string{"contract", "api-drift"}, Precision: "very-high", ProblemSeverity: problem(severity)},
	}
}

func problem(s finding.Severity) string {
	switch s {
	case finding.Red:
		return "error"
	case finding.Yellow:
		return "warning"
	}
	return "recommendation"
}

// ruleName writes required-missing as RequiredMissing, and never the id again.
func ruleName(id string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(id, func(r rune) bool { return r == '-' || r == '_' || r == '.' }) {
		b.WriteString(upperFirst(word))
	}
	if name := b.String(); !strings.EqualFold(name, id) {
		return name
	}
	return upperFirst(id) + "Finding"
}

func upperFirst(text string) string {
	if text == "" {
		return ""
	}
	runes := []rune(text)
	return strings.ToUpper(string(runes[0])) + string(runes[1:])
}
