package coverage

import (
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/replay"
)

// outcome is what became of a changed answer.
type outcome uint8

const (
	unnoticed outcome = iota
	noted
	yellow
	red
)

// trial is one changed answer.
type trial struct {
	change  Change
	node    fingerprint.NodeID
	path    string
	where   Where
	request int
	edits   edits
	outcome outcome
}

// try judges every change of an answer, on all processors.
func try(ctx context.Context, subject replay.Case, tree *fingerprint.Tree, answer *value) ([]trial, error) {
	trials := list(subject, tree, answer)
	subject.Body = answer.text(nil)
	before := notesOf(replay.Judge(subject))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range trials {
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			changed := subject
			changed.Body = answer.text(trials[i].edits)
			trials[i].outcome = outcomeOf(replay.Judge(changed), before)
			return nil
		})
	}
	return trials, group.Wait()
}

// outcomeOf reads a verdict; notes that the unchanged answer has as well are not
// about the change.
func outcomeOf(v replay.Verdict, before map[string]bool) outcome {
	switch finding.OutcomeOf(v.Findings) {
	case finding.OutcomeRed:
		return red
	case finding.OutcomeYellow:
		return yellow
	}
	for note := range notesOf(v) {
		if !before[note] {
			return noted
		}
	}
	return unnoticed
}

func notesOf(v replay.Verdict) map[string]bool {
	notes := map[string]bool{}
	for _, f := range v.Findings {
		if f.Severity == finding.Note {
			notes[string(f.Code)+" "+f.Path+" "+f.Message] = true
		}
	}
	return notes
}

// list makes the trials of an answer, in path order.
func list(subject replay.Case, tree *fingerprint.Tree, answer *value) []trial {
	d := declare(subject.IR, subject.Tool, tree)
	values := map[fingerprint.NodeID][]*value{}
	answer.places(values)
	var all []trial
	for n := range fingerprint.NodeID(tree.Len()) {
		if len(values[n]) == 0 {
			continue // below an array that was only ever empty, or not drawn
		}
		s := site{tree: tree, node: n, counts: tree.Counts(n), declared: d.places[n], values: values[n]}
		for _, t := range s.trials() {
			t.request = subject.Request
			all = append(all, t)
		}
	}
	return all
}

func (s site) trials() []trial {
	var all []trial
	path := pathOf(s.tree, s.node)
	for _, c := range Changes() {
		for _, w := range wheres() {
			if len(s.values) == 1 && w != Everywhere || !c.applies(s, w) {
				continue
			}
			t := trial{change: c, node: s.node, path: path, where: w, edits: edits{}}
			for _, v := range s.at(w) {
				t.edits[v] = c.make(s, v)
			}
			if len(t.edits) > 0 {
				all = append(all, t)
			}
		}
	}
	return all
}

// at are the places of a path that a change is made in. A place that is null in
// the drawn answer holds nothing to change.
func (s site) at(w Where) []*value {
	held := slices.DeleteFunc(slices.Clone(s.values), func(v *value) bool { return v.word == fingerprint.WordNull })
	switch {
	case w == Everywhere || len(held) == 0:
		return held
	case w == FirstRow:
		return held[:1]
	}
	return held[len(held)-1:]
}

// pathOf is the unambiguous path of a node. Keys that look like personal data or
// secrets reach no output.
func pathOf(tree *fingerprint.Tree, n fingerprint.NodeID) string {
	parent := tree.Parent(n)
	if parent == fingerprint.NoNode {
		return "$"
	}
	path := pathOf(tree, parent)
	switch tree.Step(n) {
	case fingerprint.StepElement:
		return path + "[]"
	case fingerprint.StepAnyKey:
		return path + "{}"
	}
	name := tree.Name(n)
	if _, secret := fingerprint.LooksSecret(name); secret {
		name = "•••"
	}
	return fingerprint.AppendName(path, name)
}
