package report

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"strings"

	"github.com/archverify/archverify/finding"
)

// JUnit XML, the subset that every receiver reads: one testsuites, flat
// testsuite elements, each testcase with at most one of failure, error, skipped.
type junitSuites struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	junitCounts
	Suites []junitSuite `xml:"testsuite"`
}

type junitCounts struct {
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Time     string `xml:"time,attr"`
}

type junitSuite struct {
	Name      string `xml:"name,attr"`
	Timestamp string `xml:"timestamp,attr,omitempty"`
	junitCounts
	Cases []junitCase `xml:"testcase"`
}

type junitCase struct {
	ClassName string      `xml:"classname,attr"`
	Name      string      `xml:"name,attr"`
	Time      string      `xml:"time,attr"`
	File      string      `xml:"file,attr"`
	Line      int         `xml:"line,attr"`
	Failure   *junitEvent `xml:"failure"`
	Error     *junitEvent `xml:"error"`
	Skipped   *junitEvent `xml:"skipped"`
	Out       *junitText  `xml:"system-out"`
}

type junitEvent struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type junitText struct {
	Text string `xml:",chardata"`
}

// junitTime stands wherever a duration is demanded: a run holds none, and an
// empty one is refused.
const junitTime = "0.000"

func renderJUnit(run *finding.Run, _ Options) ([]byte, error) {
	doc := junitSuites{Name: list(" ", "archverify", xmlText(run.Command)), junitCounts: junitCounts{Time: junitTime}}
	for _, group := range groups(run) {
		suite := junitSuiteOf(run, group)
		doc.count(suite.junitCounts)
		doc.Suites = append(doc.Suites, suite)
	}
	var out bytes.Buffer
	out.WriteString(xml.Header)
	enc := xml.NewEncoder(&out)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// group is the subjects of one environment.
type group struct {
	label, command, name, root, at, commit string
	exit                                   int
	subjects                               []finding.Subject
}

// groups parts a run by environment; a run that was not merged is one group.
func groups(run *finding.Run) []group {
	if len(run.Parts) < 2 {
		return []group{{
			label: run.Name, command: run.Command, name: run.Name, root: run.Root, at: run.At, commit: run.Commit,
			exit: run.Exit, subjects: run.Subjects,
		}}
	}
	var out []group
	for _, p := range run.Parts {
		g := group{label: p.Label, command: p.Command, name: p.Name, root: p.Root, at: p.At, commit: p.Commit, exit: p.Exit}
		for _, s := range run.Subjects {
			if s.Run == p.Label {
				g.subjects = append(g.subjects, s)
			}
		}
		out = append(out, g)
	}
	return out
}

func junitSuiteOf(run *finding.Run, g group) junitSuite {
	suite := junitSuite{Name: list(" ", "archverify", g.command, brief(xmlText(g.label))), Timestamp: g.at}
	suite.Time = junitTime
	seen := map[[2]string]bool{}
	for _, s := range g.subjects {
		for _, c := range junitCasesOf(run, s) {
			for seen[[2]string{c.ClassName, c.Name}] {
				c.Name += " (again)"
			}
			seen[[2]string{c.ClassName, c.Name}] = true
			suite.add(c)
		}
	}
	if len(suite.Cases) == 0 {
		suite.add(junitEmpty(run, g))
	}
	return suite
}

// junitEmpty is the case of a suite that has none: receivers refuse such, and
// one that verified nothing must not read as passed.
func junitEmpty(run *finding.Run, g group) junitCase {
	p := finding.Subject{}.Place(finding.Finding{}, run.Root)
	c := junitCase{ClassName: list(".", junitBrief(g.label), "archverify"), Name: "contract", Time: junitTime, File: xmlText(p.File), Line: p.Line}
	if g.command == verify {
		text := cmp.Or(nothing(run), "nothing to verify here")
		c.Skipped = &junitEvent{Message: text, Type: "empty", Text: text}
	}
	return c
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

func (c *junitCounts) count(other junitCounts) {
	c.Tests += other.Tests
	c.Failures += other.Failures
	c.Errors += other.Errors
	c.Skipped += other.Skipped
}

// junitCasesOf is one case for every red or yellow finding of a subject, and one
// named "contract" where there is none or where it could not be judged.
func junitCasesOf(run *finding.Run, s finding.Subject) []junitCase {
	var cases []junitCase
	var notes []string
	for _, f := range s.Findings {
		if f.Severity == finding.Note {
			notes = append(notes, junitSentence(run, s, f))
			continue
		}
		cases = append(cases, junitCaseOf(run, s, f))
	}
	if len(cases) > 0 && s.Outcome.Judged() {
		return cases
	}
	c := junitNamed(run, s, finding.Finding{}, wholeName(s.Kind))
	detail := junitBrief(s.Detail)
	switch s.Outcome {
	case finding.OutcomeUnverified:
		c.Error = &junitEvent{Message: detail, Type: string(s.Reason), Text: list("\n", "unverified: "+string(s.Reason), detail)}
	case finding.OutcomeSkipped:
		c.Skipped = &junitEvent{Message: detail, Type: "skipped", Text: detail}
	default:
		if len(notes) > 0 {
			c.Out = &junitText{strings.Join(notes, "\n")}
		}
	}
	return append(cases, c)
}

// wholeName names the case of a subject as a whole.
func wholeName(kind finding.SubjectKind) string {
	if kind == finding.SubjectResource || kind == finding.SubjectManifest {
		return string(kind)
	}
	return "contract"
}

func junitCaseOf(run *finding.Run, s finding.Subject, f finding.Finding) junitCase {
	path := briefPath(xmlText(f.Path))
	c := junitNamed(run, s, f, list(" ", string(f.Code), path, "["+finding.ShortIdentity(f.Identity)+"]"))
	text := list("\n", junitSentence(run, s, f), junitBrief(f.Hint), "at "+placeOf(s.Place(f, run.Root)))
	if f.Severity == finding.Red || run.Fails(s, f) {
		message := f
		message.Message, message.Path = xmlText(f.Message), xmlText(f.Path)
		c.Failure = &junitEvent{Message: briefMessage(message), Type: string(f.Code), Text: text}
		return c
	}
	c.Out = &junitText{text}
	return c
}

func junitNamed(run *finding.Run, s finding.Subject, f finding.Finding, name string) junitCase {
	p := s.Place(f, run.Root)
	return junitCase{
		ClassName: cmp.Or(list(".", junitBrief(label(run, s)), briefPath(xmlText(s.ID))), "unnamed"), Name: name, Time: junitTime,
		File: xmlText(p.File), Line: p.Line,
	}
}

// junitSentence is the sentence of a finding with what XML forbids made visible.
func junitSentence(run *finding.Run, s finding.Subject, f finding.Finding) string {
	f.Message, f.Path, f.From, f.To = xmlText(f.Message), xmlText(f.Path), xmlText(f.From), xmlText(f.To)
	return sentence(run, s, f)
}

func junitBrief(text string) string { return brief(xmlText(text)) }
