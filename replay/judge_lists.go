package replay

import (
	"cmp"
	"fmt"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// judgeLists reports on the mapped collection, on extract lists and on rows.
func (j *judge) judgeLists() {
	for _, list := range j.proj.lists {
		lacked := list.reach == reachMissing && j.lackedBefore(list)
		switch {
		case list.reach == reachMissing && !lacked, j.errorInstead(list):
			j.listMissing(list)
		case list.slot == nil && list.items == 0 && j.expectsRows():
			j.collectionEmpty(list)
		case lacked:
			j.listUnproven(list, finding.Note, "no list is there now, and recorded places lacked it as well")
		case list.slot == nil && list.items == 0 && j.holdsOthers(list):
			j.listUnproven(list, finding.Yellow, "its path selects nothing of what is there")
		}
	}
	j.judgeRows()
}

// expectsRows is expects.collectionNonEmpty of the golden.
func (j *judge) expectsRows() bool {
	return j.Golden != nil && j.Golden.CollectionNonEmpty != nil && *j.Golden.CollectionNonEmpty
}

// allowsEmpty is expects.collectionNonEmpty: false.
func (j *judge) allowsEmpty() bool {
	return j.Golden != nil && j.Golden.CollectionNonEmpty != nil && !*j.Golden.CollectionNonEmpty
}

// listMissing reports a list whose container is not there. Absent is not empty.
func (j *judge) listMissing(list *mappedList) {
	path, container := listContainer(list)
	f := finding.Finding{
		Code: finding.CollectionMissing, Severity: finding.Red, Path: path, Field: list.field, Position: at(j.listPos(list)),
		From: j.base.types(container.hops).String(),
		Hint: "map the list from where it is now and record again, or repair the backend",
	}
	what := "the mapped collection of " + shown(list.field)
	if list.slot != nil {
		f.Code, what = finding.RequiredMissing, fmt.Sprintf("%s (%s)", shown(list.field), typePhrase(list.slot))
		if !list.slot.required {
			f.Code, f.Severity = finding.OptionalMissing, finding.Yellow
		}
	}
	first := selectFirst(j.body, containerSteps(list.steps))
	state := "is not there"
	if first.Exists() {
		f.To = string(first.Word())
		state = "is no list any more but " + f.To
	}
	f.Message = fmt.Sprintf("%s: %s %s; absent is not empty", what, shown(path), state)
	if name := cmp.Or(ErrorEnvelope(j.body), ErrorEnvelope(first)); name != "" {
		f.Message += fmt.Sprintf("; the body looks like an error envelope (member %q)", name)
		f.Hint = "look at the raw answer: the backend reports an error with a success status"
	}
	j.seeContainer(f, container)
}

// seeContainer adds a finding about a list's container. It stands for what lies
// below only when all of that is gone.
func (j *judge) seeContainer(f finding.Finding, container trail) {
	seen := sighting{Finding: f, recorded: fingerprint.NoNode, live: fingerprint.NoNode}
	seen.whole = f.Code != finding.Unproven && !container.approx
	if j.base.own != nil {
		if nodes := nodesAt(j.base.own, container.hops); len(nodes) == 1 {
			seen.recorded = nodes[0]
		}
	}
	j.sightings = append(j.sightings, seen)
}

// listContainer is where a list's container is, as text and as trail; "$" when
// it can be anywhere.
func listContainer(list *mappedList) (string, trail) {
	t, found := newTrail(containerSteps(list.steps))
	if !found {
		return "$", trail{approx: true}
	}
	return t.text(), t
}

func (j *judge) listPos(list *mappedList) finding.Position {
	if list.slot != nil {
		return list.slot.pos
	}
	return j.Tool.Response.CollectionPos
}

func (j *judge) collectionEmpty(list *mappedList) {
	path, container := listContainer(list)
	j.seeContainer(finding.Finding{
		Code: finding.CollectionEmpty, Severity: finding.Red, Path: path, Field: list.field, Position: at(j.listPos(list)),
		Message: fmt.Sprintf("the mapped collection of %s has no rows, and the golden expects some (expects.collectionNonEmpty)", shown(list.field)),
		Hint:    "check that the recorded request still finds something; record again with another request if it rightly does not",
	}, container)
}

// judgeRows reports rows that are neither good rows nor error rows (onError).
func (j *judge) judgeRows() {
	rows, r := j.proj.rows, j.Tool.Response
	if r == nil || r.OnError == nil || rows.all == 0 {
		return
	}
	path := "$"
	if r.Collection != "" {
		if t, found := newTrail(parsePath(r.Collection)); found {
			path = t.text()
		}
	}
	f := finding.Finding{Path: path, Field: r.Field, Position: at(r.OnError.Pos), Of: rows.all}
	switch {
	case rows.bad == rows.all:
		f.Code, f.Severity, f.Rows = finding.NoUsableRow, finding.Red, rows.bad
		f.Message = fmt.Sprintf("none of %s can be used: neither a good row nor an error row (unusable: %s)", plural(rows.all, "row"), listing(rows.badNames, 5))
	case rows.ok == 0:
		f.Code, f.Severity = finding.Unproven, finding.Yellow
		f.Message = fmt.Sprintf("0 of %s are ok rows, so the good shape was not exercised", plural(rows.all, "row"))
	case rows.bad > 0:
		f.Code, f.Severity, f.Rows = finding.RowViolation, finding.Yellow, rows.bad
		f.Message = fmt.Sprintf("%d of %s match neither the good nor the error shape, first row %d (unusable: %s)",
			rows.bad, plural(rows.all, "row"), rows.firstBad, listing(rows.badNames, 5))
	default:
		return
	}
	f.Hint = "look at those rows in the backend; map the error shape they have, or repair them"
	j.see(f)
	if rows.ok == 0 && rows.bad > 0 && rows.bad < rows.all {
		f.Code, f.Rows = finding.RowViolation, rows.bad
		f.Message = fmt.Sprintf("%d of %s match neither the good nor the error shape, first row %d", rows.bad, plural(rows.all, "row"), rows.firstBad)
		j.see(f)
	}
}
