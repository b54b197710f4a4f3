package report

import (
	"cmp"
	"fmt"

	"github.com/archverify/archverify/finding"
)

// htmlWriter prepares subjects within what one page may hold.
type htmlWriter struct {
	run  *finding.Run
	o    Options
	room int
	left left
	next int
}

type htmlSubject struct {
	Anchor, Name, Effect, Outcome, Mark, Detail, Place string
	Open                                               bool
	Findings                                           []htmlFinding
	Left                                               string
	Nested                                             []string
	Requests                                           []htmlRequest
	Tree                                               []htmlNode
	TreeLeft                                           string
	Moved                                              string
	History                                            []htmlPast
	Recorded, Observed                                 string
}

type htmlFinding struct {
	Severity, Class, Code, State, Path, Field, Was, Is, Rows, Message, Hint, Place, ID, Pair, Affects string
}

type htmlRequest struct {
	Text, Status string
	Headers      []string
	Variables    []string
}

type htmlPast struct{ Outcome, Mark, At, Text string }

// sections lists the outcomes that occur, worst first.
func (h *htmlWriter) sections() []htmlSection {
	var out []htmlSection
	for _, o := range finding.Outcomes() {
		subjects := of(h.run.Subjects, o)
		if len(subjects) == 0 {
			continue
		}
		s := htmlSection{Outcome: string(o), Mark: glyph(o), Title: sectionTitle(o, h.run), Anchor: "outcome-" + string(o)}
		if o == finding.OutcomeUnverified {
			for _, c := range causesOf(h.run.Subjects, o) {
				s.Causes = append(s.Causes, h.cause(c))
			}
		} else {
			for _, subject := range subjects {
				s.Subjects = append(s.Subjects, h.subject(subject))
			}
		}
		out = append(out, s)
	}
	return out
}

func sectionTitle(o finding.Outcome, run *finding.Run) string {
	if !asks(run) {
		v := vocabularyOf(run.Command)
		switch o {
		case finding.OutcomeRed:
			return "With something " + v.red
		case finding.OutcomeYellow:
			return "With something " + v.yellow
		case finding.OutcomeGreen:
			return "Fine"
		}
	}
	switch o {
	case finding.OutcomeRed:
		return "Red – a consumer breaks"
	case finding.OutcomeYellow:
		return "Yellow – something moved"
	case finding.OutcomeGreen:
		return "Green – as recorded"
	case finding.OutcomeUnverified:
		return "Unverified – could not be judged"
	}
	return "Skipped – not asked on purpose"
}

func (h *htmlWriter) cause(c cause) htmlCause {
	e := h.o.entry(h.run.Command, string(c.reason))
	out := htmlCause{Reason: string(c.reason), Detail: brief(c.detail), Title: upperFirst(e.Title), Do: e.Do}
	for _, s := range c.subjects {
		s.Detail = ""
		out.Subjects = append(out.Subjects, h.subject(s))
	}
	return out
}

func (h *htmlWriter) subject(s finding.Subject) htmlSubject {
	h.next++
	out := htmlSubject{
		Anchor: fmt.Sprintf("s%d", h.next), Name: subjectName(s), Effect: brief(s.Effect), Outcome: string(s.Outcome),
		Mark: glyph(s.Outcome), Detail: brief(s.Detail), Open: h.open(s.Outcome),
		Place:    placeOf(s.Place(finding.Finding{}, h.run.Root)),
		Recorded: s.RecordedFingerprint, Observed: s.ObservedFingerprint,
	}
	for _, n := range s.UndeclaredNested {
		out.Nested = append(out.Nested, briefPath(n))
	}
	h.findings(s, &out)
	h.requests(s, &out)
	out.Tree, out.Moved, out.TreeLeft = treeOf(s)
	for _, p := range s.History {
		out.History = append(out.History, htmlPast{
			Outcome: string(p.Outcome), Mark: glyph(p.Outcome), At: brief(p.At),
			Text: list(", ", string(p.Outcome), string(p.Reason), count(p.Findings.Red, "red"), count(p.Findings.Yellow, "yellow")),
		})
	}
	return out
}

// open reports whether a subject is unfolded from the start: what broke is, what
// moved only where there is little of it.
func (h *htmlWriter) open(o finding.Outcome) bool {
	const few = 5
	return o == finding.OutcomeRed && h.run.Summary.Red <= 4*few || o == finding.OutcomeYellow && h.run.Summary.Red+h.run.Summary.Yellow <= few
}

func (h *htmlWriter) findings(s finding.Subject, out *htmlSubject) {
	v := vocabularyOf(family(h.run, s))
	var rest left
	for i, f := range s.Findings {
		if i >= htmlFindings || h.room == 0 {
			rest.count(f.Severity, 1)
			h.left.count(f.Severity, 1)
			continue
		}
		h.room--
		out.Findings = append(out.Findings, h.finding(s, f))
	}
	out.Left = rest.sentence(v, "the JSON report")
}

func (h *htmlWriter) finding(s finding.Subject, f finding.Finding) htmlFinding {
	out := htmlFinding{
		Severity: vocabularyOf(family(h.run, s)).of(f.Severity), Class: string(f.Severity), Code: string(f.Code),
		Path: briefPath(f.Path), Field: briefPath(f.Field), Was: brief(f.From), Is: brief(f.To), Rows: rows(f),
		Message: briefMessage(f), Hint: upperFirst(brief(cmp.Or(f.Hint, h.o.entry(family(h.run, s), string(f.Code)).Do))),
		Place: placeOf(s.Place(f, h.run.Root)), ID: finding.ShortIdentity(f.Identity),
	}
	if out.Was != "" && out.Is == "" {
		out.Is = "gone"
	}
	switch f.State {
	case finding.StateNew:
		out.State = "new"
	case finding.StateKnown:
		out.State = "already there"
	}
	for _, other := range s.Findings {
		if f.PairedWith != "" && other.Identity == f.PairedWith {
			out.Pair = briefPath(other.Path)
		}
	}
	out.Affects = list(", ", briefAll(f.Affects)...)
	return out
}

func (h *htmlWriter) requests(s finding.Subject, out *htmlSubject) {
	for _, r := range s.Requests {
		shown := htmlRequest{Text: brief(list(" ", r.Method, r.URL)), Status: statusOf(r)}
		for _, header := range r.Headers {
			shown.Headers = append(shown.Headers, brief(header.Name+": "+header.Value))
		}
		for _, v := range r.Variables {
			shown.Variables = append(shown.Variables, brief(v.Name+" to "+v.Host))
		}
		out.Requests = append(out.Requests, shown)
	}
}
