package replay

import (
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
)

// reach says whether the container that a list is read from is there. Absent is
// not empty.
type reach uint8

const (
	reachPresent reach = iota
	// reachEmpty: an array further up is empty, so there is nothing to miss.
	reachEmpty
	reachMissing
)

// reachOf looks for the container of a list: its path without the last step. A
// path that ends in a name is its own container, for a name finds one thing or
// nothing; then anything that it finds will do ($.shifts[*].nick reads texts).
func reachOf(body fingerprint.Value, steps []jsonpath.Step) reach {
	if n := len(steps); n > 0 && !many(steps[n-1]) {
		for v := range selectAll(body, steps) {
			if v.Word() != fingerprint.WordNull {
				return reachPresent
			}
		}
	}
	return reachContainer(body, containerSteps(steps))
}

// containerSteps leads to what must be there for a list to be read.
func containerSteps(steps []jsonpath.Step) []jsonpath.Step {
	if len(steps) == 0 || !many(steps[len(steps)-1]) {
		return steps
	}
	steps = steps[:len(steps)-1]
	if n := len(steps); n > 0 && steps[n-1].Kind == jsonpath.Descend {
		steps = steps[:n-1]
	}
	return steps
}

// many reports whether a step may rightly find nothing in what is there.
func many(s jsonpath.Step) bool {
	switch s.Kind {
	case jsonpath.Wildcard, jsonpath.Filter, jsonpath.Slice:
		return true
	}
	return false
}

// reachContainer looks for any container: where there may be several, the order
// in which they come tells nothing.
func reachContainer(body fingerprint.Value, steps []jsonpath.Step) reach {
	found := false
	for v := range selectAll(body, steps) {
		if wordOf(v.Word())&(hasArray|hasObject) != 0 {
			return reachPresent
		}
		found = true
	}
	if found {
		return reachMissing
	}
	for i := len(steps) - 1; i >= 0; i-- {
		if !many(steps[i]) {
			continue
		}
		if selectFirst(body, steps[:i+1]).Exists() || reachContainer(body, steps[:i]) == reachMissing {
			return reachMissing
		}
		return reachEmpty
	}
	return reachMissing
}
