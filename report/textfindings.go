package report

import (
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
)

const findingIndent, underFinding = "      ", "        "

// findings writes what was found about one subject: a row of columns each where
// the terminal is wide enough for all of them, else the same facts below each
// other; then what to do, and where.
func (t *textWriter) findings(s finding.Subject) {
	var kept []finding.Finding
	for _, f := range s.Findings {
		if f.Code == finding.UndeclaredNestedOf && len(s.UndeclaredNested) > 0 {
			continue // said in a line of its own
		}
		kept = append(kept, f)
	}
	cells := make([][]string, len(kept))
	for i, f := range kept {
		cells[i] = t.cells(s, f)
	}
	widths := widthsOf(cells)
	inRow := t.style.Columns == 0 || total(widths) <= t.style.Columns-len(findingIndent)
	for i, f := range kept {
		t.row(t.severityColor(f.Severity), cells[i], widths, inRow)
		t.below(s, f)
	}
}

// cells are the facts of a finding: severity and code, where, what moved, how often.
func (t *textWriter) cells(s finding.Subject, f finding.Finding) []string {
	v := vocabularyOf(family(t.run, s))
	where := briefPath(f.Path)
	if f.Field != "" && f.Field != f.Path {
		where = list(" ", where, "("+briefPath(f.Field)+")")
	}
	seen := rows(f)
	if seen != "" {
		seen = "in " + seen + " rows"
	}
	if f.Request > 1 {
		seen = list(", ", seen, "request "+number(f.Request))
	}
	cells := []string{list(" ", f.State, v.of(f.Severity)), string(f.Code), where, moved(f), seen}
	for i := range cells {
		cells[i] = t.style.Text(cells[i])
	}
	return cells
}

func widthsOf(table [][]string) []int {
	if len(table) == 0 {
		return nil
	}
	widths := make([]int, len(table[0]))
	for _, cells := range table {
		for i, c := range cells {
			widths[i] = max(widths[i], termtext.Width(c))
		}
	}
	return widths
}

// total is how wide a row is: two blanks between columns, empty ones left out.
func total(widths []int) int {
	sum := 0
	for _, w := range widths {
		if w > 0 {
			sum += w + 2
		}
	}
	return max(sum-2, 0)
}

func (t *textWriter) row(c termtext.Color, cells []string, widths []int, inRow bool) {
	if !inRow {
		first := t.style.Paint(c, cells[0]) + "  " + cells[1]
		t.out.WriteString(t.style.Wrap(findingIndent, underFinding, first))
		for _, cell := range cells[2:] {
			if cell != "" {
				t.out.WriteString(t.style.Wrap(underFinding, underFinding, cell))
			}
		}
		return
	}
	var b strings.Builder
	for i, cell := range cells {
		if widths[i] == 0 {
			continue
		}
		padded := termtext.Pad(cell, widths[i])
		if i == 0 {
			padded = t.style.Paint(c, cell) + padded[len(cell):]
		}
		b.WriteString(padded + "  ")
	}
	t.out.WriteString(findingIndent + strings.TrimRight(b.String(), " ") + "\n")
}

// below writes the message unless the subject's own line says it, the hint and
// the place.
func (t *textWriter) below(s finding.Subject, f finding.Finding) {
	under := func(text string) {
		t.out.WriteString(t.style.Wrap(underFinding, underFinding, t.style.Text(text)))
	}
	if f.Message != "" && !strings.HasPrefix(s.Detail, f.Message) {
		under(briefMessage(f))
	}
	if f.Hint != "" {
		under(brief(f.Hint))
	}
	if len(f.Affects) > 0 {
		under("reaches " + brief(strings.Join(f.Affects, ", ")))
	}
	if p := s.Place(f, t.root()); f.Position != nil && f.Position.Known() {
		t.painted(underFinding, underFinding, termtext.Faint, placeOf(p))
	}
}

func (t *textWriter) severityColor(s finding.Severity) termtext.Color {
	switch s {
	case finding.Red:
		return termtext.Red
	case finding.Yellow:
		return termtext.Yellow
	}
	return termtext.Faint
}

// root is what positions are joined to: the manifest folder as it was named. A
// merged run holds positions that are seen from the repository root already.
func (t *textWriter) root() string {
	if len(t.run.Parts) > 0 {
		return ""
	}
	return t.run.Manifest
}
