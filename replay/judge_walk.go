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

// typeKnown is a value where only null was recorded.
func (j *judge) typeKnown(live, union fingerprint.NodeID, came words) {
	if j.full() {
		return
	}
	f := j.liveFinding(finding.Gained, live, union)
	f.From, f.To = string(fingerprint.WordNull), came.String()
	c := j.live.Counts(live)
	f.Rows, f.Of = int(c.Has()), int(c.Occurrences())
	f.Message = fmt.Sprintf("%s was only ever null when recorded, its type is known now: %s, %s%s",
		shown(f.Path), f.To, share(f.Rows, f.Of, "place"), belowCount(size(j.live, live)))
	f.Hint = hintAccept
	j.seeNode(f, fingerprint.NoNode, live, false)
}

const hintAccept = "if the change is meant, record again to accept it"

func (j *judge) retyped(live, union fingerprint.NodeID, moved words) {
	if j.full() {
		return
	}
	now, then := j.live.Counts(live), j.base.union.Counts(union)
	f := j.liveFinding(finding.Retyped, live, union)
	f.From, f.To = wordsOf(then).String(), wordsOf(now).String()
	f.Rows, f.Of = int(countOf(now, moved)), int(now.Present())
	f.Message = fmt.Sprintf("%s is now %s %s; recorded was %s", shown(f.Path), moved, share(f.Rows, f.Of, "place"), f.From)
	f.Hint = hintAccept
	j.seeNode(f, fingerprint.NoNode, live, f.Rows == f.Of)
}

// manySiblings is how many new members of one object are told one by one.
const manySiblings = 50

// gainedBelow tells the new members of one object or array; very many of them
// are told in one line.
func (j *judge) gainedBelow(live, union fingerprint.NodeID, fresh []fingerprint.NodeID) {
	if len(fresh) <= manySiblings {
		for _, child := range fresh {
			j.gained(child, union)
		}
		return
	}
	if j.full() {
		return
	}
	f := j.liveFinding(finding.Gained, live, union)
	f.Message = fmt.Sprintf("%d paths directly below %s were never recorded", len(fresh), shown(f.Path))
	f.Hint = "when these keys are data, confirm the map with `record --map`; else record again to accept them"
	j.seeNode(f, fingerprint.NoNode, live, false)
}

// gained is a path that was never recorded.
func (j *judge) gained(live, above fingerprint.NodeID) {
	if j.full() {
		return
	}
	c := j.live.Counts(live)
	f := j.liveFinding(finding.Gained, live, above)
	f.To, f.Rows, f.Of = wordsOf(c).String(), int(c.Present()), int(c.Occurrences())
	f.Message = fmt.Sprintf("%s (%s) was never recorded; it is there %s%s", shown(f.Path), f.To,
		share(f.Rows, f.Of, "place"), belowCount(size(j.live, live)))
	f.Hint = hintAccept
	if j.live.Step(live) == fingerprint.StepElement {
		f.Message = fmt.Sprintf("%s (%s): element never recorded, for the array was always empty; record again%s", shown(f.Path),
			f.To, belowCount(size(j.live, live)))
	}
	j.seeNode(f, fingerprint.NoNode, live, false)
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

// liveFinding starts a yellow finding about a live node.
func (j *judge) liveFinding(code finding.Code, live, near fingerprint.NodeID) finding.Finding {
	f := finding.Finding{Code: code, Severity: finding.Yellow, Path: j.pathOf(j.live, live)}
	m := j.marks[live]
	if m.slot != nil {
		f.Field, f.Position = m.slot.name, at(m.slot.pos)
	}
	if f.Position == nil {
		f.Position = at(j.nearPos(near))
	}
	return f
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
