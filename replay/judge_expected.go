package replay

import "github.com/archverify/archverify/fingerprint"

// Expectation is what was recorded of one request, the way Judge reads it.
type Expectation struct {
	// Tree counts what the request's own recording showed on every path; nil when
	// nothing usable was recorded. Without evidence it is the recorded shape,
	// drawn as one answer with one element an array.
	Tree *fingerprint.Tree
	// Evidence tells counts over all rows and samples from a mere shape.
	Evidence bool
}

// Expected returns what Judge would hold the answer of a case against. It looks
// at IR, Tool, Golden and Request only.
func Expected(c Case) Expectation {
	b := newBaseline(c)
	return Expectation{Tree: b.own, Evidence: b.evidence}
}
