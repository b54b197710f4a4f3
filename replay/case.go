package replay

import (
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// Case is everything that one verdict depends on: the declaration, what was
// recorded, and what came back.
type Case struct {
	IR     *manifest.IR
	Tool   *manifest.Tool
	Golden *Golden
	// Request numbers the recorded request: 1 is the golden's own, 2 and more
	// are its further requests.
	Request int
	// Status and Body are the answer; an empty Body means that there was none.
	Status int
	Body   []byte
	// Attempts and Retried tell how the answer was reached.
	Attempts int
	Retried  []string
	// CredentialsDropped: a redirect left the host that the credentials were for.
	CredentialsDropped bool
	Limits             fingerprint.Limits
}

// Verdict is what one answer amounts to.
type Verdict struct {
	// Refused is set when the answer cannot be judged (a limit, a login page
	// after dropped credentials); everything else is then empty.
	Refused          *Refusal
	Findings         []finding.Finding
	Shape            []finding.ShapeNode
	Observed         string
	UndeclaredNested []string
	Drift            *finding.Drift
	// Nonconforming are declared places that hold something else than declared
	// without breaking consumers; recording such an answer remembers them.
	Nonconforming []string
	// Detail is the one line that the reference's `detail` member carries.
	Detail string
}
