package doctor

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/archverify/archverify/internal/termtext"
)

// Text is the human report; its lines have a fixed form, and every name on them
// is safe for a terminal. Places adds the line of each finding.
func (r *Report) Text(places bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\narchverify doctor %s\n\n", termtext.Safe(r.Manifest.Dir))
	if len(r.Findings) == 0 {
		fmt.Fprintf(&b, "🟢 %d capabilities checked — nothing to flag.\n\n", r.Checked)
		return b.String()
	}
	counts := map[Severity]int{}
	for _, s := range Severities() {
		for _, f := range r.Findings {
			if f.Severity == s {
				counts[s]++
				f.write(&b, r.Manifest.Dir, places)
			}
		}
	}
	fmt.Fprintf(&b, "%d capabilities checked — %d error · %d warning · %d advisory.\n\n", r.Checked, counts[Error], counts[Warning], counts[Advisory])
	return b.String()
}

func (f *Finding) write(b *strings.Builder, dir string, places bool) {
	head := ""
	if f.Capability != "" {
		head = termtext.Safe(f.Capability) + " — "
	}
	fmt.Fprintf(b, "%s %s%s\n   %s\n   (%s)\n", icon(f.Severity), head, termtext.Safe(f.Message), termtext.Safe(f.Because), f.Code)
	if places {
		fmt.Fprintf(b, "   %s:%d\n", termtext.Safe(path.Join(filepath.ToSlash(dir), f.Pos.File)), f.Pos.Line)
	}
	b.WriteByte('\n')
}

func icon(s Severity) string {
	switch s {
	case Error:
		return "🔴"
	case Warning:
		return "🟡"
	default:
		return "🔵"
	}
}
