package cli

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
)

// notFound reports whether the manifest folder itself is the problem.
func notFound(m *manifest.Manifest) bool {
	return len(m.Issues) == 1 && m.Issues[0].File == m.Dir && m.Issues[0].Message == "directory not found"
}

// refuse tells why a manifest cannot be used, on standard output as JSON or on
// standard error as text, and returns the exit code for that.
func (a *app) refuse(command string, m *manifest.Manifest, asJSON bool) (int, error) {
	a.refusedBy(command, fmt.Sprintf("the manifest in %q is invalid\n%s", m.Dir, problemText(m, termtext.Style{}, true)))
	switch {
	case asJSON:
		return finding.ExitUsage, a.printJSON(struct {
			Error string `json:"error"`
			problems
		}{"manifest_invalid", problemsOf(m)})
	case notFound(m):
		return 0, usage("manifest folder %q not found", m.Dir)
	default:
		style := a.style(a.err)
		a.err.printf("%s", style.Wrap("", "  ", style.Text(fmt.Sprintf("archverify %s: the manifest in %q is invalid", command, m.Dir))))
		a.err.printf("%s", problemText(m, style, true))
		a.err.printf("%s", style.Wrap("", "  ", style.Text("'archverify validate "+m.Dir+"' shows warnings as well")))
	}
	return finding.ExitUsage, nil
}

// problems are the issues and diagnostics of a manifest as JSON has them; the
// reference's members first.
type problems struct {
	Issues []issueJSON      `json:"issues"`
	Errors []diagnosticJSON `json:"errors"`
}

type issueJSON struct {
	File     string            `json:"file"`
	Message  string            `json:"message"`
	Position *finding.Position `json:"position,omitempty"`
	// Violations are the breaches in the message one by one.
	Violations []violationJSON `json:"violations,omitempty"`
}

type violationJSON struct {
	Pointer  string            `json:"pointer"`
	Message  string            `json:"message"`
	Hint     string            `json:"hint,omitempty"`
	Position *finding.Position `json:"position,omitempty"`
}

type diagnosticJSON struct {
	Severity   manifest.DiagnosticSeverity `json:"severity"`
	Code       finding.Code                `json:"code"`
	Message    string                      `json:"message"`
	Capability string                      `json:"capability,omitempty"`
	Token      string                      `json:"token,omitempty"`
	Position   *finding.Position           `json:"position,omitempty"`
}

func problemsOf(m *manifest.Manifest) problems {
	p := problems{Issues: []issueJSON{}, Errors: diagnosticsOf(m, manifest.Error)}
	for _, i := range m.Issues {
		issue := issueJSON{File: i.File, Message: i.Message, Position: known(i.Pos)}
		for _, v := range i.Violations {
			issue.Violations = append(issue.Violations, violationJSON{v.Pointer, v.Text, v.Hint, known(v.Pos)})
		}
		p.Issues = append(p.Issues, issue)
	}
	return p
}

func diagnosticsOf(m *manifest.Manifest, severity manifest.DiagnosticSeverity) []diagnosticJSON {
	out := []diagnosticJSON{}
	for _, d := range m.Diagnostics {
		if d.Severity == severity {
			out = append(out, diagnosticJSON{d.Severity, d.Code, d.Message, d.Capability, d.Token, known(d.Pos)})
		}
	}
	return out
}

func known(p finding.Position) *finding.Position {
	if !p.Known() {
		return nil
	}
	return &p
}

// problemText lists issues, errors and, unless only errors are wanted, warnings,
// each with its place.
func problemText(m *manifest.Manifest, style termtext.Style, onlyErrors bool) string {
	var b strings.Builder
	for _, i := range m.Issues {
		for _, v := range violationsOf(i) {
			problemLine(&b, style, termtext.Red, "error", place(m.Dir, v.Pos, i.File), v.Text, "")
		}
	}
	for _, severity := range []manifest.DiagnosticSeverity{manifest.Error, manifest.Warning} {
		if severity == manifest.Warning && onlyErrors {
			continue
		}
		color := termtext.Red
		if severity == manifest.Warning {
			color = termtext.Yellow
		}
		for _, d := range m.Diagnostics {
			if d.Severity == severity {
				problemLine(&b, style, color, string(severity), place(m.Dir, d.Pos, ""), d.Message, string(d.Code))
			}
		}
	}
	return b.String()
}

// violationsOf lists the single breaches of a file, or the issue as one.
func violationsOf(i manifest.Issue) []manifest.Violation {
	if len(i.Violations) == 0 {
		return []manifest.Violation{{Text: i.Message, Pos: i.Pos}}
	}
	out := make([]manifest.Violation, len(i.Violations))
	for n, v := range i.Violations {
		v.Text = strings.TrimSpace(v.Pointer + " " + v.Text)
		if v.Hint != "" {
			v.Text += ": " + v.Hint
		}
		out[n] = v
	}
	return out
}

func problemLine(b *strings.Builder, style termtext.Style, color termtext.Color, word, place, text, code string) {
	head := "  " + style.Paint(color, termtext.Pad(word, 7)) + " "
	if place != "" {
		b.WriteString(style.Wrap(head, "            ", style.Text(place)))
		head = "            "
	}
	if code != "" {
		text += " [" + code + "]"
	}
	b.WriteString(style.Wrap(head, "            ", style.Text(text)))
}

// place is a position as text shows it: joined to the folder as it was named, so
// that editors and terminals can follow it.
func place(dir string, p finding.Position, file string) string {
	if p.File != "" {
		file = p.File
	}
	if file == "" {
		return ""
	}
	name := path.Join(filepath.ToSlash(dir), file)
	if file == dir { // the folder itself is what is wrong
		name = filepath.ToSlash(dir)
	}
	if !p.Known() {
		return name
	}
	return fmt.Sprintf("%s:%d:%d", name, p.Line, max(p.Column, 1))
}
