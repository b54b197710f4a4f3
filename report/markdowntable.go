package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/archverify/archverify/finding"
)

const tableHead = "| what | capability | field | was | is | rows |\n|---|---|---|---|---|---|\n"

// table shows what broke and what moved: the first rows openly, the others
// folded. With a baseline, what was already there is folded as well.
func (p *page) table(entries []entry, reserve int) {
	var fresh, known []entry
	for _, e := range entries {
		if e.finding.State == finding.StateKnown {
			known = append(known, e)
		} else {
			fresh = append(fresh, e)
		}
	}
	if p.run.Baseline != nil && len(fresh) > 0 {
		p.write("**New in this change**\n\n")
	}
	shown := p.rows(fresh, min(openRows, len(fresh)), reserve)
	p.write(strings.Repeat("\n", min(shown, 1)))
	p.folded(fresh[shown:], "more", reserve)
	p.folded(known, "already there", reserve)
}

// folded shows entries as a folded table, as many as there is room for.
func (p *page) folded(entries []entry, words string, reserve int) {
	head := fmt.Sprintf("<details><summary>%s %s</summary>\n\n", number(len(entries)), words)
	const shut = "\n</details>\n\n"
	if len(entries) == 0 {
		return
	}
	if p.limit-p.out.Len()-reserve < len(head)+len(shut)+2*len(tableHead) {
		p.left.add(entries)
		return
	}
	p.write(head)
	p.left.add(entries[p.rows(entries, len(entries), reserve+len(shut)):])
	p.write(shut)
}

// rows writes at most so many rows and says how many it wrote.
func (p *page) rows(entries []entry, most, reserve int) int {
	for i, e := range entries[:most] {
		row := p.tableRow(e)
		if i == 0 {
			row = tableHead + row
		}
		if p.out.Len()+len(row)+reserve > p.limit {
			return i
		}
		p.write(row)
	}
	return most
}

func (p *page) tableRow(e entry) string {
	f := e.finding
	was, is := cell(f.From), cell(f.To)
	if was != "" && is == "" {
		is = "gone"
	}
	if e.pair != nil {
		was, is = cell(cmp.Or(f.From, e.pair.From)), cell(cmp.Or(f.To, e.pair.To))
	}
	cells := []string{
		severityMark(f.Severity) + " " + cell(string(f.Code)), reached(e), fieldOf(e),
		cmp.Or(was, "–"), cmp.Or(is, "–"), rowsOf(e),
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// cell is a short foreign text in a code span inside a table.
func cell(text string) string { return markdownCode(inertInSheets(brief(text)), true) }

func pathCell(path string) string { return markdownCode(briefPath(path), true) }

// reached names the capabilities that an entry reaches, the first three of them.
func reached(e entry) string {
	var names []string
	for _, s := range e.subjects {
		names = append(names, subjectName(s))
	}
	names = append(names, e.finding.Affects...)
	shown := []string{}
	for _, n := range names[:min(len(names), 3)] {
		shown = append(shown, markdownCode(brief(n), true))
	}
	text := strings.Join(shown, ", ")
	if n := len(names) - len(shown); n > 0 {
		text += fmt.Sprintf(" and %s more", number(n))
	}
	return text
}

// fieldOf is the declared field, else the path; of a rename both paths.
func fieldOf(e entry) string {
	f := e.finding
	if e.pair != nil {
		return pathCell(f.Path) + " → " + pathCell(e.pair.Path)
	}
	return pathCell(cmp.Or(f.Field, f.Path))
}

func rowsOf(e entry) string {
	if len(e.subjects) > 1 {
		return "–"
	}
	return cmp.Or(rows(e.finding), "–")
}

// details tells every finding in full, folded, as many as there is room for.
func (p *page) details(entries []entry) {
	if len(entries) == 0 {
		return
	}
	var lines []string
	size := 200
	for _, e := range entries {
		line := p.detail(e)
		if size+len(line) > p.room() {
			break
		}
		size += len(line)
		lines = append(lines, line)
		if e.finding.Severity == finding.Note {
			p.notesShown++
		}
	}
	if len(lines) == 0 {
		return
	}
	summary := "Details"
	if n := len(entries) - len(lines); n > 0 {
		summary = fmt.Sprintf("Details of the first %s", number(len(lines)))
	}
	p.fold(summary, strings.Join(lines, ""))
}

func (p *page) fold(summary, body string) {
	p.write("<details><summary>" + summary + "</summary>\n\n" + body + "\n</details>\n\n")
}

func (p *page) detail(e entry) string {
	s, f := e.subjects[0], e.finding
	line := fmt.Sprintf("- %s **%s** %s – %s", severityMark(f.Severity), markdownText(string(f.Code)), code(subjectName(s)), markdownText(briefMessage(f)))
	if n := len(e.subjects) - 1; n > 0 {
		line += fmt.Sprintf(" (and on %s)", counted(n, "other capability", "other capabilities"))
	}
	line += list(" · ", "<br>"+markdownCode(briefPath(f.Path), false), markdownText(moved(f)),
		code(placeOf(s.Place(f, p.run.Root))), "id "+code(finding.ShortIdentity(f.Identity)))
	return line + "\n"
}

// asked lists the requests, folded, if there is room for all of them.
func (p *page) asked() {
	var b strings.Builder
	for _, s := range p.run.Subjects {
		for _, r := range s.Requests {
			line := "- " + code(subjectName(s)) + " " + code(list(" ", r.Method, r.URL)) + prefixed(" → ", statusOf(r)) + "\n"
			if b.Len()+len(line)+200 > p.room() {
				return
			}
			b.WriteString(line)
		}
	}
	if b.Len() > 0 {
		p.fold("What was asked", b.String())
	}
}

// statusOf says how a request was answered; empty when it was never sent.
func statusOf(r finding.Request) string {
	attempts := ""
	if r.Attempts > 1 {
		attempts = "after " + counted(r.Attempts, "attempt", "attempts")
	}
	switch {
	case r.Status > 0:
		return list(" ", fmt.Sprint(r.Status), attempts)
	case r.Attempts > 0:
		return list(" ", "no answer", attempts)
	}
	return ""
}

// fine lists what is green and what was skipped, folded, if there is room.
func (p *page) fine() {
	for _, o := range []finding.Outcome{finding.OutcomeGreen, finding.OutcomeSkipped} {
		var names []string
		for _, s := range of(p.run.Subjects, o) {
			names = append(names, code(subjectName(s)))
		}
		body := strings.Join(names, ", ") + "\n"
		if len(names) > 0 && len(body)+200 < p.room() {
			p.fold(fmt.Sprintf("%s %s %s", mark(o), number(len(names)), o), body)
		}
	}
}
