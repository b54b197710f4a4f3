package replay

import (
	"fmt"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// bareWalk compares an answer with a recorded shape alone, which knows the first
// element of every array and no counts: something is new when the first element
// has it, and gone or of another type only when no element still shows what was
// recorded.
type bareWalk struct {
	*judge
	// asData are live objects whose keys have been told in one line.
	asData map[fingerprint.NodeID]bool
}

// recorded looks for what was recorded at one path.
func (b bareWalk) recorded(own, live, liveParent fingerprint.NodeID) {
	if b.ownMarks[own].variant {
		return
	}
	then := wordsOf(b.base.own.Counts(own))
	now := b.live.Counts(live)
	switch {
	case then == hasNull && live != fingerprint.NoNode:
	case countOf(now, then) == 0:
		b.moved(own, live, liveParent, then)
	case then == hasArray && now.Array == now.EmptyArray && !childless(b.base.own, own):
		b.emptied(own, int(now.Array))
	default:
		if then == hasObject && b.keysAsData(live, own, own, missingMember) {
			b.asData[live] = true
			return
		}
		b.members(own, live)
	}
}

// members goes on at the children of a recorded path.
func (b bareWalk) members(own, live fingerprint.NodeID) {
	var gone []fingerprint.NodeID
	for child := range b.base.own.Children(own) {
		next := b.live.Child(live, b.base.own.Step(child), b.base.own.Name(child))
		if next == fingerprint.NoNode {
			gone = append(gone, child)
		} else {
			b.recorded(child, next, live)
		}
	}
	if len(gone) > manySiblings {
		b.manyLost(own, len(gone), finding.Lost, finding.Yellow)
		return
	}
	for _, child := range gone {
		b.recorded(child, fingerprint.NoNode, live)
	}
}

// missingMember is a member that no object has any more.
func missingMember(_, live fingerprint.NodeID) bool { return live == fingerprint.NoNode }

// emptied is an array that was recorded with an element and is empty now.
func (b bareWalk) emptied(own fingerprint.NodeID, arrays int) {
	severity := finding.Yellow
	if b.allowsEmpty() {
		severity = finding.Note
	}
	b.unproven(own, severity, arrays)
}

// moved tells a path on which nothing of the recorded type is left.
func (b bareWalk) moved(own, live, liveParent fingerprint.NodeID, then words) {
	now, m := b.live.Counts(live), b.ownMarks[own]
	came := wordsOf(now) &^ hasNull
	code, state := finding.Lost, "is absent"
	switch {
	case came != 0 && b.emptyMap(live, own, came, then):
		return
	case came != 0:
		code, state = finding.Retyped, fmt.Sprintf("is now %s", came)
	case now.Null > 0:
		code, state = finding.Nulled, "is null"
	}
	if (code == finding.Retyped && m.types) || (code != finding.Retyped && m.presence) {
		return
	}
	if b.full() {
		return
	}
	f := b.ownFinding(code, finding.Yellow, own)
	f.From, f.To = then.String(), wordsOf(now).String()
	f.Of = int(now.Present())
	if code == finding.Lost {
		f.Of = int(b.live.Counts(liveParent).Object)
	}
	f.Rows = f.Of
	f.Message = fmt.Sprintf("%s (recorded as %s) %s %s%s", shown(f.Path), then, state, share(f.Rows, f.Of, "place"), belowCount(size(b.base.own, own)))
	f.Hint = hintAccept
	b.seeNode(f, own, live, true)
}

// first goes along the first element of every array and tells what was not
// recorded there.
func (b bareWalk) first(v fingerprint.Value, own, live fingerprint.NodeID) {
	then, came := wordsOf(b.base.own.Counts(own)), wordOf(v.Word())
	switch {
	case b.marks[live].variant || b.asData[live]:
	case then == hasNull && came != hasNull:
		b.typeKnown(live, own, wordsOf(b.live.Counts(live))&^hasNull)
	case then != came:
	case came == hasObject:
		b.firstMembers(v, own, live)
	case came == hasArray && v.Len() > 0:
		for _, e := range v.Elements() {
			b.child(e, own, live, fingerprint.StepElement, "", nil)
			break
		}
	}
}

func (b bareWalk) firstMembers(v fingerprint.Value, own, live fingerprint.NodeID) {
	var fresh []fingerprint.NodeID
	for name, m := range v.Members() {
		b.child(m, own, live, fingerprint.StepKey, name, &fresh)
	}
	b.gainedBelow(live, own, fresh)
}

// child goes on at a known child, or keeps a new one for its parent to tell.
func (b bareWalk) child(v fingerprint.Value, own, live fingerprint.NodeID, step fingerprint.Step, name string, fresh *[]fingerprint.NodeID) {
	next := b.live.Child(live, step, name)
	known := b.base.own.Child(own, step, name)
	switch {
	case known != fingerprint.NoNode:
		b.first(v, known, next)
	case b.marks[next].variant:
	case fresh == nil:
		b.gained(next, own)
	default:
		*fresh = append(*fresh, next)
	}
}
