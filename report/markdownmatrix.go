package report

import (
	"fmt"
	"strings"
)

// matrix shows a merged run as capability × environment, if there is room.
func (p *page) matrix() {
	m := matrixOf(p.run)
	if m == nil {
		return
	}
	var b strings.Builder
	b.WriteString("| capability |")
	for _, c := range m.Columns {
		b.WriteString(" " + cell(c) + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(m.Columns)) + "\n")
	for _, r := range m.Rows {
		b.WriteString("| " + cell(r.Name) + " |")
		for _, c := range r.Cells {
			fmt.Fprintf(&b, " %s |", list(" ", c.Sign, c.Text))
		}
		b.WriteByte('\n')
	}
	if b.Len()+200 < p.room() {
		p.fold("Capability by environment", b.String())
	}
}
