package replay

// absence is what the table of absence makes of a path that some or all live
// parents lack.
type absence uint8

const (
	// usual: nothing lacks, or lacking is nothing new.
	usual absence = iota
	// gone: never lacking when recorded, lacking everywhere now.
	gone
	// short: never lacking in enough recorded parents, lacking now more often
	// than that allows.
	short
	// thinly: lacking now, but too little was recorded to tell.
	thinly
	// rarely: lacking was recorded, and now it is far more frequent.
	rarely
	// rarelyThin: the same, known from one sample only.
	rarelyThin
)

// The numbers of the table.
const (
	manyParents     = 20   // from here 3/m bounds the share that may lack
	someParents     = 5    // from here more than half must have it
	surprise        = 1e-6 // Fisher's bound for rarer
	leastShareRatio = 4    // and the share must be below a quarter of the least recorded
	enoughSamples   = 2
)

// presence counts parents and those of them that have a path.
type presence struct {
	parents, has uint64
	// leastShare is the smallest share seen in one sample, samples how many there were.
	leastShare float64
	samples    int
}

// judge compares live parents with recorded ones (table of section 4).
func (recorded presence) judge(live presence) absence {
	m, k, n, x := recorded.parents, recorded.has, live.parents, live.has
	switch {
	case m == 0 || n == 0 || x >= n:
		return usual
	case k < m:
		return recorded.judgeRarer(live)
	case x == 0:
		return gone
	case m >= manyParents && float64(n-x)/float64(n) > 3/float64(m), m >= someParents && 2*x < n:
		return short
	}
	return thinly
}

// tells reports whether an absence is yellow.
func (a absence) tells() bool { return a == gone || a == short || a == rarely }

func (recorded presence) judgeRarer(live presence) absence {
	share := float64(live.has) / float64(live.parents)
	if share >= recorded.leastShare/leastShareRatio {
		return usual
	}
	if fisherBelow(recorded.has, recorded.parents, live.has, live.parents) >= surprise {
		return usual
	}
	if recorded.samples < enoughSamples {
		return rarelyThin
	}
	return rarely
}
