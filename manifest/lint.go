package manifest

import (
	"slices"

	"github.com/archverify/archverify/finding"
)

// Lint is a remark on a valid declaration. It never changes an exit code. It
// reads "capability '<Capability>' <Message> <Because>".
type Lint struct {
	Code       finding.Code
	Capability string
	// Token is set on irreversible-unenforced-policy only.
	Token   string
	Message string
	Because string
	// Path is the manifest path concerned.
	Path string
	Pos  finding.Position
}

// Lints returns the remarks on a valid manifest in tool order, rule by rule;
// nil when the manifest is not valid. Irreversible capabilities that are not
// retired are looked at, bound or not.
func Lints(m *Manifest) []Lint {
	if !m.Valid() {
		return nil
	}
	var lints []Lint
	for i, t := range m.IR.Tools {
		if t.Effect != Irreversible || t.Lifecycle == Retired {
			continue
		}
		lints = slices.Concat(lints, lintFailures(t, m.Capabilities[i]), lintAuthentication(t), lintTokens(t, m.Capabilities[i]))
	}
	return lints
}
