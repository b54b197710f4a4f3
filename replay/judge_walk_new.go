package replay

import (
	"fmt"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

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
