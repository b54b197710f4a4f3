package report

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
)

// The document of `verify --json`: the reference's members under their names and
// in their order, then ours. A consumer of the reference's may read it as it is.
type verifyDocument struct {
	Results       []verifyResult     `json:"results"`
	Skipped       []verifySkipped    `json:"skipped"`
	Sandbox       bool               `json:"sandbox"`
	Unverified    []verifyUnverified `json:"unverified"`
	Summary       finding.Summary    `json:"summary"`
	SchemaVersion int                `json:"schemaVersion"`
	Tool          finding.Tool       `json:"tool"`
}

type verifyResult struct {
	CapabilityID        string            `json:"capabilityId"`
	ObservedFingerprint string            `json:"observedFingerprint,omitempty"`
	UndeclaredNested    []string          `json:"undeclaredNested,omitempty"`
	Status              finding.Outcome   `json:"status"`
	Detail              string            `json:"detail"`
	PolicyDenied        bool              `json:"policyDenied,omitempty"`
	Drift               *finding.Drift    `json:"drift,omitempty"`
	Findings            []finding.Finding `json:"findings"`
}

type verifySkipped struct {
	CapabilityID string `json:"capabilityId"`
	Effect       string `json:"effect"`
	Detail       string `json:"detail"`
}

type verifyUnverified struct {
	CapabilityID string         `json:"capabilityId"`
	Reason       finding.Reason `json:"reason"`
	Detail       string         `json:"detail"`
	Attempts     int            `json:"attempts"`
	PolicyDenied bool           `json:"policyDenied,omitempty"`
}

// VerifyJSON returns the `--json` document of a sealed verify run: one line,
// ending in a line break. Sandbox says whether `--sandbox` was given. Positions
// are relative to the manifest folder.
func VerifyJSON(run *finding.Run, sandbox bool) ([]byte, error) {
	doc := verifyDocument{Sandbox: sandbox, Summary: run.Summary, SchemaVersion: run.SchemaVersion, Tool: run.Tool}
	for _, s := range run.Subjects {
		switch {
		case s.Outcome.Judged():
			doc.Results = append(doc.Results, verifyResult{
				CapabilityID: s.ID, ObservedFingerprint: s.ObservedFingerprint, UndeclaredNested: s.UndeclaredNested,
				Status: s.Outcome, Detail: s.Detail, PolicyDenied: s.PolicyDenied, Drift: s.Drift, Findings: s.Findings,
			})
		case s.Outcome == finding.OutcomeUnverified:
			doc.Unverified = append(doc.Unverified, verifyUnverified{s.ID, s.Reason, s.Detail, s.Attempts, s.PolicyDenied})
		default:
			doc.Skipped = append(doc.Skipped, verifySkipped{s.ID, s.Effect, s.Detail})
		}
	}
	out, err := marshal(doc, false)
	if err != nil {
		return nil, fmt.Errorf("write the JSON document of verify: %w", err)
	}
	return out, nil
}

// marshal writes JSON the way the reference does: <, >, & and everything beyond
// ASCII stay raw, but for what a terminal or a build log would act upon. Invalid
// UTF-8 becomes U+FFFD. The result ends in a line break.
func marshal(v any, indent bool) ([]byte, error) {
	options := []json.Options{
		jsonv1.OmitEmptyWithLegacySemantics(true), json.Deterministic(true), jsontext.AllowInvalidUTF8(true),
	}
	if indent {
		options = append(options, jsontext.WithIndent("  "))
	}
	out, err := json.Marshal(v, options...)
	if err != nil {
		return nil, err
	}
	return append(termtext.JSON(out), '\n'), nil
}
