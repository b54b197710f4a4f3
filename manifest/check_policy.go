package manifest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
)

func duplicatePolicies(c *checkup) {
	first := make(map[string]*PolicyDoc, len(c.Policies))
	for _, doc := range c.Policies {
		if earlier := first[doc.ID]; earlier != nil {
			c.report(DuplicatePolicy, about{"", "policy[" + doc.ID + "]", doc.Pos},
				"policy '%s' is defined in more than one file (%s, %s)", doc.ID, earlier.File, doc.File)
			continue
		}
		first[doc.ID] = doc
	}
}

func policyDocuments(c *checkup) {
	var listed map[string]bool
	if c.Catalog != nil {
		listed = set(c.Catalog.Providers)
	}
	for _, doc := range c.Policies {
		p := &policyCheck{checkup: c, doc: doc, who: fmt.Sprintf("policy '%s' (%s)", doc.ID, doc.File)}
		p.scope(listed)
		p.entries("allow", doc.Rule.Allow, doc.allowPos)
		p.entries("deny", doc.Rule.Deny, doc.denyPos)
		p.limits()
		p.warnings()
	}
}

// policyCheck is the check of one policy document.
type policyCheck struct {
	*checkup
	doc *PolicyDoc
	who string
}

// on is a place in the document; the capability that it is scoped to, if there
// is one, is the subject.
func (p *policyCheck) on(path string, pos finding.Position) about {
	subject := ""
	if p.doc.Scope == "capability" && p.byID[p.doc.CapabilityID] != nil {
		subject = p.doc.CapabilityID
	}
	if !pos.Known() {
		pos = p.doc.Pos
	}
	return about{subject, "policy[" + p.doc.ID + "]" + path, pos}
}

func (p *policyCheck) scope(listed map[string]bool) {
	doc := p.doc
	switch {
	case doc.Scope == "":
		p.unresolvable("scope", "names no metadata.scope (provider or capability), so it attaches to nothing")
	case doc.Scope == "capability" && doc.CapabilityID == "":
		p.unresolvable("capabilityId", "has scope capability but names no metadata.capabilityId")
	case doc.Scope == "capability" && p.byID[doc.CapabilityID] == nil:
		p.unresolvable("capabilityId", fmt.Sprintf("is for capability '%s', which is not defined", doc.CapabilityID))
	case doc.Scope == "provider" && doc.Provider == "":
		p.unresolvable("provider", "has scope provider but names no metadata.provider")
	case doc.Scope == "provider" && p.Catalog != nil && !listed[doc.Provider]:
		p.unresolvable("provider", fmt.Sprintf("is for provider '%s', which is not listed in capabilities.yaml", doc.Provider))
	case doc.Scope == "capability":
		p.conflict(p.byID[doc.CapabilityID])
	}
}

func (p *policyCheck) unresolvable(member, trouble string) {
	at := map[string]finding.Position{"capabilityId": p.doc.capabilityPos, "provider": p.doc.providerPos}[member]
	if !at.Known() {
		at = p.doc.scopePos
	}
	p.report(PolicyScopeUnresolvable, p.on(".metadata."+member, at), "%s %s", p.who, trouble)
}

func (p *policyCheck) conflict(target *CapabilityDoc) {
	if p.doc.Provider == "" || p.doc.Provider == target.Provider {
		return
	}
	actual := target.Provider
	if actual == "" {
		actual = "?"
	}
	p.report(PolicyScopeConflict, p.on(".metadata.provider", p.doc.providerPos),
		"%s names provider '%s', but capability '%s' belongs to provider '%s'; drop metadata.provider",
		p.who, p.doc.Provider, target.ID, actual)
}

func (p *policyCheck) entries(name string, entries []string, places []finding.Position) {
	for i, entry := range entries {
		on := p.on(fmt.Sprintf(".spec.%s[%s]", name, entry), places[i])
		switch {
		case entry == "":
			p.report(PolicyEmptyEntry, on, "%s has an empty entry in spec.%s", p.who, name)
		case strings.Contains(entry, "*"):
			p.report(PolicyWildcardEntry, on,
				"%s has '%s' in spec.%s; '*' is not a wildcard, entries are compared exactly", p.who, entry, name)
		}
	}
}

func (p *policyCheck) limits() {
	if p.doc.hasRateLimit && p.doc.Rule.RateLimit == nil {
		p.report(PolicyRateLimitInvalid, p.on(".spec.rateLimit", p.doc.rateLimitPos),
			"%s has a rateLimit that needs both maxInvocations and windowSeconds, integers of at least 1", p.who)
	}
	if p.doc.hasConstraints {
		p.report(PolicyConstraintsUnsupported, p.on(".spec.constraints", p.doc.constraintsPos),
			"%s declares spec.constraints, which has no meaning yet; remove it", p.who)
	}
}

func (p *policyCheck) warnings() {
	allow, deny := p.doc.Rule.Allow, p.doc.Rule.Deny
	if len(allow) == 0 && len(deny) == 0 && !p.doc.hasRateLimit && !p.doc.hasConstraints {
		p.report(PolicyWithoutRules, p.on(".spec", p.doc.Pos), "%s has no rules, so it changes nothing", p.who)
	}
	if len(deny) > 0 && len(allow) == 0 {
		p.report(PolicyDenyOnly, p.on(".spec.deny", p.doc.denyPos[0]),
			"%s only denies: an anonymous caller is still allowed", p.who)
	}
	if both := inBoth(allow, deny); len(both) > 0 {
		verb := "it is"
		if len(both) > 1 {
			verb = "they are"
		}
		p.report(PolicyContradiction, p.on(".spec.allow", p.doc.allowPos[0]),
			"%s both allows and denies %s; %s denied", p.who, quoteAll(both), verb)
	}
}

// inBoth lists the entries of a that are in b too, each once.
func inBoth(a, b []string) []string {
	inB, seen := set(b), map[string]bool{}
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool {
		drop := !inB[s] || seen[s]
		seen[s] = true
		return drop
	})
}

// disjointAllows looks for capabilities that several policies leave to nobody.
func disjointAllows(c *checkup) {
	for _, doc := range c.Capabilities {
		if c.byID[doc.ID] != doc {
			continue
		}
		var ids, common []string
		for _, p := range c.attached(doc) {
			if len(p.Rule.Allow) == 0 {
				continue
			}
			if len(ids) == 0 {
				common = p.Rule.Allow
			} else {
				common = inBoth(common, p.Rule.Allow)
			}
			ids = append(ids, p.ID)
		}
		if len(ids) > 1 && len(common) == 0 {
			c.report(PolicyDisjointAllow, about{doc.ID, "policyRules", doc.Pos},
				"capability '%s': the allow lists of policies %s have no entry in common, so nobody may call it", doc.ID, quoteAll(ids))
		}
	}
}
