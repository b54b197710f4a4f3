package fingerprint

import "io"

// Exported returns the counts without the classes behind the format, which
// only a scan knows.
func Exported(c Counts) Counts {
	c.forms = 0
	return c
}

// ScanWindow is Scan through a window of a few bytes, so that every token
// crosses its edge somewhere.
func ScanWindow(r io.Reader, window int) (*Result, error) {
	return scanStream(r, window, Limits{}.withDefaults(), Options{})
}

// Joined is the tree of a result as the joining of several would build it.
func Joined(r *Result) *Tree {
	r.sort()
	return assemble([]forest{trieForest{r.trie}}, &mapSet{})
}
