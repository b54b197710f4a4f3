package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/archverify/archverify/finding"
)

// renderMarkdown writes a comment or a job summary: one line of verdict, a table
// of what broke and whom it reaches, what to do next, details folded. It keeps
// within its bytes by leaving out whole entries, notes and details first, and
// says in its last line what was left out.
func renderMarkdown(run *finding.Run, o Options) ([]byte, error) {
	p := &page{run: run, o: o, limit: cmp.Or(o.Bytes, CommentBytes)}
	entries := ranked(run)
	notes, told := splitNotes(entries)

	next := p.nextSteps(told, p.limit/8)
	causes := p.causes(p.limit / 5)
	p.head()
	p.table(told, len(next)+len(causes)+pageReserve)
	p.write(next)
	p.write(causes)
	p.matrix()
	p.details(entries)
	p.left.add(notes[min(p.notesShown, len(notes)):])
	p.asked()
	p.fine()
	p.tail()
	return []byte(p.out.String()), nil
}

// pageReserve is what the last lines may take, and whatever must be closed.
const pageReserve = 1500

// page is a Markdown page that knows how much room it has.
type page struct {
	run        *finding.Run
	o          Options
	limit      int
	out        strings.Builder
	left       left
	notesShown int
}

func (p *page) write(text string) { p.out.WriteString(text) }

// room is how many bytes are left before the reserve.
func (p *page) room() int { return p.limit - p.out.Len() - pageReserve }

func splitNotes(entries []entry) (notes, told []entry) {
	for _, e := range entries {
		if e.finding.Severity == finding.Note {
			notes = append(notes, e)
		} else {
			told = append(told, e)
		}
	}
	return notes, told
}

func (p *page) head() {
	outcome, text := verdict(p.run)
	title := fmt.Sprintf("### %s archverify %s – %s\n\n", mark(outcome), markdownText(brief(p.run.Command)), markdownText(text))
	p.write(title)
	facts := list(" · ",
		code(p.run.Root), prefixed("environment ", code(p.run.Name)), prefixed("commit ", code(shortCommit(p.run.Commit))),
		markdownText(comparison(p.run)))
	if facts != "" {
		p.write(facts + "\n\n")
	}
	for i, w := range p.run.Warnings {
		if i == 3 {
			p.write(fmt.Sprintf("> and %s\n\n", counted(len(p.run.Warnings)-3, "more warning", "more warnings")))
			break
		}
		p.write("> ⚠️ " + markdownText(brief(w)) + "\n\n")
	}
}

// code is a short foreign text in a code span outside a table.
func code(text string) string { return markdownCode(brief(text), false) }

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

func shortCommit(commit string) string { return commit[:min(len(commit), 10)] }

// mark is the sign of an outcome; a word always stands beside it.
func mark(o finding.Outcome) string {
	switch o {
	case finding.OutcomeRed:
		return "🔴"
	case finding.OutcomeYellow:
		return "🟡"
	case finding.OutcomeGreen:
		return "🟢"
	case finding.OutcomeUnverified:
		return "⚪"
	}
	return "⏭️"
}

func severityMark(s finding.Severity) string {
	switch s {
	case finding.Red:
		return "🔴"
	case finding.Yellow:
		return "🟡"
	}
	return "ℹ️"
}

// tail says how much was verified and, last of all, what was left out.
func (p *page) tail() {
	p.write("**" + markdownText(coverage(p.run)) + "**\n")
	if s := p.left.sentence(vocabularyOf(p.run.Command), cmp.Or(p.o.Full, "the job summary / artifact")); s != "" {
		p.write("\n" + markdownText(s) + "\n")
	}
}

// nextSteps lists what to do, each hint once, within a number of bytes.
func (p *page) nextSteps(entries []entry, limit int) string {
	const most = 6
	var lines []string
	seen, size := map[string]bool{}, 0
	for _, e := range entries {
		hint := brief(cmp.Or(e.finding.Hint, p.o.entry(family(p.run, e.subjects[0]), string(e.finding.Code)).Do))
		if hint == "" || seen[hint] || len(lines) == most {
			continue
		}
		line := "- " + markdownText(upperFirst(hint)) + "\n"
		if size += len(line); size > limit {
			break
		}
		seen[hint] = true
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return ""
	}
	return "**What to do next**\n\n" + strings.Join(lines, "") + "\n"
}

// causes lists what could not be judged, a cause a line.
func (p *page) causes(limit int) string {
	var b strings.Builder
	for _, c := range causesOf(p.run.Subjects, finding.OutcomeUnverified) {
		line := p.causeLine(c)
		if b.Len()+len(line) > limit {
			p.left.unverified += len(c.subjects)
			continue
		}
		b.WriteString(line)
	}
	if b.Len() == 0 {
		return ""
	}
	return "**Not verified**\n\n" + b.String() + "\n"
}

func (p *page) causeLine(c cause) string {
	var names []string
	for _, n := range c.names() {
		if len(names) == causeNames {
			break
		}
		names = append(names, code(n))
	}
	rest := ""
	if n := len(c.subjects) - len(names); n > 0 {
		rest = fmt.Sprintf(" and %s more", number(n))
	}
	many := ""
	if n := len(c.subjects); n > 1 {
		many = counted(n, "capability", "capabilities") + ": "
	}
	do := brief(p.o.entry(family(p.run, c.subjects[0]), string(c.reason)).Do)
	if do != "" {
		do = "<br>" + markdownText(upperFirst(do))
	}
	return fmt.Sprintf("- ⚪ %s%s (%s) – %s%s%s\n", many, markdownText(brief(c.detail)), code(string(c.reason)), strings.Join(names, ", "), rest, do)
}
