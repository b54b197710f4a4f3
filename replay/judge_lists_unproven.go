package replay

import (
	"fmt"
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// lackedBefore reports whether some of the places that may hold a list were
// recorded without it, so that its absence is nothing new: what is missing first
// on the way there counts. A new list beside where it was tells a rename. An
// optional list may also be one that was never there.
func (j *judge) lackedBefore(list *mappedList) bool {
	_, container := listContainer(list)
	if !j.base.evidence {
		return false
	}
	optional := list.slot != nil && !list.slot.required
	if optional && !j.mayHaveHeld(list.slot) && (!list.slot.found || hasAt(j.base.own, container.hops) == 0) {
		return true
	}
	if container.approx {
		return false
	}
	for v := range selectAll(j.body, containerSteps(list.steps)) {
		if v.Word() != fingerprint.WordNull {
			return false // something else stands in its place
		}
	}
	hops, several := container.hops, optional
	for i, h := range hops {
		if h.each {
			several = true
			continue
		}
		if several && j.newListAt(hops[:i]) {
			return false
		}
		if hasAt(j.live, hops[:i+1]) == 0 {
			return several && objectsAt(j.live, hops[:i]) > 0 && lackedAt(j.base.own, hops[:i+1])
		}
	}
	return false
}

// hasAt is how often a place holds a value that is not null.
func hasAt(t *fingerprint.Tree, hops []hop) uint64 {
	var n uint64
	for _, at := range nodesAt(t, hops) {
		n += t.Counts(at).Has()
	}
	return n
}

func objectsAt(t *fingerprint.Tree, hops []hop) uint64 {
	var n uint64
	for _, at := range nodesAt(t, hops) {
		n += t.Counts(at).Object
	}
	return n
}

// lackedAt reports whether some of the objects that hold a member lacked it.
func lackedAt(t *fingerprint.Tree, hops []hop) bool {
	return slices.ContainsFunc(nodesAt(t, hops), func(n fingerprint.NodeID) bool {
		return t.Step(n) == fingerprint.StepKey && t.Counts(n).Has() < t.Counts(t.Parent(n)).Object
	})
}

// newListAt reports whether the objects at a place hold a list that was never
// recorded there.
func (j *judge) newListAt(hops []hop) bool {
	for _, holder := range nodesAt(j.live, hops) {
		for n := range j.live.Children(holder) {
			known := nodesAt(j.base.union, append(slices.Clone(hops), hop{name: j.live.Name(n)}))
			if j.live.Counts(n).Array > 0 && j.live.Step(n) == fingerprint.StepKey && len(known) == 0 {
				return true
			}
		}
	}
	return false
}

// errorInstead reports whether an error envelope stands where the mapped
// collection was: its members are no rows, although they can be gone through.
func (j *judge) errorInstead(list *mappedList) bool {
	steps := containerSteps(list.steps)
	if list.slot != nil || len(steps) == len(list.steps) || ErrorEnvelope(selectFirst(j.body, steps)) == "" {
		return false
	}
	_, container := listContainer(list)
	return j.base.types(container.hops) == hasArray || j.mapsNothing()
}

// mapsNothing reports whether no row has any of the mapped fields.
func (j *judge) mapsNothing() bool {
	if j.Tool.Response.OnError != nil {
		return false
	}
	for _, s := range j.proj.slots {
		if t := &s.tally; s.parent == nil && s.holder > 0 && t.absent.count+t.null.count < t.places {
			return false
		}
	}
	return true
}

// holdsOthers reports whether what a list is read from is there and not empty.
func (j *judge) holdsOthers(list *mappedList) bool {
	for v := range selectAll(j.body, containerSteps(list.steps)) {
		if v.Len() > 0 {
			return true
		}
	}
	return false
}

// listUnproven reports a list of which nothing could be exercised, although it
// is not known to be missing.
func (j *judge) listUnproven(list *mappedList, severity finding.Severity, why string) {
	path, container := listContainer(list)
	f := finding.Finding{
		Code: finding.Unproven, Severity: severity, Path: path, Field: list.field, Position: at(j.listPos(list)),
		Message: fmt.Sprintf("%s has no rows: %s", shown(list.field), why),
		Hint:    "ask for something that is there, or say expects.collectionNonEmpty: false in the golden if an empty list is fine",
	}
	if j.allowsEmpty() {
		f.Severity = finding.Note
	}
	j.seeContainer(f, container)
}
