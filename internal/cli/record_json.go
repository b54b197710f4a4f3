package cli

import (
	"encoding/json"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/replay"
)

// recordedJSON is one capability of the JSON document.
type recordedJSON struct {
	CapabilityID string              `json:"capabilityId"`
	Status       replay.RecordStatus `json:"status"`
	Code         finding.Code        `json:"code,omitempty"`
	Reason       finding.Reason      `json:"reason,omitempty"`
	Detail       string              `json:"detail,omitempty"`
	Position     *finding.Position   `json:"position,omitempty"`
	Template     json.RawMessage     `json:"template,omitempty"`
	Requests     []finding.Request   `json:"requests,omitempty"`
	Findings     []finding.Finding   `json:"findings,omitempty"`
	Replaces     bool                `json:"replaces,omitempty"`
	Drift        *finding.Drift      `json:"drift,omitempty"`
	Candidates   []candidateJSON     `json:"candidates,omitempty"`
	Notes        []string            `json:"notes,omitempty"`
	Golden       string              `json:"golden,omitempty"`
	Binding      string              `json:"binding,omitempty"`
	Fingerprint  string              `json:"fingerprint,omitempty"`
	Samples      int                 `json:"samples,omitempty"`
}

type candidateJSON struct {
	Path   string `json:"path"`
	Keys   int    `json:"keys"`
	Reason string `json:"reason"`
}

type recordedDocument struct {
	Items         []recordedJSON `json:"items"`
	Files         []string       `json:"files"`
	Warnings      []string       `json:"warnings,omitempty"`
	Exit          int            `json:"exit"`
	SchemaVersion int            `json:"schemaVersion"`
	Tool          finding.Tool   `json:"tool"`
}

func recordDocument(result *replay.Recording) recordedDocument {
	d := recordedDocument{Items: []recordedJSON{}, Files: append([]string{}, result.Files...), Warnings: result.Warnings, Exit: result.Exit, SchemaVersion: finding.SchemaVersion, Tool: tool()}
	for i := range result.Items {
		d.Items = append(d.Items, recordedItem(&result.Items[i]))
	}
	return d
}

func recordedItem(item *replay.Recorded) recordedJSON {
	j := recordedJSON{
		CapabilityID: item.Tool.ID, Status: item.Status, Code: item.Code, Reason: item.Reason, Detail: item.Detail, Position: known(item.Position),
		Requests: item.Requests, Findings: item.Findings, Replaces: item.Replaces, Notes: item.Notes, Golden: item.Golden, Binding: item.Binding,
		Fingerprint: item.Fingerprint, Samples: item.Samples,
	}
	if item.Status == replay.RecordNeedsRequest {
		j.Template = json.RawMessage(item.Template.JSON())
	}
	if item.Replaces && !item.Diff.Empty() {
		j.Drift = driftOf(item.Diff)
	}
	for _, c := range item.Candidates {
		j.Candidates = append(j.Candidates, candidateJSON{c.Path, c.Keys, c.Reason})
	}
	return j
}

func driftOf(d fingerprint.ShapeDiff) *finding.Drift {
	drift := &finding.Drift{Added: []finding.DriftEntry{}, Removed: []finding.DriftEntry{}, Retyped: []finding.Retype{}}
	for _, p := range d.Added {
		drift.Added = append(drift.Added, finding.DriftEntry{Path: p.Path, Type: string(p.Type)})
	}
	for _, p := range d.Removed {
		drift.Removed = append(drift.Removed, finding.DriftEntry{Path: p.Path, Type: string(p.Type)})
	}
	for _, p := range d.Retyped {
		drift.Retyped = append(drift.Retyped, finding.Retype{Path: p.Path, From: string(p.From), To: string(p.To)})
	}
	return drift
}
