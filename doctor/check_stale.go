package doctor

import (
	"slices"

	"github.com/archverify/archverify/fingerprint"
)

func shapeStale() Check {
	return Check{
		Code: "shape-stale", Severity: Warning, Title: "recorded shape that is not the fingerprint's",
		Because: "The fingerprint was rewritten by hand or by a tool that keeps no shape, so that a change can be seen and not named. Record again.",
		capability: func(p *patient) []remark {
			c := p.tool.Contract
			if c == nil || c.Shape == nil {
				return nil
			}
			shape := make(fingerprint.Shape, len(c.Shape))
			for i, s := range c.Shape {
				shape[i] = fingerprint.Pair{Path: s.Path, Type: fingerprint.Word(s.Type)}
			}
			if shape.Fingerprint() == c.Fingerprint {
				return nil
			}
			return []remark{{message: "its recorded shape is not the one that the fingerprint was taken of", path: "contract.shape", pos: c.FingerprintPos}}
		},
	}
}

func evidenceStale() Check {
	return Check{
		Code: "evidence-stale", Severity: Warning, Title: "fingerprint that no evidence belongs to",
		Because: "The golden file's evidence was gathered from other answers than the one that the contract records. Record again, or merge the newer answer into the evidence.",
		capability: func(p *patient) []remark {
			g := p.fixture.golden
			if g == nil || g.Evidence == nil || slices.Contains(g.Evidence.Fingerprints, p.tool.Contract.Fingerprint) {
				return nil
			}
			return []remark{{message: "its fingerprint is none of those that the evidence was gathered from", path: "contract.fingerprint", pos: p.tool.Contract.FingerprintPos}}
		},
	}
}
