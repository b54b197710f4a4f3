package diff

import (
	"fmt"
	"github.com/archverify/archverify/internal/jsonval"
	"slices"

	"github.com/archverify/archverify/manifest"
)

func policyRows(before, after []*manifest.PolicyRule) []*Entry {
	old, now := rulesByID(before), rulesByID(after)
	var rows []*Entry
	for _, id := range names(old, now) {
		b, a := ruleOrEmpty(old[id]), ruleOrEmpty(now[id])
		path := "policyRules." + id
		rules := slices.Concat(allowRows(id, path+".allow", b, a), denyRows(id, path+".deny", b, a), rateRows(id, path+".rateLimit", b, a))
		for _, e := range rules {
			e.BeforePos, e.AfterPos = b.Pos, a.Pos
		}
		rows = append(rows, rules...)
	}
	return rows
}

func rulesByID(rules []*manifest.PolicyRule) map[string]*manifest.PolicyRule {
	index := make(map[string]*manifest.PolicyRule, len(rules))
	for _, r := range rules {
		index[r.ID] = r
	}
	return index
}

func ruleOrEmpty(r *manifest.PolicyRule) *manifest.PolicyRule {
	if r == nil {
		return &manifest.PolicyRule{}
	}
	return r
}

// allowRows compares allow lists; an empty one restricts nobody.
func allowRows(id, path string, before, after *manifest.PolicyRule) []*Entry {
	old, now := set(before.Allow), set(after.Allow)
	switch {
	case slices.Equal(old, now):
		return nil
	case len(old) == 0:
		return []*Entry{listEntry(PolicyNarrowed, path, old, now, "policy '%s' now restricts callers: allow set to %s", id, now)}
	case len(now) == 0:
		return []*Entry{listEntry(PolicyWidened, path, old, now, "policy '%s' no longer restricts callers: allow list %s removed", id, old)}
	}
	var rows []*Entry
	if lost := minus(old, now); len(lost) > 0 {
		rows = append(rows, listEntry(PolicyNarrowed, path, old, now, "policy '%s' narrowed: allow lost %s", id, lost))
	}
	if gained := minus(now, old); len(gained) > 0 {
		rows = append(rows, listEntry(PolicyWidened, path, old, now, "policy '%s' widened: allow gained %s", id, gained))
	}
	return rows
}

func denyRows(id, path string, before, after *manifest.PolicyRule) []*Entry {
	old, now := set(before.Deny), set(after.Deny)
	var rows []*Entry
	if gained := minus(now, old); len(gained) > 0 {
		rows = append(rows, listEntry(PolicyNarrowed, path, old, now, "policy '%s' narrowed: deny gained %s", id, gained))
	}
	if lost := minus(old, now); len(lost) > 0 {
		rows = append(rows, listEntry(PolicyWidened, path, old, now, "policy '%s' widened: deny lost %s", id, lost))
	}
	return rows
}

func listEntry(kind Kind, path string, before, after []string, format, id string, named []string) *Entry {
	return &Entry{
		Kind: kind, Severity: usual(kind), Path: path, Before: jsonval.Texts(before), After: jsonval.Texts(after),
		Detail: fmt.Sprintf(format, id, quoted(named)), From: union(before), To: union(after),
	}
}

func rateRows(id, path string, before, after *manifest.PolicyRule) []*Entry {
	old, now := before.RateLimit, after.RateLimit
	if (old == nil) == (now == nil) && (old == nil || *old == *now) {
		return nil
	}
	return []*Entry{{
		Kind: PolicyRateLimitChanged, Severity: usual(PolicyRateLimitChanged), Path: path, Before: rateValue(old), After: rateValue(now),
		Detail: fmt.Sprintf("policy '%s' rate limit %s", id, rateMove(old, now)), From: rateText(old), To: rateText(now),
	}}
}

func rateMove(old, now *manifest.RateLimit) string {
	switch {
	case old == nil:
		return "added: " + rateText(now)
	case now == nil:
		return "removed (was " + rateText(old) + ")"
	}
	how := "changed"
	switch {
	case now.MaxInvocations <= old.MaxInvocations && now.WindowSeconds >= old.WindowSeconds:
		how = "tightened"
	case now.MaxInvocations >= old.MaxInvocations && now.WindowSeconds <= old.WindowSeconds:
		how = "loosened"
	}
	return fmt.Sprintf("%s: %s → %s", how, rateText(old), rateText(now))
}

func rateText(r *manifest.RateLimit) string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%d per %ds", r.MaxInvocations, r.WindowSeconds)
}
