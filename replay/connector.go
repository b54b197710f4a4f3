package replay

import (
	"context"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// Connector asks one kind of backend. Prepare is offline and pure: it resolves
// placeholders and decides whether the question can be asked at all. Ask sends
// what was prepared. REST lives in package rest; SQL and MCP fit the same two
// methods.
type Connector interface {
	Prepare(tool *manifest.Tool, input Input, caller Caller) (Prepared, *Refusal)
	Ask(ctx context.Context, p Prepared) Answer
}

// Prepared is a question that is ready to be asked. Show is what may be printed
// of it: placeholders, never their values.
type Prepared interface {
	Show() finding.Request
}

// Caller is on whose behalf a question is asked.
type Caller struct {
	// Principal is nil when none was given; the empty string is a principal.
	Principal *string
	// Values holds ${caller.NAME} values, accessToken among them.
	Values map[string]string
	// Missing names the values that were promised but whose variable is not set,
	// with that variable.
	Missing map[string]string
}

// Refusal says why a question was not asked, or not answered, so that its
// capability is unverified. Detail holds placeholders only.
type Refusal struct {
	Reason finding.Reason
	Detail string
	Pos    finding.Position
	// RetryAfter is the wait in seconds that a backend demanded, 0 when none.
	RetryAfter int
}

// Answer is what came back.
type Answer struct {
	// Refused is set when there is no answer to judge; then only Attempts and
	// Status (0 when nothing came back) mean anything.
	Refused *Refusal
	Status  int
	// Body is complete, decompressed and within its cap, BOM stripped, invalid
	// UTF-8 replaced; nil and empty mean that there was none.
	Body []byte
	// Attempts counts requests sent, retries included; Retried names what the
	// retries were for ("429", "reset"), oldest first.
	Attempts int
	Retried  []string
	// CredentialsDropped is set when a cross-host redirect was followed without
	// the credentials (or the body) that the first host got.
	CredentialsDropped bool
}
