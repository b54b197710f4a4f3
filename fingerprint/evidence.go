package fingerprint

// Evidence is what all rows and all samples of a recorded question showed, over
// every element of every array (section 4 of the verdict rules). It never holds
// a value, a length, or a key of a folded map.
type Evidence struct {
	Samples         int
	FirstAt, LastAt string
	// Fingerprints are the reference fingerprints of the samples, sorted.
	Fingerprints []string
	// Maps are the confirmed maps, unambiguous paths, sorted.
	Maps []string
	Tree *Tree
}

// Tree holds the counts of every path.
type Tree struct{}
