package report

import "github.com/archverify/archverify/finding"

// htmlMatrix is capability × environment.
type htmlMatrix struct {
	Columns []string
	Rows    []htmlMatrixRow
}

type htmlMatrixRow struct {
	Name  string
	Cells []htmlCell
}

// htmlCell is one outcome; all empty where the environment lacks the capability.
type htmlCell struct{ Outcome, Mark, Sign, Text string }

// matrixOf is nil unless the run was merged of several environments. Rows are
// capabilities in the order in which they first appear.
func matrixOf(run *finding.Run) *htmlMatrix {
	if len(run.Parts) < 2 {
		return nil
	}
	m := &htmlMatrix{}
	column := map[string]int{}
	for i, p := range run.Parts {
		column[p.Label] = i
		m.Columns = append(m.Columns, brief(p.Label))
	}
	row := map[string]int{}
	for _, s := range run.Subjects {
		i, known := row[s.ID]
		if !known {
			i = len(m.Rows)
			row[s.ID] = i
			m.Rows = append(m.Rows, htmlMatrixRow{Name: briefPath(s.ID), Cells: make([]htmlCell, len(run.Parts))})
		}
		m.Rows[i].Cells[column[s.Run]] = htmlCell{
			Outcome: string(s.Outcome), Mark: glyph(s.Outcome), Sign: mark(s.Outcome),
			Text: list(", ", string(s.Outcome), string(s.Reason)),
		}
	}
	return m
}
