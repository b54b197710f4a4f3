package replay

import (
	"slices"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// findErrorRows counts the recorded error rows, where evidence tells them: by a
// member that is there or not. It keeps no values to compare with.
func (b *baseline) findErrorRows(r *manifest.Response) {
	if r == nil || r.OnError == nil || r.OnError.When.Equals != "" {
		return
	}
	rows, found := newTrail(parsePath(r.Collection))
	when, foundWhen := newTrail(parsePath(r.OnError.When.Path))
	nodes := nodesAt(b.own, rows.hops)
	several := func(h hop) bool { return h.each }
	if r.Collection == "" || !found || !foundWhen || rows.approx || len(nodes) != 1 || slices.ContainsFunc(when.hops, several) {
		return
	}
	b.rows = nodes[0]
	for _, n := range nodesAt(b.own, rows.then(when).hops) {
		b.failed += b.own.Counts(n).Has()
	}
	if exists := r.OnError.When.Exists; exists != nil && !*exists {
		b.failed = b.own.Counts(b.rows).Present() - b.failed
	}
}

// goodParents are the recorded objects at a node that are no error rows.
func (b *baseline) goodParents(n fingerprint.NodeID) uint64 {
	objects := b.own.Counts(n).Object
	if n == b.rows {
		objects -= min(b.failed, objects)
	}
	return objects
}
