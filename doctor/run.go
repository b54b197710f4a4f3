package doctor

import "github.com/archverify/archverify/finding"

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
