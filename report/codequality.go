package report

import (
	"cmp"

	"github.com/archverify/archverify/finding"
)

// GitLab Code Quality: a flat array, fingerprints unique within it.
type qualityItem struct {
	Description string          `json:"description"`
	CheckName   string          `json:"check_name"`
	Fingerprint string          `json:"fingerprint"`
	Severity    string          `json:"severity"`
	Location    qualityLocation `json:"location"`
}

type qualityLocation struct {
	Path  string       `json:"path"`
	Lines qualityLines `json:"lines"`
}

type qualityLines struct {
	Begin int `json:"begin"`
}

func renderCodeQuality(run *finding.Run, _ Options) ([]byte, error) {
	items := []qualityItem{}
	for _, severity := range finding.Severities() {
		for _, s := range run.Subjects {
			for _, f := range s.Findings {
				if f.Severity == severity {
					items = append(items, qualityOf(run, s, f))
				}
			}
			if severity == finding.Red && s.Outcome == finding.OutcomeUnverified {
				items = append(items, qualityUnverified(run, s))
			}
		}
	}
	if text := nothing(run); text != "" {
		items = append(items, qualityItem{
			Description: text, CheckName: "nothing-verified", Severity: "major", Location: qualityAt(finding.Subject{}.Place(finding.Finding{}, run.Root)),
			Fingerprint: fingerprintIn(run, finding.Subject{}, finding.Identify(run.Command, "", finding.Finding{Code: "nothing-verified"})),
		})
	}
	return marshal(items, true)
}

func qualityOf(run *finding.Run, s finding.Subject, f finding.Finding) qualityItem {
	return qualityItem{
		Description: sentence(run, s, f), CheckName: string(f.Code), Severity: qualitySeverity(f.Severity),
		Fingerprint: fingerprintIn(run, s, f.Identity), Location: qualityAt(s.Place(f, run.Root)),
	}
}

// qualityUnverified tells a capability that nobody could judge. Its fingerprint
// is that of a finding whose code is the reason.
func qualityUnverified(run *finding.Run, s finding.Subject) qualityItem {
	id := finding.Identify(family(run, s), s.ID, finding.Finding{Code: finding.Code("unverified/" + s.Reason)})
	return qualityItem{
		Description: list(": ", subjectName(s), "unverified", string(s.Reason), brief(s.Detail)),
		CheckName:   cmp.Or(string(s.Reason), "unverified"), Severity: "major",
		Fingerprint: fingerprintIn(run, s, id), Location: qualityAt(s.Place(finding.Finding{}, run.Root)),
	}
}

func qualitySeverity(s finding.Severity) string {
	switch s {
	case finding.Red:
		return "critical"
	case finding.Yellow:
		return "minor"
	}
	return "info"
}

func qualityAt(p finding.Position) qualityLocation {
	return qualityLocation{Path: p.File, Lines: qualityLines{Begin: p.Line}}
}

// fingerprintIn is an identity made unique among environments.
func fingerprintIn(run *finding.Run, s finding.Subject, identity string) string {
	return list(":", label(run, s), identity)
}
