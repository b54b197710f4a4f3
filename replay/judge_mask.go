package replay

import (
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// masked stands for a key that looks like personal data or a secret.
const masked = "•••"

// pathOf is the unambiguous path of a node, with keys that look like personal
// data or secrets masked: they reach no output.
func (j *judge) pathOf(t *fingerprint.Tree, n fingerprint.NodeID) string {
	if n == fingerprint.NoNode {
		return "$"
	}
	var chain []fingerprint.NodeID
	secret := false
	for at := n; at != fingerprint.NoNode; at = t.Parent(at) {
		chain = append(chain, at)
		secret = secret || secretKey(t, at)
	}
	if !secret {
		return t.Path(n)
	}
	path := "$"
	for i := len(chain) - 2; i >= 0; i-- {
		switch at := chain[i]; {
		case t.Step(at) == fingerprint.StepElement:
			path += "[]"
		case t.Step(at) == fingerprint.StepAnyKey:
			path += "{}"
		case secretKey(t, at):
			path = fingerprint.AppendName(path, masked)
		default:
			path = fingerprint.AppendName(path, t.Name(at))
		}
	}
	return path
}

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
		var pairs []string
		if j.result != nil {
			t := j.result.Tree()
			for n := range fingerprint.NodeID(t.Len()) {
				if secretKey(t, n) {
					pairs = append(pairs, t.Name(n), masked)
				}
			}
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
