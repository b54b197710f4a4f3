package doctor

import (
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// Severity of a finding.
type Severity string

// The closed set of severities, worst first.
const (
	Error    Severity = "error"
	Warning  Severity = "warning"
	Advisory Severity = "advisory"
)

// Severities lists every severity, worst first.
func Severities() []Severity { return []Severity{Error, Warning, Advisory} }

// Finding is the severity of the shared vocabulary.
func (s Severity) Finding() finding.Severity {
	switch s {
	case Error:
		return finding.Red
	case Warning:
		return finding.Yellow
	default:
		return finding.Note
	}
}

// Check is one row of the table: what is looked for, how bad it is, and the
// words for it.
type Check struct {
	Code     finding.Code
	Severity Severity
	// Title is a short noun phrase.
	Title string
	// Because says what follows from the finding and what to do; a finding of its
	// own words may replace it.
	Because string

	// Exactly one of the two is set: it looks at one capability or at the folder.
	capability func(p *patient) []remark
	folder     func(f *folder) []remark
}

// remark is what a check has to say; code, severity and capability are added by
// the table.
type remark struct {
	message string
	// because replaces the check's own when set.
	because string
	token   string
	// path is the manifest path concerned, part of the finding's identity.
	path string
	pos  finding.Position
}

// Checks is the table. The checks of capabilities run first, all of them for
// one capability after another; then those of the folder. Findings come in this
// order.
func Checks() []Check {
	return []Check{
		unboundCapability(),
		noContract(),
		noContractNonRead(),
		missingFixtureFile(),
		fixtureOutside(),
		fixtureUnreadable(),
		fixtureForeign(),
		retiredWithContract(),
		fixtureRequestInvalid(),
		fixtureDatesPast(),
		shapeStale(),
		evidenceStale(),
		recordedTypeContradicts(),
		dynamicKeysSuspected(),
		contractOld(),
		requiredFieldUnmapped(),
		callerInfluencedBaseURL(),
		envBaseURL(),
		plainHTTPBaseURL(),
		irreversibleEffect(),
		irreversibleNoFailures(),
		irreversibleUnauthenticated(),
		irreversibleUnenforcedPolicy(),
		irreversibleWithoutPolicy(),
		rateLimitNeedsCounter(),
		authenticatedNeedsPrincipal(),
		experimentalCapability(),
		irDrift(),
		goldenOrphaned(),
	}
}

// Entries explains the checks, except those whose codes package manifest
// explains already.
func Entries() []finding.Entry {
	known := map[string]bool{}
	for _, e := range manifest.Codes() {
		known[e.Name] = true
	}
	var entries []finding.Entry
	for _, c := range Checks() {
		if known[string(c.Code)] {
			continue
		}
		means, do := c.sentences()
		entries = append(entries, finding.Entry{
			Name: string(c.Code), Registry: "doctor", Severity: c.Severity.Finding(), Title: c.Title, Means: means, Do: do,
		})
	}
	return entries
}

// sentences splits Because: its last sentence says what to do.
func (c Check) sentences() (means, do string) {
	i := strings.LastIndex(c.Because, ". ")
	if i < 0 {
		return c.Because, ""
	}
	return c.Because[:i+1], c.Because[i+2:]
}
