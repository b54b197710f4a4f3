package apply

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// ShapeIssue is the code of a violation of a document's shape in reports.
const ShapeIssue finding.Code = "shape-issue"

// RunOptions describe a run for its reports.
type RunOptions struct {
	Tool finding.Tool
	Name string
	// Root is the folder from the root of the repository.
	Root string
	// At is the time of the run, RFC 3339, and Commit what was checked out.
	At, Commit string
}

// Run is the report as the input of every format: errors are red, warnings and
// lints yellow. Subjects are the capabilities, the resources that something is
// said about, and the manifest for everything else. It is sealed.
func (r *Report) Run(o RunOptions) *finding.Run {
	m := r.Manifest
	run := &finding.Run{Tool: o.Tool, Command: "apply", Name: o.Name, Manifest: m.Dir, Root: o.Root, At: o.At, Commit: o.Commit}
	c := newCollector(m)
	for _, i := range m.Issues {
		for _, v := range violations(i) {
			c.add("", finding.Finding{Code: ShapeIssue, Severity: finding.Red, Path: shapePath(i, v), Message: v.Text}, v.Pos)
		}
	}
	for _, d := range append(append([]manifest.Diagnostic{}, r.Errors...), r.Warnings...) {
		severity := finding.Yellow
		if d.Severity == manifest.Error {
			severity = finding.Red
		}
		c.add(d.Subject, finding.Finding{Code: d.Code, Severity: severity, Path: cmp.Or(d.Path, "manifest"), To: d.Token, Message: d.Message}, d.Pos)
	}
	for _, l := range r.Lints {
		c.add(l.Capability, finding.Finding{Code: l.Code, Severity: finding.Yellow, Path: cmp.Or(l.Path, "manifest"), To: l.Token, Message: l.Message, Hint: l.Because}, l.Pos)
	}
	for _, n := range r.Collisions {
		c.add("", finding.Finding{Code: manifest.ToolNameCollision, Severity: finding.Red, Path: "tools[" + n.Name + "]", Message: collisionText(n)}, finding.Position{})
	}
	run.Subjects = c.subjects
	run.Seal(finding.Bar{})
	return run
}

// shapePath is where a document breaks its shape: its file by name, wherever it
// lies, and the pointer, on to the property that is missing.
func shapePath(i manifest.Issue, v manifest.Violation) string {
	at := path.Base(i.File) + v.Pointer
	if name, missing := strings.CutPrefix(v.Text, "must have required property '"); missing {
		at += "/" + strings.TrimSuffix(name, "'")
	}
	return at
}

// violations are the single breaches of a file, or the issue itself.
func violations(i manifest.Issue) []manifest.Violation {
	if len(i.Violations) > 0 {
		return i.Violations
	}
	return []manifest.Violation{{Text: i.Message, Pos: i.Pos}}
}

// collector files findings under their subjects.
type collector struct {
	subjects []finding.Subject
	at       map[string]int
	company  string
}

func newCollector(m *manifest.Manifest) *collector {
	c := &collector{at: map[string]int{}, company: m.Dir}
	if m.Catalog != nil {
		c.company = m.Catalog.Company.ID
	}
	for _, d := range m.Capabilities {
		if _, known := c.at[d.ID]; known {
			continue
		}
		pos := d.Pos
		c.at[d.ID] = len(c.subjects)
		c.subjects = append(c.subjects, finding.Subject{ID: d.ID, Kind: finding.SubjectCapability, Effect: string(d.Effect), Position: &pos})
	}
	for _, d := range m.Resources {
		if _, known := c.at[d.Name]; !known {
			c.at[d.Name] = -1 // a subject once something is said about it
		}
	}
	return c
}

func (c *collector) add(subject string, f finding.Finding, pos finding.Position) {
	if !pos.Known() {
		pos = finding.Position{File: cmp.Or(pos.File, "capabilities.yaml"), Line: 1, Column: 1}
	}
	f.Position = &pos
	i, known := c.at[subject]
	switch {
	case known && i >= 0:
	case known:
		i = c.open(subject, subject, finding.SubjectResource)
	default:
		i = c.open(subject, c.company, finding.SubjectManifest)
	}
	f.Path = c.apart(i, f)
	c.subjects[i].Findings = append(c.subjects[i].Findings, f)
}

// apart is the path of a finding, numbered where one of the same subject says
// the same of the same path: two findings never share an identity.
func (c *collector) apart(subject int, f finding.Finding) string {
	path := f.Path
	for n := 2; slices.ContainsFunc(c.subjects[subject].Findings, func(g finding.Finding) bool {
		return g.Code == f.Code && g.Path == path && g.To == f.To
	}); n++ {
		path = fmt.Sprintf("%s[%d]", f.Path, n)
	}
	return path
}

// open makes a subject. All that belongs to no capability and no resource goes
// to one subject, the manifest.
func (c *collector) open(key, id string, kind finding.SubjectKind) int {
	if kind == finding.SubjectManifest {
		if i := slices.IndexFunc(c.subjects, func(s finding.Subject) bool { return s.Kind == kind }); i >= 0 {
			return i
		}
	}
	c.at[key] = len(c.subjects)
	c.subjects = append(c.subjects, finding.Subject{ID: id, Kind: kind})
	return c.at[key]
}
