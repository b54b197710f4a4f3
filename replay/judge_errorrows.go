package replay

import (
	"slices"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// findErrorRows finds the rows of a tool with onError, and counts the recorded
// error rows where evidence tells them: by a member that is there or not. It
// keeps no values to compare with.
func (b *baseline) findErrorRows(r *manifest.Response) {
	if r == nil || r.OnError == nil || r.Collection == "" {
		return
	}
	rows, found := newTrail(parsePath(r.Collection))
	nodes := nodesAt(b.own, rows.hops)
	if !found || rows.approx || len(nodes) != 1 {
		return
	}
	b.rows = nodes[0]
	when, found := newTrail(parsePath(r.OnError.When.Path))
	several := func(h hop) bool { return h.each }
	if !found || r.OnError.When.Equals != "" || slices.ContainsFunc(when.hops, several) {
		return
	}
	for _, n := range nodesAt(b.own, rows.then(when).hops) {
		b.failed += b.own.Counts(n).Has()
	}
	if exists := r.OnError.When.Exists; exists != nil && !*exists {
		rows := b.own.Counts(b.rows).Present()
		b.failed = rows - min(b.failed, rows)
	}
}

// goodRows are the recorded rows that may have a path and are no error rows.
// Where some of the error rows had it as well, nothing tells how many good rows
// lacked it: then all rows count.
func (b *baseline) goodRows(rows, has uint64) uint64 {
	good := rows - min(b.failed, rows)
	if has > good && has < rows {
		return rows
	}
	return good
}

// rowShare counts what rows have on one path: recorded, now, and now among the
// good rows only. least is the smallest share of one recorded sample.
type rowShare struct {
	has, rows       uint64
	least           float64
	now, nowRows    uint64
	nowGood, failed uint64
}

// failedRowsHave reports whether something that good rows lack may be what error
// rows had when recorded, so that good rows did not lose it. Evidence does not
// tell whose it was: it may be theirs when no more rows had it than failed, and
// while no smaller share of all rows has it than of any sample. telling: the
// answer has error rows, or there is no sample but one.
func (r rowShare) failedRowsHave(telling bool) bool {
	good := r.rows - min(r.failed, r.rows)
	if r.has <= r.failed && r.has < good {
		return true
	}
	if telling && r.has == good && r.has > r.failed && r.now == r.nowGood {
		return false // every good row had it
	}
	return r.nowRows > 0 && float64(r.now)/float64(r.nowRows) >= r.least
}

// failedRowsHold reports it of a recorded node below the rows.
func (j *judge) failedRowsHold(own fingerprint.NodeID) bool {
	t, whole := j.base.own, j.result.Tree()
	if t.Step(own) != fingerprint.StepKey || !j.belowRows(own) {
		return false
	}
	c, at := t.Counts(own), whole.Find(t.Path(own))
	r := rowShare{
		has: c.Has(), rows: t.Counts(t.Parent(own)).Object, least: c.LeastShare,
		now: whole.Counts(at).Has(), nowRows: whole.Counts(whole.Find(t.Path(t.Parent(own)))).Object,
		nowGood: j.live.Counts(j.live.Find(t.Path(own))).Has(),
	}
	if t.Parent(own) == j.base.rows {
		r.failed = j.base.failed
	}
	return r.failedRowsHave(j.telling())
}

// belowRows reports whether a recorded node lies below rows from which error rows
// have been told.
func (j *judge) belowRows(own fingerprint.NodeID) bool {
	if j.base.rows == fingerprint.NoNode || j.mixed {
		return false
	}
	for at := own; at != fingerprint.NoNode; {
		if at = j.base.own.Parent(at); at == j.base.rows {
			return true
		}
	}
	return false
}

func (j *judge) telling() bool { return j.base.samples == 1 || j.proj.rows.ok < j.proj.rows.all }

// failedRowsMap reports it of a place that rows are mapped from.
func (j *judge) failedRowsMap(s *slot) bool {
	rows := nodesAt(j.base.own, s.trail.hops[:s.holder])
	if j.base.rows == fingerprint.NoNode || !s.exact() || s.parent != nil || len(rows) != 1 || rows[0] != j.base.rows {
		return false
	}
	whole := j.result.Tree()
	r := rowShare{
		has: hasAt(j.base.own, s.trail.hops), rows: j.base.own.Counts(rows[0]).Present(), least: j.base.presence(s).leastShare,
		now: hasAt(whole, s.trail.hops), nowGood: hasAt(j.live, s.trail.hops), failed: j.base.failed,
	}
	for _, n := range nodesAt(whole, s.trail.hops[:s.holder]) {
		r.nowRows += whole.Counts(n).Present()
	}
	return r.failedRowsHave(j.telling())
}
