package replay

import "github.com/archverify/archverify/fingerprint"

// Golden is a golden file: the recorded question and the evidence of its
// answers. It never holds a value of an answer.
type Golden struct {
	CapabilityID string
	RecordedAt   string
	Request      Input
	// CollectionNonEmpty is expects.collectionNonEmpty, nil when not given.
	CollectionNonEmpty *bool
	// Identity and NegativeIdentity are the principals of a sql replay.
	Identity, NegativeIdentity *string
	// Evidence is nil for a golden of the reference.
	Evidence *fingerprint.Evidence
	Also     []AlsoRequest
}

// AlsoRequest is a further recorded question of the same capability.
type AlsoRequest struct {
	Request  Input
	Evidence *fingerprint.Evidence
}
