package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/archverify/archverify/finding"
)

// renderJSON writes the Run document: all of the run, nothing cut.
func renderJSON(run *finding.Run, _ Options) ([]byte, error) { return marshal(run, true) }

// ReadRun reads a Run document back. A document of another schema version, one
// of another kind (such as `--json` of verify), or one that names unknown
// outcomes or severities is an error that says so.
func ReadRun(data []byte) (*finding.Run, error) {
	var run finding.Run
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), &run); err != nil {
		return nil, fmt.Errorf("no run document: %w", err)
	}
	if run.Command == "" || run.Subjects == nil {
		return nil, fmt.Errorf("no run document: it lacks %q or %q; `--report json` writes one, `--json` does not", "command", "subjects")
	}
	if run.SchemaVersion != finding.SchemaVersion {
		return nil, fmt.Errorf("run document of schema version %d: this program reads version %d", run.SchemaVersion, finding.SchemaVersion)
	}
	for _, s := range run.Subjects {
		if err := checkSubject(s); err != nil {
			return nil, err
		}
	}
	return &run, nil
}

func checkSubject(s finding.Subject) error {
	if !slices.Contains(finding.Outcomes(), s.Outcome) {
		return fmt.Errorf("run document: subject %q has the unknown outcome %q", s.ID, s.Outcome)
	}
	for _, f := range s.Findings {
		if !slices.Contains(finding.Severities(), f.Severity) {
			return fmt.Errorf("run document: subject %q, finding %q has the unknown severity %q", s.ID, f.Code, f.Severity)
		}
	}
	return nil
}
