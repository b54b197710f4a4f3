package diff

import (
	"errors"
	"fmt"
	"github.com/archverify/archverify/internal/jsonval"
	"io/fs"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
)

// RefusalCode says why two sides cannot be compared.
type RefusalCode string

// The closed set of refusals.
const (
	ArtifactUnreadable RefusalCode = "artifact_unreadable"
	ManifestInvalid    RefusalCode = "manifest_invalid"
	VersionMismatch    RefusalCode = "version_mismatch"
	// BaseUnavailable: git could not be asked for the base.
	BaseUnavailable RefusalCode = "base_unavailable"
)

// Refusal is why there is nothing to compare. It ends the command with
// finding.ExitUsage.
type Refusal struct {
	Code    RefusalCode
	Message string
	// Issues and Errors are what is wrong with an invalid manifest.
	Issues []manifest.Issue
	Errors []manifest.Diagnostic
}

func unreadable(arg string, err error) *Refusal {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err // the name stands in front already
	}
	return &Refusal{Code: ArtifactUnreadable, Message: fmt.Sprintf("%s: could not be read as a built artifact — %s", arg, oneLine(err.Error()))}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func invalidManifest(arg string, m *manifest.Manifest) *Refusal {
	r := &Refusal{
		Code: ManifestInvalid, Message: fmt.Sprintf("%s: manifest invalid — run 'archverify apply %s' for details", arg, arg), Issues: m.Issues,
	}
	for _, d := range m.Diagnostics {
		if d.Severity == manifest.Error {
			r.Errors = append(r.Errors, d)
		}
	}
	return r
}

func versionMismatch(before, after *Source) *Refusal {
	return &Refusal{Code: VersionMismatch, Message: fmt.Sprintf(
		"%s %s: cannot diff IR version '%s' against IR version '%s' — build both sides with one version of the tool",
		before.Arg, after.Arg, before.IR.Version, after.IR.Version)}
}

// Text is what standard error shows: the reason, then each problem on a line of
// its own.
func (r *Refusal) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "archverify diff %s\n", termtext.Safe(r.Message))
	for _, line := range r.problems() {
		b.WriteString(termtext.Safe(line) + "\n")
	}
	return b.String()
}

func (r *Refusal) problems() []string {
	var lines []string
	for _, i := range r.Issues {
		lines = append(lines, fmt.Sprintf("  - %s: %s", i.File, i.Message))
	}
	for _, d := range r.Errors {
		lines = append(lines, "  ✗ "+d.Message)
	}
	return lines
}

// JSON is the refusal as one compact line without a line break at its end. It
// shares no member with a result.
func (r *Refusal) JSON() []byte { return []byte(r.value()) }

func (r *Refusal) value() jsonval.Value {
	members := []jsonval.Member{jsonval.Named("error", jsonval.Text(string(r.Code))), jsonval.Named("message", jsonval.Text(r.Message))}
	if r.Code == ManifestInvalid {
		members = append(members, jsonval.Named("issues", r.issueList()), jsonval.Named("errors", r.errorList()))
	}
	return jsonval.Object(members...)
}

func (r *Refusal) issueList() jsonval.Value {
	items := make([]jsonval.Value, 0, len(r.Issues))
	for _, i := range r.Issues {
		items = append(items, jsonval.Object(jsonval.Named("file", jsonval.Text(i.File)), jsonval.Named("message", jsonval.Text(i.Message)), jsonval.Named("position", jsonval.Position(i.Pos))))
	}
	return jsonval.Array(items)
}

func (r *Refusal) errorList() jsonval.Value {
	items := make([]jsonval.Value, 0, len(r.Errors))
	for _, d := range r.Errors {
		items = append(items, jsonval.Object(
			jsonval.Named("severity", jsonval.Text(string(d.Severity))), jsonval.Named("code", jsonval.Text(string(d.Code))), jsonval.Named("message", jsonval.Text(d.Message)),
			jsonval.Named("position", jsonval.Position(d.Pos)),
		))
	}
	return jsonval.Array(items)
}

// catalogLine is where things are shown that no line of the manifest declares.
func catalogLine() finding.Position {
	return finding.Position{File: "capabilities.yaml", Line: 1, Column: 1}
}
