package apply

import (
	"slices"

	"github.com/archverify/archverify/exposure"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// Report is everything there is to say about a loaded manifest.
type Report struct {
	Manifest *manifest.Manifest
	// Errors and Warnings are its diagnostics; a warning that a lint repeats in
	// more detail is left to the lint.
	Errors, Warnings []manifest.Diagnostic
	// Lints, Collisions and Exposure exist for a valid manifest only; Exposure
	// only when asked for.
	Lints      []manifest.Lint
	Collisions []manifest.Collision
	Exposure   *exposure.Report
}

// New reports on a manifest, with its exposure when asked for.
func New(m *manifest.Manifest, withExposure bool) *Report {
	r := &Report{Manifest: m}
	if m.Valid() {
		r.Lints = manifest.Lints(m)
		r.Collisions = manifest.Collisions(m.IR)
		if withExposure {
			r.Exposure = exposure.Of(m.IR)
		}
	}
	for _, d := range m.Diagnostics {
		switch {
		case d.Severity == manifest.Error:
			r.Errors = append(r.Errors, d)
		case !slices.ContainsFunc(r.Lints, func(l manifest.Lint) bool { return repeats(l, d) }):
			r.Warnings = append(r.Warnings, d)
		}
	}
	return r
}

// repeats reports whether the lint says what the warning says: the same token
// of the same capability is enforced by nothing.
func repeats(l manifest.Lint, d manifest.Diagnostic) bool {
	return d.Code == manifest.UnenforcedPolicyToken && l.Token != "" && l.Capability == d.Capability && l.Token == d.Token
}

// OK reports whether the manifest can be used: valid, and without collisions of
// tool names.
func (r *Report) OK() bool { return r.Manifest.Valid() && len(r.Collisions) == 0 }

// Exit is the exit code: 2 for a folder that is not there, 1 for a manifest that
// cannot be used, 0 otherwise.
func (r *Report) Exit() int {
	switch {
	case Missing(r.Manifest):
		return finding.ExitUsage
	case !r.OK():
		return finding.ExitFailed
	default:
		return finding.ExitOK
	}
}

// Missing reports whether there is no such folder.
func Missing(m *manifest.Manifest) bool {
	return len(m.Issues) == 1 && m.Issues[0].File == m.Dir && m.Issues[0].Message == "directory not found"
}

// Invocable counts the bound capabilities, whatever their lifecycle.
func (r *Report) Invocable() int {
	n := 0
	if r.Manifest.Valid() {
		for _, t := range r.Manifest.IR.Tools {
			if t.Bound() {
				n++
			}
		}
	}
	return n
}

// capabilities counts distinct ids of compiled capabilities.
func (r *Report) capabilities() int {
	ids := map[string]bool{}
	for _, t := range r.Manifest.IR.Tools {
		ids[t.ID] = true
	}
	return len(ids)
}
