package cli

import (
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/redact"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// resolved are the values that connectors put in for placeholders so far.
func resolved(connectors map[manifest.ConnectorType]replay.Connector) []redact.Secret {
	var all []redact.Secret
	for _, c := range connectors {
		if known, ok := c.(interface{ Resolved() []redact.Secret }); ok {
			all = append(all, known.Resolved()...)
		}
	}
	return all
}

// scrub takes out of a run what a backend repeated of the values it was sent:
// their placeholders stand for them. Everything that is shown or written comes
// from the run afterwards.
func scrub(run *finding.Run, secrets []redact.Secret) {
	if len(secrets) > 0 {
		run.Rewrite(redact.New(secrets).String)
	}
}
