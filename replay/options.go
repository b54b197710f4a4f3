package replay

import (
	"io/fs"
	"time"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// DefaultConcurrency is how many questions are in flight at a time.
const DefaultConcurrency = 16

// DefaultTimeout bounds a whole run.
const DefaultTimeout = 10 * time.Minute

// Options say what is replayed, on whose behalf and how hard. The zero value
// replays every recorded read capability and finds no connector.
type Options struct {
	// Connectors ask backends, one a connector type. A tool of another type is
	// unverified (connector-unsupported).
	Connectors map[manifest.ConnectorType]Connector
	// Files holds the manifest folder, where goldens are read from; nil means
	// the folder that the manifest was loaded from, opened as a root that no
	// symbolic link leads out of.
	Files  fs.FS
	Caller Caller
	// Sandbox also replays what does more than read.
	Sandbox bool
	// RequireContracts makes every read capability without a contract unverified.
	RequireContracts bool
	// Only names the capabilities that are asked; empty means all.
	Only []string
	// Concurrency is the number of questions in flight; 0 means DefaultConcurrency.
	Concurrency int
	// Timeout bounds the whole run; 0 means DefaultTimeout, negative none.
	Timeout time.Duration
	// Confirm replays a yellow or red read that many times more before it is reported.
	Confirm int
	// Limits bound the answers that are judged; zero members mean the defaults.
	Limits fingerprint.Limits
	// Clock tells the time of Run.At and of Progress; nil means the real one.
	Clock func() time.Time
	// Progress is called, one call at a time, whenever something was sent or
	// judged; nil means never.
	Progress func(Progress)
	// Bar decides the exit of the run.
	Bar finding.Bar
	// Tool and Name go into the run as they are.
	Tool finding.Tool
	Name string
}

// Progress is how far a run is, in questions.
type Progress struct {
	Total, InFlight, Done int
	Elapsed               time.Duration
}

func (o Options) now() time.Time {
	if o.Clock != nil {
		return o.Clock()
	}
	return time.Now()
}

func (o Options) concurrency() int {
	if o.Concurrency > 0 {
		return o.Concurrency
	}
	return DefaultConcurrency
}
