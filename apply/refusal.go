package apply

import (
	"github.com/archverify/archverify/internal/jsonval"
	"github.com/archverify/archverify/manifest"
)

// Refusal says, for standard error, why a command that needs a valid manifest
// did nothing.
func Refusal(command string, m *manifest.Manifest) string {
	p := &page{}
	p.line("archverify "+command+" %s: manifest invalid — run 'archverify apply %s' for details", m.Dir, m.Dir)
	for _, i := range m.Issues {
		p.line("  - %s: %s", i.File, i.Message)
	}
	for _, d := range New(m, false).Errors {
		p.line("  - %s", d.Message)
	}
	return p.String()
}

// RefusalJSON is the same as a document.
func RefusalJSON(m *manifest.Manifest) []byte {
	return jsonval.Indent(jsonval.Object(
		jsonval.Named("error", jsonval.Text("manifest_invalid")),
		jsonval.Named("message", jsonval.Text(m.Dir+": manifest invalid")),
		jsonval.Named("issues", jsonval.ArrayOf(m.Issues, issueValue)),
		jsonval.Named("errors", jsonval.ArrayOf(New(m, false).Errors, diagnosticValue)),
	))
}

// CollisionRefusal says why no artifact is written.
func CollisionRefusal(m *manifest.Manifest, collisions []manifest.Collision) string {
	p := &page{}
	p.line("archverify build %s: refusing to write artifact — tool-name collision(s):", m.Dir)
	for _, c := range collisions {
		p.line("  - %s", collisionText(c))
	}
	return p.String()
}
