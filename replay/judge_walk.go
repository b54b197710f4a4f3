package replay

import (
	"fmt"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// walk compares the counts of an answer with recorded evidence, path by path
// from the top. A path that is gone, new or of another type is told once;
// nothing below it is.
type walk struct {
	*judge
}

// node compares one path. Live and union have it; own may not.
func (w walk) node(live, own, union fingerprint.NodeID) {
	if w.marks[live].variant {
		return
	}
	if live == 0 && own == 0 {
		w.lacks(w.absence(0, 0, fingerprint.NoNode))
	}
	moved, whole := w.types(live, union)
	if whole {
		return
	}
	w.format(live, union)
	w.emptied(live, own)
	if own != fingerprint.NoNode {
		lost := func(child, at fingerprint.NodeID) bool {
			switch w.absence(child, at, live).verdict {
			case gone, short, rarely:
				return true
			}
			return false
		}
		if w.keysAsData(live, own, union, lost) {
			return
		}
		w.recordedChildren(live, own)
	}
	w.liveChildren(live, own, union, moved)
}

// recordedChildren looks for what this request's recording had here.
func (w walk) recordedChildren(live, own fingerprint.NodeID) {
	var all []lackingPath
	for child := range w.base.own.Children(own) {
		l := w.absence(child, w.live.Child(live, w.base.own.Step(child), w.base.own.Name(child)), live)
		if l.verdict != usual {
			all = append(all, l)
		}
	}
	w.tellLacking(own, all)
}

// liveChildren tells new paths, and goes on below known ones.
func (w walk) liveChildren(live, own, union fingerprint.NodeID, moved words) {
	var fresh []fingerprint.NodeID
	for child := range w.live.Children(live) {
		step, name := w.live.Step(child), w.live.Name(child)
		if moved&containerOf(step) != 0 {
			continue // only there because the parent is of another type
		}
		if known := w.base.union.Child(union, step, name); known != fingerprint.NoNode {
			w.node(child, w.base.own.Child(own, step, name), known)
		} else if !w.marks[child].variant {
			fresh = append(fresh, child)
		}
	}
	w.gainedBelow(live, union, fresh)
}

// containerOf is the type a value must have to hold such a child.
func containerOf(s fingerprint.Step) words {
	if s == fingerprint.StepElement {
		return hasArray
	}
	return hasObject
}

// types compares JSON types. It returns the types never recorded, and whether
// nothing of a recorded type is left.
func (w walk) types(live, union fingerprint.NodeID) (moved words, whole bool) {
	now, then := w.live.Counts(live), w.base.union.Counts(union)
	came, known := wordsOf(now)&^hasNull, wordsOf(then)&^hasNull
	if known == 0 {
		if came != 0 {
			w.typeKnown(live, union, came)
		}
		return came, true
	}
	moved = came &^ known
	if moved == 0 || w.emptyMap(live, union, came, known) {
		return 0, false
	}
	if m := w.marks[live]; !m.types {
		w.retyped(live, union, moved)
	}
	return moved, came == moved
}

// emptyMap reports the one change of type that is none: serializers that write
// an empty map as an empty list, or the other way round.
func (j *judge) emptyMap(live, union fingerprint.NodeID, came, known words) bool {
	now, then := j.live.Counts(live), j.base.union.Counts(union)
	const both = hasArray | hasObject
	return (came|known)&^both == 0 && now.Array == now.EmptyArray && then.Array == then.EmptyArray &&
		childless(j.live, live) && childless(j.base.union, union)
}

func childless(t *fingerprint.Tree, n fingerprint.NodeID) bool {
	for range t.Children(n) {
		return false
	}
	return true
}

// format tells strings that left the one class they all had.
func (w walk) format(live, union fingerprint.NodeID) {
	now, then := w.live.Counts(live), w.base.union.Counts(union)
	from := then.Format.WeighsFrom()
	if from == 0 || then.FormatCount < from || now.Fits(then.Format) || w.full() {
		return
	}
	f := w.liveFinding(finding.FormatChanged, live, union)
	f.From, f.To = then.Format.String(), now.Format.String()
	f.Of = int(now.FormatCount)
	f.Message = fmt.Sprintf("all %s recorded on %s were %s; among the %d now are others (together: %s)",
		plural(int(then.FormatCount), "string"), shown(f.Path), f.From, f.Of, f.To)
	f.Hint = hintAccept
	w.seeNode(f, fingerprint.NoNode, live, false)
}

// maxSightings and maxPathBytes bound what one answer is told of, against
// answers in which everything moved.
const (
	maxSightings = 5000
	maxPathBytes = 4 << 20
)

// full reports that the bounds are reached; what is not listed is counted.
func (j *judge) full() bool {
	if len(j.sightings) < maxSightings && j.pathBytes <= maxPathBytes {
		return false
	}
	j.unlisted++
	return true
}

// seeNode adds a finding about a node.
func (j *judge) seeNode(f finding.Finding, recorded, live fingerprint.NodeID, whole bool) {
	j.pathBytes += len(f.Path)
	j.sightings = append(j.sightings, sighting{Finding: f, recorded: recorded, live: live, whole: whole})
}

// size counts the paths below a node.
func size(t *fingerprint.Tree, n fingerprint.NodeID) int {
	count, queue := 0, []fingerprint.NodeID{n}
	for len(queue) > 0 {
		n, queue = queue[len(queue)-1], queue[:len(queue)-1]
		for child := range t.Children(n) {
			count++
			queue = append(queue, child)
		}
	}
	return count
}
