package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"

	"github.com/archverify/archverify/finding"
)

//go:embed page/page.tmpl
var pageTemplate string

//go:embed page/style.css
var pageStyle string

// renderHTML writes one self-contained file: no script, no request, a policy
// that permits neither, styles by their hash.
func renderHTML(run *finding.Run, o Options) ([]byte, error) {
	tmpl, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := tmpl.Execute(&out, htmlPageOf(run, o)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// htmlPage is what the template reads: texts only, cut and made inert already.
type htmlPage struct {
	Title, Verdict, Outcome, Mark string
	Style                         template.CSS
	Policy                        string
	Facts                         []htmlFact
	Tallies                       []htmlTally
	Warnings                      []string
	Sections                      []htmlSection
	Matrix                        *htmlMatrix
	Coverage, Comparison, Tool    string
	Left                          string
}

type htmlFact struct{ Name, Value string }

type htmlTally struct {
	Outcome, Mark, Word, Anchor string
	Count                       string
}

type htmlSection struct {
	Outcome, Mark, Title, Anchor string
	Causes                       []htmlCause
	Subjects                     []htmlSubject
}

type htmlCause struct {
	Reason, Detail, Title, Do string
	Subjects                  []htmlSubject
}

func htmlPageOf(run *finding.Run, o Options) htmlPage {
	outcome, text := verdict(run)
	sum := sha256.Sum256([]byte(pageStyle))
	h := &htmlWriter{run: run, o: o, room: htmlTotalFindings}
	page := htmlPage{
		Title:   list(" ", "archverify", brief(run.Command), brief(run.Name)),
		Verdict: upperFirst(text), Outcome: string(outcome), Mark: glyph(outcome),
		Style: template.CSS(pageStyle),
		Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
			"'; img-src data:; base-uri 'none'; form-action 'none'",
		Facts: htmlFacts(run), Warnings: briefAll(run.Warnings), Sections: h.sections(), Matrix: matrixOf(run),
		Coverage: coverage(run), Comparison: comparison(run), Tool: list(" ", brief(run.Tool.Name), brief(run.Tool.Version)),
	}
	page.Tallies = tallies(page.Sections, run)
	page.Left = h.left.sentence(vocabularyOf(run.Command), "the JSON report (--report json=FILE)")
	return page
}

func htmlFacts(run *finding.Run) []htmlFact {
	var facts []htmlFact
	for _, f := range []htmlFact{
		{"Manifest", run.Manifest}, {"In the repository", run.Root}, {"Environment", run.Name}, {"Commit", run.Commit}, {"Started", run.At},
	} {
		if f.Value != "" {
			facts = append(facts, htmlFact{f.Name, brief(f.Value)})
		}
	}
	return facts
}

func briefAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = brief(t)
	}
	return out
}

// glyph is the sign of an outcome in one colour: its shape tells it apart too.
func glyph(o finding.Outcome) string {
	switch o {
	case finding.OutcomeRed:
		return "✕"
	case finding.OutcomeYellow:
		return "!"
	case finding.OutcomeGreen:
		return "✓"
	case finding.OutcomeUnverified:
		return "?"
	}
	return "–"
}

func tallies(sections []htmlSection, run *finding.Run) []htmlTally {
	var out []htmlTally
	for _, s := range sections {
		n := len(s.Subjects)
		for _, c := range s.Causes {
			n += len(c.Subjects)
		}
		out = append(out, htmlTally{Outcome: s.Outcome, Mark: s.Mark, Word: outcomeWord(finding.Outcome(s.Outcome), run), Anchor: s.Anchor, Count: number(n)})
	}
	return out
}

// outcomeWord is an outcome in the words of the command: what a declaration
// holds is breaking or a warning, not red or yellow.
func outcomeWord(o finding.Outcome, run *finding.Run) string {
	if asks(run) {
		return string(o)
	}
	switch v := vocabularyOf(run.Command); o {
	case finding.OutcomeRed:
		return v.red
	case finding.OutcomeYellow:
		return v.yellow
	case finding.OutcomeGreen:
		return "fine"
	}
	return string(o)
}
