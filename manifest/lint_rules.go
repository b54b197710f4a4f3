package manifest

import (
	"fmt"
	"slices"
)

func lintFailures(t *Tool, doc *CapabilityDoc) []Lint {
	if doc.HasFailures {
		return nil
	}
	return []Lint{{
		Code: IrreversibleNoFailures, Capability: t.ID, Path: "failures", Pos: t.Pos,
		Message: "is irreversible and declares no failures.",
		Because: "When it fails, an agent cannot say why and must not try again; name the business outcomes under failures:.",
	}}
}

func lintAuthentication(t *Tool) []Lint {
	if slices.Contains(t.Policies, "authenticated") || slices.ContainsFunc(t.PolicyRules, func(r *PolicyRule) bool { return len(r.Allow) > 0 }) {
		return nil
	}
	return []Lint{{
		Code: IrreversibleUnauthenticated, Capability: t.ID, Path: "policies", Pos: t.Pos,
		Message: "is irreversible and does not declare policies:[authenticated].",
		Because: "Any caller who reaches the server can invoke it; fine if that is meant, otherwise add authenticated.",
	}}
}

func lintTokens(t *Tool, doc *CapabilityDoc) []Lint {
	limited := slices.ContainsFunc(t.PolicyRules, func(r *PolicyRule) bool { return r.RateLimit != nil })
	var lints []Lint
	for i, name := range t.Policies {
		tok, ok := unenforced(name)
		if !ok || (name == "rate-limited" && limited) || slices.Index(t.Policies, name) != i {
			continue
		}
		lints = append(lints, Lint{
			Code: IrreversibleUnenforcedPolicy, Capability: t.ID, Token: name,
			Path: "policies[" + name + "]", Pos: doc.policyPos[i],
			Message: fmt.Sprintf("is irreversible and declares policies:[%s], which this version does not enforce: %s.", name, tok.reason),
			Because: tok.consequence + " " + tok.action,
		})
	}
	return lints
}
