package replay

import (
	"cmp"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// masked stands for a key that looks like personal data or a secret.
const masked = "•••"

// pathOf is the unambiguous path of a node, with keys that look like personal
// data or secrets masked: they reach no output.
func (j *judge) pathOf(t *fingerprint.Tree, n fingerprint.NodeID) string {
	if len(j.secretsOf(t)) == 0 {
		return t.Path(n)
	}
	var chain []fingerprint.NodeID
	for at := n; at != fingerprint.NoNode; at = t.Parent(at) {
		chain = append(chain, at)
	}
	path := "$"
	for i := len(chain) - 2; i >= 0; i-- {
		path = j.pathBelow(path, t, chain[i])
	}
	return path
}

// pathBelow is the path of a node whose parent's path is known.
func (j *judge) pathBelow(parent string, t *fingerprint.Tree, n fingerprint.NodeID) string {
	switch t.Step(n) {
	case fingerprint.StepRoot:
		return parent
	case fingerprint.StepElement:
		return parent + "[]"
	case fingerprint.StepAnyKey:
		return parent + "{}"
	}
	if j.secretsOf(t)[n] {
		return fingerprint.AppendName(parent, masked)
	}
	return fingerprint.AppendName(parent, t.Name(n))
}

// secretsOf are the nodes of a tree whose keys look like personal data or
// secrets, found once.
func (j *judge) secretsOf(t *fingerprint.Tree) map[fingerprint.NodeID]bool {
	if found, ok := j.secrets[t]; ok {
		return found
	}
	var found map[fingerprint.NodeID]bool // mostly there are none
	for n := range fingerprint.NodeID(t.Len()) {
		if !secretKey(t, n) {
			continue
		}
		if found == nil {
			found = map[fingerprint.NodeID]bool{}
		}
		found[n] = true
	}
	if j.secrets == nil {
		j.secrets = map[*fingerprint.Tree]map[fingerprint.NodeID]bool{}
	}
	j.secrets[t] = found
	return found
}

// secretKey reports whether a node is a member whose key no output may show.
func secretKey(t *fingerprint.Tree, n fingerprint.NodeID) bool {
	if t.Step(n) != fingerprint.StepKey {
		return false
	}
	_, secret := fingerprint.LooksSecret(t.Name(n))
	return secret
}

// keyMask replaces the keys of one answer that look like secrets.
type keyMask struct {
	replacer *strings.Replacer
}

// mask is the key mask of this answer, made when first needed.
func (j *judge) mask() keyMask {
	if j.keyMask == nil {
		var keys, pairs []string
		trees := []*fingerprint.Tree{j.base.own}
		if j.result != nil {
			trees = append(trees, j.result.Tree())
		}
		for _, t := range trees {
			for n := range j.secretsOf(t) {
				keys = append(keys, t.Name(n))
			}
		}
		// Longer keys first, so that one that begins with another goes whole.
		slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
		for _, key := range slices.Compact(keys) {
			pairs = append(pairs, key, masked)
		}
		j.keyMask = &keyMask{strings.NewReplacer(pairs...)}
	}
	return *j.keyMask
}

func (m keyMask) all(names []string) []string {
	var out []string
	for _, name := range names {
		out = append(out, m.replacer.Replace(name))
	}
	return out
}

// maskDrift masks the keys of the reference's plain difference.
func maskDrift(d *finding.Drift, m keyMask) {
	for _, list := range [][]finding.DriftEntry{d.Added, d.Removed} {
		for i := range list {
			list[i].Path = m.replacer.Replace(list[i].Path)
		}
	}
	for i := range d.Retyped {
		d.Retyped[i].Path = m.replacer.Replace(d.Retyped[i].Path)
	}
}
