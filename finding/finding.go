package finding

import (
	"crypto/sha256"
	"encoding/hex"
)

// Severity says what a finding does to the outcome of its subject.
type Severity string

// The closed set of severities, worst first. In diff, breaking is Red, notable
// is Yellow, compatible is Note; in doctor and apply, error is Red, warning is
// Yellow, advisory is Note.
const (
	Red    Severity = "red"
	Yellow Severity = "yellow"
	Note   Severity = "note"
)

// Severities lists every severity, worst first.
func Severities() []Severity { return []Severity{Red, Yellow, Note} }

// Rank orders severities: 0 for Red, 1 for Yellow, 2 for Note, 3 for anything else.
func (s Severity) Rank() int {
	for i, known := range Severities() {
		if s == known {
			return i
		}
	}
	return len(Severities())
}

// Worse reports whether s is worse than t.
func (s Severity) Worse(t Severity) bool { return s.Rank() < t.Rank() }

// Outcome is what one subject amounts to after a run.
type Outcome string

// The closed set of outcomes.
const (
	OutcomeGreen      Outcome = "green"
	OutcomeYellow     Outcome = "yellow"
	OutcomeRed        Outcome = "red"
	OutcomeUnverified Outcome = "unverified"
	OutcomeSkipped    Outcome = "skipped"
)

// Outcomes lists every outcome, worst first: red, unverified, yellow, green, skipped.
func Outcomes() []Outcome {
	return []Outcome{OutcomeRed, OutcomeUnverified, OutcomeYellow, OutcomeGreen, OutcomeSkipped}
}

// Judged reports whether an answer was seen and judged: green, yellow or red.
func (o Outcome) Judged() bool {
	return o == OutcomeGreen || o == OutcomeYellow || o == OutcomeRed
}

// Code names a kind of finding. Codes are closed sets, append-only; each has
// one registry (this package for verify, package manifest for diagnostics,
// diff for kinds, doctor for checks).
type Code string

// Position points into a file of the manifest. Line and Column count from 1;
// columns are code points. A zero Line means that the place is unknown.
type Position struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"`
}

// Known reports whether the position names a file and a line.
func (p Position) Known() bool { return p.File != "" && p.Line > 0 }

// Finding is one thing that was found. It never holds a value of an answer.
type Finding struct {
	// Identity is the hash of Identify: the same finding has the same identity
	// in every format, run and environment. Run fills it.
	Identity string   `json:"identity"`
	Code     Code     `json:"code"`
	Severity Severity `json:"severity"`
	// Path is where: an unambiguous body path such as $.rows[].id for verify, a
	// manifest path such as output.total or policies[human-approval] otherwise.
	Path string `json:"path"`
	// Field is the declared output field that the path reaches, from the output
	// field on (stays.pricePerNight), or empty.
	Field string `json:"field,omitempty"`
	// From and To are sorted unions of type or format words ("null|string"),
	// empty where nothing moved.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Rows of Of rows show it; both 0 where rows do not apply.
	Rows int `json:"rows,omitempty"`
	Of   int `json:"of,omitempty"`
	// Request numbers the recorded request (from 2 on for further requests; 0
	// and absent for the first).
	Request int    `json:"request,omitempty"`
	Message string `json:"message"`
	// Hint says what to do next, in one sentence; may be empty.
	Hint     string    `json:"hint,omitempty"`
	Position *Position `json:"position,omitempty"`
	// PairedWith is the identity of the other half of a rename or move.
	PairedWith string `json:"pairedWith,omitempty"`
	// DeclaredSeverity is the severity before an override by flag.
	DeclaredSeverity Severity `json:"declaredSeverity,omitempty"`
	// Affects lists the capabilities that a finding on a shared resource reaches.
	Affects []string `json:"affects,omitempty"`
	// State is "new" or "known" when the run was compared with a baseline.
	State string `json:"state,omitempty"`
}

// Identify returns the identity of a finding: the SHA-256, in lower-case hex,
// of the JSON array ["v1", family, code, subject, path, from, to] (delivery
// promise 1). Family is the command family: verify, diff, doctor or apply.
func Identify(family string, subject string, f Finding) string {
	text := []byte{'['}
	for i, part := range []string{"v1", family, string(f.Code), subject, f.Path, f.From, f.To} {
		if i > 0 {
			text = append(text, ',')
		}
		text = AppendJSONString(text, part)
	}
	sum := sha256.Sum256(append(text, ']'))
	return hex.EncodeToString(sum[:])
}

// ShortIdentity is the part of an identity that reports print: 16 hex digits.
func ShortIdentity(identity string) string {
	if len(identity) > 16 {
		return identity[:16]
	}
	return identity
}
