package doctor

import (
	"fmt"
	"strings"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

func dynamicKeysSuspected() Check {
	return Check{
		Code: "dynamic-keys-suspected", Severity: Warning, Title: "object whose keys are probably data",
		Because: "Keys that are data come and go, and each one reads as drift. If they are, record again with `--map` and this path; nothing is folded without that.",
		capability: func(p *patient) []remark {
			if p.tool.Contract == nil {
				return nil
			}
			if g := p.fixture.golden; g != nil && g.Evidence != nil && g.Evidence.Tree != nil {
				return suspects(p.tool.Contract, fingerprint.KeyCandidates(g.Evidence.Tree), masked)
			}
			return suspects(p.tool.Contract, shapeCandidates(p.tool.Contract.Shape), func(path string) string { return path })
		},
	}
}

func suspects(c *manifest.Contract, candidates []fingerprint.Candidate, mask func(string) string) []remark {
	var remarks []remark
	for _, s := range candidates {
		path := mask(s.Path)
		remarks = append(remarks, remark{message: fmt.Sprintf("the keys of %s are probably data: %s", path, s.Reason), path: path, pos: c.Pos})
	}
	return remarks
}

// masked hides keys on the way that are data themselves.
func masked(path string) string {
	steps, err := fingerprint.SplitPath(path)
	if err != nil {
		return "an object"
	}
	out := "$"
	for _, s := range steps {
		switch _, data := fingerprint.LooksLikeData(s.Name); {
		case s.Step == fingerprint.StepElement:
			out += "[]"
		case s.Step == fingerprint.StepAnyKey, s.Step == fingerprint.StepKey && data:
			out += "{}"
		case s.Step == fingerprint.StepKey:
			out = fingerprint.AppendName(out, s.Name)
		}
	}
	return out
}

// shapeCandidates looks at a recorded shape alone, which knows the keys of one
// answer and joins them with dots.
func shapeCandidates(shape []manifest.ShapeEntry) []fingerprint.Candidate {
	objects := map[string]bool{}
	for _, s := range shape {
		objects[s.Path] = s.Type == "object"
	}
	keys, kinds := map[string]int{}, map[string]string{}
	var order []string
	for _, s := range shape {
		parent, key := owner(s.Path, objects)
		kind, data := fingerprint.LooksLikeData(strings.TrimRight(key, "[]"))
		if parent == "" || !data {
			continue
		}
		if keys[parent] == 0 {
			order = append(order, parent)
			kinds[parent] = kind
		}
		keys[parent]++
	}
	var out []fingerprint.Candidate
	for _, parent := range order {
		out = append(out, fingerprint.Candidate{Path: withoutData(parent), Keys: keys[parent], Reason: fmt.Sprintf("%d keys look like data (%s)", keys[parent], kinds[parent])})
	}
	return out
}

// owner splits a recorded path at the longest recorded object above it: what
// follows is one key, dots and all.
func owner(path string, objects map[string]bool) (parent, key string) {
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '.' && objects[path[:i]] {
			return path[:i], path[i+1:]
		}
	}
	return "", ""
}

// withoutData hides parts of a recorded path that are data themselves.
func withoutData(path string) string {
	parts := strings.Split(path, ".")
	for i, part := range parts {
		name := strings.TrimRight(part, "[]")
		if _, data := fingerprint.LooksLikeData(name); data || strings.Contains(name, "@") {
			parts[i] = "{}" + strings.TrimPrefix(part, name)
		}
	}
	return strings.Join(parts, ".")
}
