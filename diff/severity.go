package diff

import "github.com/archverify/archverify/finding"

// Severity says what a change does to those who rely on the declaration.
type Severity string

// The closed set of severities, worst first.
const (
	Breaking   Severity = "breaking"
	Notable    Severity = "notable"
	Compatible Severity = "compatible"
)

// Severities lists every severity, worst first.
func Severities() []Severity { return []Severity{Breaking, Notable, Compatible} }

// ParseSeverity returns the severity of that name, and whether there is one.
func ParseSeverity(name string) (Severity, bool) {
	for _, s := range Severities() {
		if string(s) == name {
			return s, true
		}
	}
	return "", false
}

// Finding is the severity of the shared vocabulary: breaking is red, notable
// yellow, compatible a note.
func (s Severity) Finding() finding.Severity {
	switch s {
	case Breaking:
		return finding.Red
	case Notable:
		return finding.Yellow
	default:
		return finding.Note
	}
}

// rank is 0 for the worst severity.
func (s Severity) rank() int {
	for i, known := range Severities() {
		if s == known {
			return i
		}
	}
	return len(Severities())
}

// atLeast reports whether s is as bad as bar or worse.
func (s Severity) atLeast(bar Severity) bool { return s.rank() <= bar.rank() }

func worse(a, b Severity) Severity {
	if b.rank() < a.rank() {
		return b
	}
	return a
}
