package doctor

import (
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

func irreversibleEffect() Check {
	return Check{
		Code: "irreversible-effect", Severity: Advisory, Title: "capability declared irreversible",
		Because: "No description of an API says so: it was a person's judgement. An agent confirms it explicitly and never retries it by itself, and `archverify verify` does not replay it without `--sandbox`. Read it once more before it goes live.",
		capability: func(p *patient) []remark {
			if p.tool.Effect != manifest.Irreversible {
				return nil
			}
			return []remark{{message: "is declared `irreversible`", path: "effect"}}
		},
	}
}

// lint passes on what the declaration's own lint says.
func lint(code finding.Code, title, because string) Check {
	return Check{
		Code: code, Severity: Warning, Title: title, Because: because,
		capability: func(p *patient) []remark {
			var remarks []remark
			for _, l := range p.lints[p.tool.ID] {
				if l.Code == code {
					remarks = append(remarks, remark{message: l.Message, because: l.Because, token: l.Token, path: l.Path, pos: l.Pos})
				}
			}
			return remarks
		},
	}
}

func irreversibleNoFailures() Check {
	return lint(manifest.IrreversibleNoFailures, "irreversible capability without named failures", "Name the outcomes that stop it under failures.")
}

func irreversibleUnauthenticated() Check {
	return lint(manifest.IrreversibleUnauthenticated, "irreversible capability that anybody may call", "Declare the policy authenticated, unless that is intended.")
}

func irreversibleUnenforcedPolicy() Check {
	return lint(manifest.IrreversibleUnenforcedPolicy, "irreversible capability that relies on an unenforced policy", "Put the control into the provider.")
}

func irreversibleWithoutPolicy() Check {
	return Check{
		Code: "irreversible-without-policy", Severity: Warning, Title: "irreversible capability without a policy document",
		Because: "Every caller that can authenticate may do what cannot be undone. Attach a policy document that says who may.",
		capability: func(p *patient) []remark {
			t := p.tool
			speaks := slices.ContainsFunc(p.lints[t.ID], func(l manifest.Lint) bool { return l.Code == manifest.IrreversibleUnauthenticated })
			if t.Effect != manifest.Irreversible || t.Lifecycle == manifest.Retired || len(t.PolicyRules) > 0 || speaks {
				return nil
			}
			return []remark{{message: "is irreversible, and no policy document says who may call it", path: "policyRules"}}
		},
	}
}
