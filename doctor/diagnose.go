package doctor

import (
	"cmp"
	"io/fs"
	"os"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// Options of a diagnosis.
type Options struct {
	// Now is the time to measure ages and days by; the zero time leaves the
	// checks out that need one.
	Now time.Time
	// MaxAge is how old a recorded answer may be; 0 is any age.
	MaxAge time.Duration
}

// Finding is one thing that was found.
type Finding struct {
	Severity   Severity
	Code       finding.Code
	Capability string // "" for the folder
	Token      string
	Message    string
	Because    string
	Path       string
	Pos        finding.Position
}

// Report is a whole diagnosis.
type Report struct {
	Manifest *manifest.Manifest
	// Findings in the order of capabilities, checks within one.
	Findings []Finding
	// Checked counts capabilities.
	Checked int
}

// OK reports whether nothing of severity error was found.
func (r *Report) OK() bool {
	for _, f := range r.Findings {
		if f.Severity == Error {
			return false
		}
	}
	return true
}

// Exit is the exit code: 1 with an error among the findings, else 0.
func (r *Report) Exit() int {
	if r.OK() {
		return finding.ExitOK
	}
	return finding.ExitFailed
}

// Diagnose looks at a valid manifest and the files of its folder. What cannot
// be read becomes a finding.
func Diagnose(m *manifest.Manifest, o Options) *Report {
	f := newFolder(m, o)
	defer f.close()
	r := &Report{Manifest: m, Checked: len(m.IR.Tools)}
	checks := Checks()
	for _, found := range examine(f, checks) {
		r.Findings = append(r.Findings, found...)
	}
	for _, c := range checks {
		if c.folder != nil {
			r.Findings = append(r.Findings, c.findings(nil, c.folder(f))...)
		}
	}
	return r
}

// examine applies the checks to every capability, several at once, and returns
// what was found by capability.
func examine(f *folder, checks []Check) [][]Finding {
	found := make([][]Finding, len(f.IR.Tools))
	var doctors errgroup.Group
	doctors.SetLimit(runtime.GOMAXPROCS(0))
	for i, t := range f.IR.Tools {
		doctors.Go(func() error {
			p := &patient{folder: f, tool: t}
			if t.Contract != nil {
				p.fixture = f.read(t.Contract.ProbeFixture)
			}
			for _, c := range checks {
				if c.capability != nil {
					found[i] = append(found[i], c.findings(t, c.capability(p))...)
				}
			}
			return nil
		})
	}
	_ = doctors.Wait() // what goes wrong is a finding
	return found
}

// findings are the remarks of a check, about a capability or, without one, the
// folder. Each has a place.
func (c Check) findings(t *manifest.Tool, remarks []remark) []Finding {
	var found []Finding
	for _, m := range remarks {
		f := Finding{
			Severity: c.Severity, Code: c.Code, Token: m.token, Message: m.message, Because: cmp.Or(m.because, c.Because), Path: m.path, Pos: m.pos,
		}
		if t != nil {
			f.Capability = t.ID
			if !f.Pos.Known() {
				f.Pos = t.At(f.Path)
			}
		}
		if !f.Pos.Known() {
			f.Pos = finding.Position{File: cmp.Or(f.Pos.File, "capabilities.yaml"), Line: 1, Column: 1}
		}
		found = append(found, f)
	}
	return found
}

// folder is the manifest under examination.
type folder struct {
	*manifest.Manifest
	o    Options
	root *os.Root // nil when the folder cannot be opened
	// lints and warnings by capability.
	lints    map[string][]manifest.Lint
	warnings map[string][]manifest.Diagnostic
}

func newFolder(m *manifest.Manifest, o Options) *folder {
	f := &folder{Manifest: m, o: o, lints: map[string][]manifest.Lint{}, warnings: map[string][]manifest.Diagnostic{}}
	f.root, _ = os.OpenRoot(m.Dir)
	for _, l := range manifest.Lints(m) {
		f.lints[l.Capability] = append(f.lints[l.Capability], l)
	}
	for _, d := range m.Diagnostics {
		f.warnings[d.Subject] = append(f.warnings[d.Subject], d)
	}
	return f
}

func (f *folder) close() {
	if f.root != nil {
		_ = f.root.Close()
	}
}

// files is the folder as a file system that nothing leads out of.
func (f *folder) files() fs.FS {
	if f.root == nil {
		return nothing{}
	}
	return f.root.FS()
}

// nothing is a folder that cannot be opened.
type nothing struct{}

func (nothing) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// patient is one capability under examination.
type patient struct {
	*folder
	tool *manifest.Tool

	// fixture is empty without a contract.
	fixture fixture
}
