package replay

import (
	"errors"
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
	"github.com/archverify/archverify/internal/redact"
)

// scan reads one answer, or refuses it (nil).
func (r *recorder) scan(t *target, a *ask, s sample) *fingerprint.Result {
	refuse := func(code finding.Code, text string) *fingerprint.Result {
		t.out.refuse(code, "%s", t.label(a.Number, text))
		t.out.Position = connectorPos(t.tool)
		return nil
	}
	switch {
	case s.Status < 200 || s.Status > 299:
		return refuse(RecordStatusCode, "the backend answered "+statusText(s.Status)+"; that is no baseline")
	case len(s.Body) == 0:
		return refuse(RecordEmptyBody, "the answer has no body")
	}
	result, err := fingerprint.ScanBytes(s.Body, fingerprint.Options{Limits: r.Limits, Maps: r.maps(t)})
	var syntax *fingerprint.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return refuse(RecordNotJSON, "the answer is not JSON")
	case err != nil:
		return refuse(RecordLimit, "the answer cannot be judged: "+err.Error())
	}
	return result
}

// maps are the confirmed maps: those of the recording and those given now.
func (r *recorder) maps(t *target) []string {
	all := slices.Clone(r.Maps)
	if t.old != nil && t.old.Evidence != nil {
		all = append(all, t.old.Evidence.Maps...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// asStored spells paths the way evidence does, so that one map has one path.
// Those that are no paths have been refused before.
func asStored(paths []string) []string {
	out := make([]string, 0, len(paths))
	for _, path := range paths {
		steps, _ := fingerprint.SplitPath(path)
		stored := "$"
		for _, s := range steps {
			switch s.Step {
			case fingerprint.StepElement:
				stored += "[]"
			case fingerprint.StepAnyKey:
				stored += "{}"
			default:
				stored = fingerprint.AppendName(stored, s.Name)
			}
		}
		out = append(out, stored)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// checkKeys refuses keys that are data, and maps that are none.
func (r *recorder) checkKeys(t *target, o *observed) {
	tree := o.evidence.Tree
	for _, path := range r.Maps {
		n := tree.Find(path)
		if n == fingerprint.NoNode || tree.Counts(n).Object == 0 {
			t.out.refuse(RecordMapMissing, "%s", t.label(o.Number, "--map "+shown(path)+": there is no object at that path in the answer"))
			return
		}
	}
	if n, what := r.resolvedKey(tree); n != fingerprint.NoNode { // no flag lets a credential land
		t.out.refuse(RecordSecretKeys, "%s", t.label(o.Number, "a key under "+shown(tree.Path(tree.Parent(n)))+" "+what+"; confirm the map with --map"))
		return
	}
	if r.AllowDynamicKeys {
		return
	}
	known := r.known(t, o)
	t.out.Candidates = newCandidates(tree, known)
	if n, what := keyLikeSecret(tree, known); n != fingerprint.NoNode {
		t.out.refuse(RecordSecretKeys, "%s", t.label(o.Number, "a key under "+shown(tree.Path(tree.Parent(n)))+" "+what+
			"; confirm the map with --map, or pass --allow-dynamic-keys"))
		return
	}
	if len(t.out.Candidates) > 0 {
		c := t.out.Candidates[0]
		t.out.refuse(RecordDynamicKeys, "%s", t.label(o.Number, shown(c.Path)+": "+c.Reason+"; confirm the map with --map, or pass --allow-dynamic-keys"))
	}
}

// known is what a merge adds to, whose keys somebody has allowed already; nil
// for a new recording.
func (r *recorder) known(t *target, o *observed) *fingerprint.Tree {
	if !r.Merge {
		return nil
	}
	if _, before, _ := t.old.Question(o.Number); before != nil {
		return before.Tree
	}
	return nil
}

// newCandidates are the objects whose keys look like data, and did not before.
func newCandidates(tree, known *fingerprint.Tree) []fingerprint.Candidate {
	all := fingerprint.KeyCandidates(tree)
	if known == nil {
		return all
	}
	before := fingerprint.KeyCandidates(known)
	return slices.DeleteFunc(all, func(c fingerprint.Candidate) bool {
		return slices.ContainsFunc(before, func(b fingerprint.Candidate) bool { return b.Path == c.Path })
	})
}

// keyLikeSecret finds the first key that looks like a secret and is not known.
func keyLikeSecret(tree, known *fingerprint.Tree) (fingerprint.NodeID, string) {
	return firstKey(tree, known, func(name string) string {
		if kind, secret := fingerprint.LooksSecret(name); secret {
			return "looks like " + kind
		}
		return ""
	})
}

// resolvedKey finds the first key that holds a value which a connector put in
// place of a ${…}.
func (r *recorder) resolvedKey(tree *fingerprint.Tree) (fingerprint.NodeID, string) {
	resolved := redact.New(r.resolved())
	return firstKey(tree, nil, func(name string) string {
		if resolved.Contains(name) {
			return "holds the value of a variable that the binding sends"
		}
		return ""
	})
}

// firstKey finds the first key, known ones aside, that something can be said of.
func firstKey(tree, known *fingerprint.Tree, say func(name string) string) (fingerprint.NodeID, string) {
	for n := range fingerprint.NodeID(tree.Len()) {
		if tree.Step(n) != fingerprint.StepKey {
			continue
		}
		if what := say(tree.Name(n)); what != "" && (known == nil || known.Find(tree.Path(n)) == fingerprint.NoNode) {
			return n, what
		}
	}
	return fingerprint.NoNode, ""
}

func (r *recorder) resolved() []redact.Secret {
	var all []redact.Secret
	for _, c := range r.Connectors {
		if known, ok := c.(interface{ Resolved() []redact.Secret }); ok {
			all = append(all, known.Resolved()...)
		}
	}
	return all
}

// noteEmpty remarks a mapped collection that is empty: nothing about its rows
// is recorded.
func (t *target) noteEmpty(tree *fingerprint.Tree) {
	if t.tool.Response == nil || t.tool.Response.Collection == "" {
		return
	}
	path, err := jsonpath.Parse(t.tool.Response.Collection)
	if err != nil || !path.Plain() {
		return
	}
	where, ok := newTrail(containerSteps(path.Steps))
	if !ok {
		return
	}
	for _, n := range nodesAt(tree, where.hops) {
		if c := tree.Counts(n); c.Array > 0 && c.EmptyArray == c.Array {
			t.out.Notes = append(t.out.Notes, "the mapped collection "+where.text()+" is empty, so that nothing about its rows is recorded; a request that finds some guards more")
		}
	}
}
