package diff

import (
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/jsonval"
	"github.com/archverify/archverify/manifest"
)

// Result is everything that one comparison found, in canonical order.
type Result struct {
	// Before and After say what was compared.
	Before, After Side
	// Entries are ordered by subject, path, kind and detail.
	Entries []*Entry
	// Contracts are changes of what was recorded, in the order of Entries; nil
	// unless asked for (see CompareContracts). No summary counts them.
	Contracts []*Entry
	// WithContracts tells "asked for and nothing moved" from "not asked for".
	WithContracts bool
	// Base tells what became of a base that git was asked for; nil otherwise.
	Base *BaseReport
	// Anchor is where what is gone is shown; zero when the after side has no
	// lines (an artifact).
	Anchor finding.Position

	before, after *manifest.IR
}

// Side names one compared declaration.
type Side struct {
	Company string
	Version string
}

// Entry is one change.
type Entry struct {
	Kind     Kind
	Severity Severity
	// Declared is the severity before an override, "" when there was none.
	Declared Severity
	// Capability is the id concerned; for a shared resource Resource is set
	// instead, and Affects names the capabilities that reach it, sorted.
	Capability string
	Resource   string
	Affects    []string
	// Path is the manifest path concerned (input.day), "" for the whole.
	Path string
	// Before and After are what stood there, "" where nothing did or where the
	// values are not shown.
	Before, After jsonval.Value
	// Detail is the change in one line.
	Detail string
	// From and To are the short forms of the two sides that identify a change
	// together with kind, subject and path.
	From, To string
	// BeforePos and AfterPos are the lines concerned, zero where unknown: an
	// artifact has none, and what is gone has none after.
	BeforePos, AfterPos finding.Position
	// Texts are long texts that moved, to be shown word by word.
	Texts []TextChange
	// Pair is the other half of a likely rename, nil for none.
	Pair *Entry
	// PairReason says why the halves belong together.
	PairReason string
}

// TextChange is a text before and after.
type TextChange struct {
	// Label names the text; "" when the entry's detail says it all.
	Label         string
	Before, After string
}

// Subject is the capability or resource that the entry is about.
func (e *Entry) Subject() string {
	if e.Resource != "" {
		return e.Resource
	}
	return e.Capability
}

// Identity is the stable identity of the change (see finding.Identify).
func (e *Entry) Identity() string { return finding.Identify("diff", e.Subject(), e.plain()) }

// plain is the entry as a finding without identity and pair.
func (e *Entry) plain() finding.Finding {
	f := finding.Finding{
		Code: finding.Code(e.Kind), Severity: e.Severity.Finding(), Path: e.findingPath(), From: e.From, To: e.To,
		Message: e.Detail, Affects: e.Affects,
	}
	if e.Declared != "" {
		f.DeclaredSeverity = e.Declared.Finding()
	}
	return f
}

// findingPath is the entry's path, which a finding must have.
func (e *Entry) findingPath() string {
	if e.Path == "" {
		return "capability"
	}
	return e.Path
}

// Summary counts the entries by severity.
type Summary struct {
	Breaking, Notable, Compatible int
}

// Summary counts the entries by severity as it stands after overrides.
func (r *Result) Summary() Summary {
	var s Summary
	for _, e := range r.Entries {
		switch e.Severity {
		case Breaking:
			s.Breaking++
		case Notable:
			s.Notable++
		default:
			s.Compatible++
		}
	}
	return s
}

// Exit is the exit code: 1 when an entry, or a change of a recorded answer, is
// at or above the bar; 0 otherwise.
func (r *Result) Exit(bar Severity) int {
	for _, list := range [][]*Entry{r.Entries, r.Contracts} {
		for _, e := range list {
			if e.Severity.atLeast(bar) {
				return finding.ExitFailed
			}
		}
	}
	return finding.ExitOK
}
