package doctor

import (
	"fmt"

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
				return suspects(p.tool.Contract, fingerprint.KeyCandidates(g.Evidence.Tree))
			}
			if tree := shapeTree(p.tool.Contract.Shape); tree != nil {
				return suspects(p.tool.Contract, fingerprint.KeyCandidates(tree))
			}
			return nil
		},
	}
}

func suspects(c *manifest.Contract, candidates []fingerprint.Candidate) []remark {
	var remarks []remark
	for _, s := range candidates {
		path := masked(s.Path)
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
