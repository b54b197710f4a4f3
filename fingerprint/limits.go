package fingerprint

import "fmt"

const (
	defaultBytes    = 64 << 20
	defaultDepth    = 10_000
	defaultPaths    = 1_000_000
	defaultKeyLen   = 64 << 10
	defaultPathText = 512 << 20

	// Counters and positions are 32 bits wide: a value takes two bytes of JSON
	// at least, so nothing can overflow below these.
	maxBytes = 8<<30 - 1
	maxDepth = 100_000
	maxPaths = 1 << 26
)

func (l Limits) withDefaults() Limits {
	return Limits{
		Bytes:    bounded(l.Bytes, defaultBytes, maxBytes),
		Depth:    bounded(l.Depth, defaultDepth, maxDepth),
		Paths:    bounded(l.Paths, defaultPaths, maxPaths),
		KeyLen:   bounded(l.KeyLen, defaultKeyLen, maxPaths),
		PathText: bounded(l.PathText, defaultPathText, 1<<31),
	}
}

func bounded[T int | int64](v, unset, most T) T {
	if v <= 0 {
		return unset
	}
	return min(v, most)
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("body exceeds the limit of %d for %q at byte %d", e.Max, e.Limit, e.Offset)
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("not JSON: %s at byte %d", e.Reason, e.Offset)
}
