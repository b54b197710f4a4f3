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
		b.failed = b.own.Counts(b.rows).Present() - b.failed
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

// failedRowsHave reports whether a member that good rows lack may be one that
// error rows had when recorded, so that good rows did not lose it. Evidence does
// not tell whose member it was: it may be theirs when no more rows had it than
// failed, and while no smaller share of all rows has it than of any sample.
func (j *judge) failedRowsHave(own fingerprint.NodeID) bool {
	t := j.base.own
	rows := t.Parent(own)
	if rows == fingerprint.NoNode || rows != j.base.rows || j.mixed || t.Step(own) != fingerprint.StepKey {
		return false
	}
	has, failed := t.Counts(own).Has(), j.base.failed
	good := t.Counts(rows).Object - min(failed, t.Counts(rows).Object)
	if has <= failed && has < good {
		return true
	}
	whole := j.result.Tree()
	at := whole.Find(t.Path(own))
	now, all := whole.Counts(at).Has(), whole.Counts(whole.Find(t.Path(rows))).Object
	telling := j.base.samples == 1 || j.proj.rows.ok < j.proj.rows.all // else good rows of another sample may lack it
	if telling && has == good && has > failed && now == j.live.Counts(j.live.Find(t.Path(own))).Has() {
		return false // every good row had it
	}
	return all > 0 && float64(now)/float64(all) >= t.Counts(own).LeastShare
}

// failedRowsMap reports the same of a declared place.
func (j *judge) failedRowsMap(s *slot) bool {
	if j.base.rows == fingerprint.NoNode || !s.exact() {
		return false
	}
	nodes := nodesAt(j.base.own, s.trail.hops)
	return len(nodes) == 1 && j.failedRowsHave(nodes[0])
}
