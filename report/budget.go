package report

import (
	"fmt"

	"github.com/archverify/archverify/finding"
)

// What the receiving sides accept, in one place. Bytes are never fewer than
// characters, so that a limit of characters holds too.
const (
	// CommentBytes is what a comment may take: the receiver refuses more than
	// 65,536 characters, and the deliverer adds a marker.
	CommentBytes = 60_000
	// SummaryBytes is what a job summary may take: above 1 MiB its upload fails.
	SummaryBytes = 1_000_000

	annotationsPerKind = 10   // workflow commands of one kind in one step
	sarifResults       = 5000 // of a run; beyond, code scanning keeps none
	sarifRuns          = 20
	sarifTextLimit     = 1024 // short and full description of a rule
	sarifNameLimit     = 255
	openRows           = 25   // table rows that Markdown shows unfolded
	causeNames         = 12   // capabilities that a cause names in Markdown
	htmlShapeNodes     = 1500 // of one capability's tree
	htmlFindings       = 2000 // of one capability
	htmlTotalFindings  = 12_000
)

// left counts findings that a budget left out.
type left struct {
	findings   finding.FindingSummary
	unverified int
}

func (l *left) add(entries []entry) {
	for _, e := range entries {
		l.count(e.finding.Severity, len(e.subjects))
		if e.pair != nil {
			l.count(e.pair.Severity, len(e.subjects))
		}
	}
}

func (l *left) count(s finding.Severity, n int) {
	switch s {
	case finding.Red:
		l.findings.Red += n
	case finding.Yellow:
		l.findings.Yellow += n
	default:
		l.findings.Note += n
	}
}

func (l left) none() bool { return l.findings.Total() == 0 && l.unverified == 0 }

// sentence says what was left out and where it is; empty when nothing was.
func (l left) sentence(v vocabulary, full string) string {
	if l.none() {
		return ""
	}
	kinds := list(", ", count(l.findings.Red, v.red), count(l.findings.Yellow, v.yellow), count(l.findings.Note, v.note),
		count(l.unverified, "unverified"))
	return fmt.Sprintf("%s more (%s) in %s", number(l.findings.Total()+l.unverified), kinds, fullReport(full))
}

func fullReport(full string) string {
	if full == "" {
		return "the full report (--report html=FILE or json=FILE)"
	}
	return brief(full)
}
