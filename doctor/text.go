package doctor

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/jsonval"
	"github.com/archverify/archverify/internal/termtext"
)

// Text is the human report; its lines have a fixed form, and every name on them
// is safe for a terminal. Places adds the line of each finding.
func (r *Report) Text(places bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\narchverify doctor %s\n\n", termtext.Safe(r.Manifest.Dir))
	if len(r.Findings) == 0 {
		fmt.Fprintf(&b, "🟢 %d capabilities checked — nothing to flag.\n\n", r.Checked)
		return b.String()
	}
	counts := map[Severity]int{}
	for _, s := range Severities() {
		for _, f := range r.Findings {
			if f.Severity == s {
				counts[s]++
				f.write(&b, r.Manifest.Dir, places)
			}
		}
	}
	fmt.Fprintf(&b, "%d capabilities checked — %d error · %d warning · %d advisory.\n\n", r.Checked, counts[Error], counts[Warning], counts[Advisory])
	return b.String()
}

func (f *Finding) write(b *strings.Builder, dir string, places bool) {
	head := ""
	if f.Capability != "" {
		head = termtext.Safe(f.Capability) + " — "
	}
	fmt.Fprintf(b, "%s %s%s\n   %s\n   (%s)\n", icon(f.Severity), head, termtext.Safe(f.Message), termtext.Safe(f.Because), f.Code)
	if places {
		fmt.Fprintf(b, "   %s:%d\n", termtext.Safe(path.Join(filepath.ToSlash(dir), f.Pos.File)), f.Pos.Line)
	}
	b.WriteByte('\n')
}

func icon(s Severity) string {
	switch s {
	case Error:
		return "🔴"
	case Warning:
		return "🟡"
	default:
		return "🔵"
	}
}

// JSON is the report as a document: the reference's members first in each
// finding, its place after them.
func (r *Report) JSON() []byte {
	return jsonval.Indent(jsonval.Object(
		jsonval.Named("findings", jsonval.ArrayOf(r.Findings, Finding.value)),
		jsonval.Named("checked", jsonval.Number(r.Checked)),
		jsonval.Named("ok", jsonval.Bool(r.OK())),
	))
}

func (f Finding) value() jsonval.Value {
	return jsonval.Object(
		jsonval.Named("severity", jsonval.Text(string(f.Severity))),
		jsonval.Named("code", jsonval.Text(string(f.Code))),
		jsonval.Named("capability", jsonval.TextOrNothing(f.Capability)),
		jsonval.Named("token", jsonval.TextOrNothing(f.Token)),
		jsonval.Named("message", jsonval.Text(f.Message)),
		jsonval.Named("because", jsonval.Text(f.Because)),
		jsonval.Named("path", jsonval.TextOrNothing(f.Path)),
		jsonval.Named("position", jsonval.Position(f.Pos)),
	)
}

// List is the table of checks for people, one line each.
func List() string {
	var b strings.Builder
	width := 0
	for _, c := range Checks() {
		width = max(width, len(c.Code))
	}
	for _, c := range Checks() {
		fmt.Fprintf(&b, "%-8s  %-*s  %s\n", c.Severity, width, c.Code, c.Title)
	}
	return b.String()
}

// ListJSON is the table of checks as a document.
func ListJSON() []byte {
	return jsonval.Indent(jsonval.ArrayOf(Checks(), func(c Check) jsonval.Value {
		return jsonval.Object(
			jsonval.Named("code", jsonval.Text(string(c.Code))), jsonval.Named("severity", jsonval.Text(string(c.Severity))),
			jsonval.Named("title", jsonval.Text(c.Title)), jsonval.Named("because", jsonval.Text(c.Because)),
		)
	}))
}

// RunOptions describe a run for its reports.
type RunOptions struct {
	Tool finding.Tool
	Name string
	// Root is the folder from the root of the repository.
	Root string
	// At is the time of the run, RFC 3339, and Commit what was checked out.
	At, Commit string
}

// Run is the report as the input of every format, with one subject a capability
// and, when something is said about the folder, one for the manifest. It is
// sealed.
func (r *Report) Run(o RunOptions) *finding.Run {
	run := &finding.Run{Tool: o.Tool, Command: "doctor", Name: o.Name, Manifest: r.Manifest.Dir, Root: o.Root, At: o.At, Commit: o.Commit}
	at := map[string]int{}
	for _, t := range r.Manifest.IR.Tools {
		at[t.ID] = len(run.Subjects)
		run.Subjects = append(run.Subjects, finding.Subject{ID: t.ID, Kind: finding.SubjectCapability, Effect: string(t.Effect), Position: &t.Pos})
	}
	for _, f := range r.Findings {
		i, known := at[f.Capability]
		if !known {
			i = len(run.Subjects)
			at[f.Capability] = i
			run.Subjects = append(run.Subjects, finding.Subject{ID: r.Manifest.IR.Company.ID, Kind: finding.SubjectManifest})
		}
		run.Subjects[i].Findings = append(run.Subjects[i].Findings, f.shared())
	}
	run.Seal(finding.Bar{})
	return run
}

func (f *Finding) shared() finding.Finding {
	return finding.Finding{
		Code: f.Code, Severity: f.Severity.Finding(), Path: f.Path, To: f.Token, Message: f.Message, Hint: f.Because, Position: &f.Pos,
	}
}
