package replay

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// pair recognises renames and moves: something that is gone and something new
// of the same type and shape below. Both findings stay; each names the other.
func (j *judge) pair() {
	p := pairing{judge: j, taken: map[int]bool{}, siblings: map[sibling][]int{}, losses: map[sibling]int{}, inside: map[insider]*spot{}}
	p.index()
	for i := range j.sightings {
		if s := &j.sightings[i]; wentAway(s) {
			p.match(s)
		}
	}
}

// wentAway reports a recorded path that is wholly gone.
func wentAway(s *sighting) bool {
	switch s.Code {
	case finding.Lost, finding.RequiredMissing, finding.OptionalMissing, finding.CollectionMissing:
		return s.recorded > 0 && s.whole && s.To == ""
	}
	return false
}

type pairing struct {
	*judge
	taken    map[int]bool // new paths that are paired already
	siblings map[sibling][]int
	losses   map[sibling]int
	inside   map[insider]*spot
	steps    int // nodes looked at, against answers of many new paths
}

// sibling is where something hangs and what it looks like.
type sibling struct {
	parent string
	shape  uint64
}

// insider is a name and a shape somewhere below a new path.
type insider struct {
	name  string
	shape uint64
}

type spot struct {
	sighting, count int
	node            fingerprint.NodeID
}

// index sorts new paths by their parents and shapes, and what is below them by
// name and shape.
func (p *pairing) index() {
	for i := range p.sightings {
		s := &p.sightings[i]
		switch {
		case isNew(s):
			if p.live.Step(s.live) == fingerprint.StepKey {
				key := sibling{p.live.Path(p.live.Parent(s.live)), p.shapeSignature(p.live, s.live)}
				p.siblings[key] = append(p.siblings[key], i)
			}
			p.below(i, s.live)
		case wentAway(s):
			p.losses[p.place(s)]++
		}
	}
}

// place is where a lost path hung.
func (p *pairing) place(gone *sighting) sibling {
	t := p.base.own
	return sibling{t.Path(t.Parent(gone.recorded)), p.shapeSignature(t, gone.recorded)}
}

// maxPairSteps bounds the search for moves.
const maxPairSteps = 200_000

func (p *pairing) below(i int, n fingerprint.NodeID) {
	if p.steps > maxPairSteps {
		return
	}
	if p.live.Step(n) == fingerprint.StepKey {
		key := insider{p.live.Name(n), p.shapeSignature(p.live, n)}
		if p.inside[key] == nil {
			p.inside[key] = &spot{sighting: i, node: n}
		}
		p.inside[key].count++
	}
	for child := range p.live.Children(n) {
		p.below(i, child)
	}
}

func (p *pairing) match(gone *sighting) {
	if i, ok := p.renamed(gone); ok {
		p.taken[i] = true
		p.tie(gone, &p.sightings[i], p.sightings[i].Path, "renamed to")
		return
	}
	t := p.base.own
	if t.Step(gone.recorded) != fingerprint.StepKey {
		return
	}
	if s := p.inside[insider{t.Name(gone.recorded), p.shapeSignature(t, gone.recorded)}]; s != nil && s.count == 1 {
		p.tie(gone, &p.sightings[s.sighting], p.pathOf(p.live, s.node), "moved to")
	}
}

// renamed looks for a new sibling of the same shape: the one whose name is
// alike, or the only one where only one path went.
func (p *pairing) renamed(gone *sighting) (int, bool) {
	place := p.place(gone)
	var fits, alike []int
	for _, i := range p.siblings[place] {
		s := &p.sightings[i]
		if p.taken[i] || !p.sameFormat(gone.recorded, s.live) {
			continue
		}
		fits = append(fits, i)
		if similarNames(p.base.own.Name(gone.recorded), p.live.Name(s.live)) {
			alike = append(alike, i)
		}
	}
	switch {
	case len(alike) == 1:
		return alike[0], true
	case len(alike) == 0 && len(fits) == 1 && p.losses[place] == 1:
		return fits[0], true
	}
	return 0, false
}

func isNew(s *sighting) bool {
	return s.Code == finding.Gained && s.live > 0 && s.From == ""
}

// sameFormat rules out pairs whose strings are plainly of different kinds.
func (p *pairing) sameFormat(own, live fingerprint.NodeID) bool {
	then := p.base.own.Counts(own)
	return then.Format.WeighsFrom() == 0 || then.Format.WeighsFrom() > then.FormatCount || p.live.Counts(live).Fits(then.Format)
}

// tie makes two findings name each other.
func (p *pairing) tie(gone, fresh *sighting, path, how string) {
	gone.PairedWith = finding.Identify(family, p.Tool.ID, fresh.Finding)
	gone.Message += fmt.Sprintf("; probably %s %s", how, shown(path))
	if gone.Severity == finding.Red {
		gone.Hint = fmt.Sprintf("if it was %s %s, map it from there and record again", how, shown(path))
	}
	if fresh.PairedWith == "" {
		fresh.PairedWith = finding.Identify(family, p.Tool.ID, gone.Finding)
		fresh.Message += fmt.Sprintf("; probably %s before", shown(gone.Path))
	}
}

// family is the command family that identities of verdicts belong to.
const family = "verify"

// maxSignature is how many nodes of one subtree a signature looks at.
const maxSignature = 1000

// shapeSignature is a hash of a node's types and of what is below it, names
// included; its own name is not part of it.
func (p *pairing) shapeSignature(t *fingerprint.Tree, n fingerprint.NodeID) uint64 {
	h, left := fnv.New64a(), maxSignature
	var visit func(fingerprint.NodeID)
	visit = func(n fingerprint.NodeID) {
		if left--; left < 0 {
			return
		}
		_, _ = h.Write([]byte{byte(wordsOf(t.Counts(n)) &^ hasNull)})
		for child := range t.Children(n) {
			_, _ = h.Write([]byte{'(', byte(t.Step(child))})
			_, _ = h.Write([]byte(t.Name(child)))
			visit(child)
			_, _ = h.Write([]byte{')'})
			if left < 0 {
				return
			}
		}
	}
	visit(n)
	p.steps += maxSignature - max(left, 0)
	return h.Sum64()
}

// similarNames compares names without case and separators; one may also begin
// or end with the other.
func similarNames(a, b string) bool {
	const shortest = 3
	a, b = plainName(a), plainName(b)
	if a == b {
		return true
	}
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	return len(short) >= shortest && (strings.HasPrefix(long, short) || strings.HasSuffix(long, short))
}

func plainName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(name))
}
