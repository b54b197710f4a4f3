package replay

import (
	"fmt"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// lackingPath is a recorded path that live parents lack.
type lackingPath struct {
	own, live     fingerprint.NodeID
	verdict       absence
	recorded, now presence
}

// absence holds the live parents of a recorded path against the recorded ones.
// Live is NoNode when the path is not there at all.
func (w walk) absence(own, live, liveParent fingerprint.NodeID) lackingPath {
	l := lackingPath{own: own, live: live}
	if m := w.ownMarks[own]; m.presence || m.variant || w.failedRowsHold(own) {
		return l
	}
	l.recorded, l.now = w.recordedPresence(own), w.livePresence(own, live, liveParent)
	l.verdict = l.recorded.judge(l.now)
	return l
}

// tellLacking reports recorded members of one parent that lack; very many of
// them in one line.
func (w walk) tellLacking(own fingerprint.NodeID, all []lackingPath) {
	if len(all) <= manySiblings {
		for _, l := range all {
			w.lacks(l)
		}
		return
	}
	code, severity := finding.Thin, finding.Note
	for _, l := range all {
		if _, s := l.verdict.shape(w.live.Counts(l.live), l.now); s == finding.Yellow {
			code, severity = finding.Lost, s
			break
		}
	}
	w.manyLost(own, len(all), code, severity)
}

// manyLost tells very many members that one object lost in one line.
func (j *judge) manyLost(own fingerprint.NodeID, count int, code finding.Code, severity finding.Severity) {
	if j.full() {
		return
	}
	f := j.ownFinding(code, severity, own)
	f.Message = fmt.Sprintf("%d recorded paths directly below %s are gone or lack in places", count, shown(f.Path))
	f.Hint = "when these keys are data, confirm the map with `record --map`; else record again to accept it"
	j.seeNode(f, fingerprint.NoNode, fingerprint.NoNode, false)
}

func (w walk) lacks(l lackingPath) {
	live := w.live.Counts(l.live)
	code, severity := l.verdict.shape(live, l.now)
	if code == "" || w.full() {
		return
	}
	f := w.ownFinding(code, severity, l.own)
	lacking := l.now.parents - l.now.has
	f.From = wordsOf(w.base.own.Counts(l.own)).String()
	if code == finding.Nulled {
		f.To = wordsOf(live).String()
	}
	f.Rows, f.Of = int(lacking), int(l.now.parents)
	f.Message = fmt.Sprintf("%s (%s) is %s %s; %s%s", shown(f.Path), f.From, lackWord(live, lacking),
		share(f.Rows, f.Of, "place"), l.recorded.phrase(), belowCount(size(w.base.own, l.own)))
	f.Hint = hintAccept
	if severity == finding.Note {
		f.Hint = "record more samples to tell variation from loss"
	}
	w.seeNode(f, l.own, l.live, l.verdict == gone)
}

// shape is the code of an undeclared path, empty when all is usual.
func (a absence) shape(live fingerprint.Counts, now presence) (finding.Code, finding.Severity) {
	switch a {
	case gone, short:
		if nulls := live.Null; nulls > 0 && 2*nulls >= now.parents-now.has {
			return finding.Nulled, finding.Yellow
		}
		return finding.Lost, finding.Yellow
	case thinly, rarelyThin:
		return finding.Thin, finding.Note
	case rarely:
		return finding.Rarer, finding.Yellow
	}
	return "", ""
}

func lackWord(live fingerprint.Counts, lacking uint64) string {
	switch live.Null {
	case 0:
		return "absent"
	case lacking:
		return "null"
	}
	return "absent or null"
}

// recordedPresence counts what the recording had: among the parent's objects
// for a member, among the values themselves for elements and the root.
func (w walk) recordedPresence(own fingerprint.NodeID) presence {
	t := w.base.own
	c := t.Counts(own)
	p := presence{parents: c.Present(), has: c.Has(), leastShare: c.LeastShare, samples: w.base.samples}
	if t.Step(own) == fingerprint.StepKey {
		p.parents = t.Counts(t.Parent(own)).Object
		if t.Parent(own) == w.base.rows && !w.mixed {
			p.parents = w.base.goodRows(p.parents, p.has)
			p.has = min(p.has, p.parents)
		}
	}
	return p
}

func (w walk) livePresence(own, live, liveParent fingerprint.NodeID) presence {
	c := w.live.Counts(live)
	p := presence{parents: c.Present(), has: c.Has()}
	if w.base.own.Step(own) == fingerprint.StepKey {
		p.parents = w.live.Counts(liveParent).Object
	}
	return p
}

// emptied tells recorded elements that this answer could not exercise, because
// every array there is empty now.
func (w walk) emptied(live, own fingerprint.NodeID) {
	now, then := w.live.Counts(live), w.base.own.Counts(own)
	if own == fingerprint.NoNode || now.Array == 0 || now.Array != now.EmptyArray || then.Array == then.EmptyArray {
		return
	}
	if w.ownMarks[own].variant {
		return
	}
	severity := finding.Note
	if then.EmptyArray == 0 && w.reachesDeclared(own) && !w.allowsEmpty() {
		severity = finding.Yellow
	}
	w.unproven(own, severity, int(now.Array))
}

// unproven is an array that is empty everywhere now.
func (j *judge) unproven(own fingerprint.NodeID, severity finding.Severity, arrays int) {
	if j.full() {
		return
	}
	f := j.ownFinding(finding.Unproven, severity, own)
	f.From, f.To = "", ""
	f.Rows, f.Of = arrays, arrays
	elements := "0 elements"
	if arrays > 1 {
		elements += " " + share(arrays, arrays, "array")
	}
	f.Message = fmt.Sprintf("%s: %s, %s not exercised", shown(f.Path), elements, plural(size(j.base.own, own), "recorded path"))
	f.Hint = "ask for something that is there, or say expects.collectionNonEmpty: false in the golden if an empty list is fine"
	j.seeNode(f, own, fingerprint.NoNode, false)
}

// reachesDeclared reports whether an array is the mapped collection or holds
// declared fields.
func (j *judge) reachesDeclared(own fingerprint.NodeID) bool {
	t := j.base.own
	for n := range j.ownMarks {
		for at := n; at != fingerprint.NoNode; at = t.Parent(at) {
			if at == own {
				return true
			}
		}
	}
	for _, list := range j.proj.lists {
		if path, container := listContainer(list); path != "$" || len(list.steps) == 1 {
			for _, n := range nodesAt(t, container.hops) {
				if n == own {
					return true
				}
			}
		}
	}
	return false
}

// ownFinding starts a finding about a recorded node.
func (j *judge) ownFinding(code finding.Code, severity finding.Severity, own fingerprint.NodeID) finding.Finding {
	f := finding.Finding{Code: code, Severity: severity, Path: j.pathOf(j.base.own, own)}
	if s := j.ownMarks[own].slot; s != nil {
		f.Field, f.Position = s.name, at(s.pos)
		return f
	}
	for _, list := range j.proj.lists {
		if path, _ := listContainer(list); path == f.Path {
			f.Field, f.Position = list.field, at(j.listPos(list))
			return f
		}
	}
	f.Position = at(j.shapePos(own))
	return f
}
