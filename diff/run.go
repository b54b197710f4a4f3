package diff

import (
	"cmp"
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// RunOptions describe a run for its reports.
type RunOptions struct {
	Tool finding.Tool
	Name string
	// Manifest is the after side as the user named it, Root the same folder from
	// the root of the repository.
	Manifest, Root string
	// At is the time of the run, RFC 3339, and Commit what was checked out.
	At, Commit string
	// Bar is what fails; empty means Breaking.
	Bar Severity
}

// Run is the result as the input of every report: one subject a capability of
// either side, and one a resource that changed. It is sealed.
func (r *Result) Run(o RunOptions) *finding.Run {
	run := &finding.Run{
		Tool: o.Tool, Command: "diff", Name: o.Name, Manifest: o.Manifest, Root: o.Root, At: o.At, Commit: o.Commit,
		Subjects: r.subjects(),
	}
	if r.Base != nil {
		for _, remark := range r.Base.remarks() {
			run.Warnings = append(run.Warnings, oneLine(remark))
		}
	}
	run.Seal(finding.Bar{FailOn: cmp.Or(o.Bar, Breaking).Finding()})
	return run
}

func (r *Result) subjects() []finding.Subject {
	type key struct {
		kind finding.SubjectKind
		id   string
	}
	findings := map[key][]finding.Finding{}
	for _, e := range slices.Concat(r.Entries, r.Contracts) {
		k := key{finding.SubjectCapability, e.Capability}
		if e.Resource != "" {
			k = key{finding.SubjectResource, e.Resource}
		}
		findings[k] = append(findings[k], e.finding(r.reportAnchor()))
	}
	var list []finding.Subject
	old, now := toolMap(r.before), toolMap(r.after)
	for _, id := range names(old, now) {
		t := cmp.Or(now[id], old[id])
		s := finding.Subject{ID: id, Kind: finding.SubjectCapability, Effect: string(t.Effect), Findings: findings[key{finding.SubjectCapability, id}]}
		if t := now[id]; t != nil && t.Pos.Known() {
			s.Position = &t.Pos
		}
		list = append(list, s)
	}
	for k := range findings {
		if k.kind == finding.SubjectResource {
			list = append(list, finding.Subject{ID: k.id, Kind: k.kind, Findings: findings[k]})
		}
	}
	slices.SortFunc(list, func(a, b finding.Subject) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Kind, b.Kind))
	})
	return list
}

func toolMap(ir *manifest.IR) map[string]*manifest.Tool {
	index := make(map[string]*manifest.Tool, len(ir.Tools))
	for _, t := range ir.Tools {
		index[t.ID] = t
	}
	return index
}

// reportAnchor is where reports show what has no line: some line is needed even
// where an artifact has none.
func (r *Result) reportAnchor() finding.Position {
	if r.Anchor.Known() {
		return r.Anchor
	}
	return catalogLine()
}

// finding is the entry in the shared vocabulary.
func (e *Entry) finding(anchor finding.Position) finding.Finding {
	f := e.plain()
	at := e.place(anchor)
	f.Position = &at
	if e.Pair != nil {
		f.PairedWith = e.Pair.Identity()
		f.Hint = "Looks like a rename (" + e.PairReason + "); whoever reads the old name breaks all the same."
	}
	return f
}
