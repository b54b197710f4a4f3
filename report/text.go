package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
)

// Text writes a sealed run for people at a terminal: the verdict first, then
// what broke before what moved before what is fine, and in the last line how
// much was verified. Lines fit the style's columns.
func Text(w io.Writer, run *finding.Run, style termtext.Style) error {
	t := &textWriter{run: run, style: style, glyphs: style.Glyphs()}
	t.header()
	if len(run.Subjects) == 0 && asks(run) {
		t.line("  (no bindings declare a contract: — nothing to verify)")
	}
	for _, outcome := range finding.Outcomes() {
		t.outcome(outcome)
	}
	t.footer()
	if _, err := io.WriteString(w, t.out.String()); err != nil {
		return fmt.Errorf("write the text report: %w", err)
	}
	return nil
}

type textWriter struct {
	run    *finding.Run
	style  termtext.Style
	glyphs termtext.Glyphs
	out    strings.Builder
}

// line writes a line of ours, wrapped under its own indentation.
func (t *textWriter) line(text string) {
	body := strings.TrimLeft(text, " ")
	indent := text[:len(text)-len(body)]
	t.out.WriteString(t.style.Wrap(indent, indent, t.style.Text(body)))
}

func (t *textWriter) blank() { t.out.WriteByte('\n') }

func (t *textWriter) header() {
	t.blank()
	title := list(" ", "archverify", t.run.Command, brief(t.run.Manifest))
	if t.run.Name != "" {
		title += " (" + brief(t.run.Name) + ")"
	}
	t.line(title)
	outcome, text := verdict(t.run)
	t.painted("", "", t.color(outcome), text)
	if c := comparison(t.run); c != "" {
		t.line(c)
	}
	t.blank()
}

// painted wraps a line and paints every line of it on its own, so that no colour
// leaks into an indentation.
func (t *textWriter) painted(first, rest string, c termtext.Color, text string) {
	wrapped := t.style.Wrap(first, rest, t.style.Text(text))
	for i, line := range strings.Split(strings.TrimSuffix(wrapped, "\n"), "\n") {
		indent := first
		if i > 0 {
			indent = line[:len(line)-len(strings.TrimLeft(line, " "))]
		}
		t.out.WriteString(indent + t.style.Paint(c, strings.TrimPrefix(line, indent)) + "\n")
	}
}

func (t *textWriter) color(o finding.Outcome) termtext.Color {
	switch o {
	case finding.OutcomeRed:
		return termtext.Red
	case finding.OutcomeYellow, finding.OutcomeUnverified:
		return termtext.Yellow
	case finding.OutcomeGreen:
		return termtext.Green
	}
	return termtext.Plain
}

func (t *textWriter) glyph(o finding.Outcome) string {
	switch o {
	case finding.OutcomeRed:
		return t.glyphs.Red
	case finding.OutcomeYellow:
		return t.glyphs.Yellow
	case finding.OutcomeGreen:
		return t.glyphs.Green
	case finding.OutcomeUnverified:
		return t.glyphs.Unverified
	}
	return t.glyphs.Skipped
}

// outcome writes all subjects with one outcome. What was not asked for one and
// the same cause stands in one line.
func (t *textWriter) outcome(o finding.Outcome) {
	if o == finding.OutcomeUnverified {
		for _, c := range causesOf(t.run.Subjects, o) {
			t.cause(c)
		}
		return
	}
	for _, s := range of(t.run.Subjects, o) {
		t.head(o, subjectName(s), s.Detail)
		t.nested(s)
		t.findings(s)
	}
}

func (t *textWriter) cause(c cause) {
	detail := list(": ", string(c.reason), c.detail)
	if len(c.subjects) == 1 {
		t.head(c.outcome, subjectName(c.subjects[0]), detail)
		return
	}
	t.head(c.outcome, counted(len(c.subjects), "capability", "capabilities"), detail)
	t.out.WriteString(t.style.Wrap("      ", "      ", t.style.Text(strings.Join(c.names(), ", "))))
}

func (t *textWriter) head(o finding.Outcome, name, detail string) {
	text := t.style.Text(name)
	if detail != "" {
		text += " " + t.glyphs.Dash + " " + t.style.Text(brief(detail))
	}
	t.out.WriteString(t.style.Wrap("  "+t.glyph(o)+" ", "      ", text))
}

func (t *textWriter) nested(s finding.Subject) {
	if len(s.UndeclaredNested) == 0 {
		return
	}
	names := make([]string, len(s.UndeclaredNested))
	for i, n := range s.UndeclaredNested {
		names[i] = t.style.Name(inert(n))
	}
	t.out.WriteString(t.style.Wrap("      ", "        ", "nested keys not declared (dropped): "+strings.Join(names, ", ")))
}

func (t *textWriter) footer() {
	if skipped := t.run.Summary.Skipped; skipped > 0 && asks(t.run) {
		t.blank()
		t.line(fmt.Sprintf("  %s binding(s) were NOT verified against the backend.", number(skipped)))
		t.line("  Replaying one would repeat its effect. Look for a capability that only reads what it changes, and verify that.")
		t.line("  If this backend really is a sandbox tenant, pass --sandbox.")
	}
	for i, w := range t.run.Warnings {
		if i == 0 {
			t.blank()
		}
		t.out.WriteString(t.style.Wrap("  warning: ", "    ", t.style.Text(brief(w))))
	}
	t.blank()
	t.line(coverage(t.run))
}
