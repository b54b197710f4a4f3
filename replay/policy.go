package replay

import (
	"fmt"
	"slices"

	"github.com/archverify/archverify/manifest"
)

// DenialReason says why a policy refused a caller.
type DenialReason string

// The reasons a policy gives (the policy part of the reference's closed list).
const (
	PolicyUnevaluatable       DenialReason = "policy_unevaluatable"
	AuthenticatedNoCredential DenialReason = "authenticated_no_credential"
	PrincipalDenied           DenialReason = "principal_denied"
	PrincipalNotAllowed       DenialReason = "principal_not_allowed"
)

// Denial is a policy's refusal. Message names the capability only, never the
// principal, a token or an entry of a rule.
type Denial struct {
	Reason  DenialReason
	Message string
}

// accessToken is the caller value that counts as a credential.
const accessToken = "accessToken"

// authenticatedToken is the policy token that asks for a credential.
const authenticatedToken = "authenticated"

// Evaluate decides whether a caller may invoke a tool: nil when allowed, else
// the first matching row of 9.1. Deny entries add up, allow lists intersect,
// deny wins; comparison is exact. A nil principal matches no entry. The other
// policy tokens are accepted and not enforced (VR9.4).
func Evaluate(tool *manifest.Tool, caller Caller) *Denial {
	if !evaluatable(tool.PolicyRules) {
		return &Denial{PolicyUnevaluatable,
			fmt.Sprintf("capability '%s' carries a policy this version cannot evaluate — refusing (fail-closed).", tool.ID)}
	}
	if _, given := caller.Values[accessToken]; !given && slices.Contains(tool.Policies, authenticatedToken) {
		return &Denial{AuthenticatedNoCredential,
			fmt.Sprintf("capability '%s' requires policies:[authenticated] — no caller credential (accessToken) provided on invoke", tool.ID)}
	}
	if reason, denied := principalRefused(tool.PolicyRules, caller.Principal); denied {
		return &Denial{reason, fmt.Sprintf("capability '%s' is not permitted for this caller by policy.", tool.ID)}
	}
	return nil
}

// evaluatable reports whether every rule is one this build understands.
func evaluatable(rules []*manifest.PolicyRule) bool {
	for _, r := range rules {
		if r == nil || (r.RateLimit != nil && (r.RateLimit.MaxInvocations < 1 || r.RateLimit.WindowSeconds < 1)) {
			return false
		}
	}
	return true
}

func principalRefused(rules []*manifest.PolicyRule, principal *string) (DenialReason, bool) {
	for _, r := range rules {
		if principal != nil && slices.Contains(r.Deny, *principal) {
			return PrincipalDenied, true
		}
	}
	for _, r := range rules {
		if len(r.Allow) > 0 && (principal == nil || !slices.Contains(r.Allow, *principal)) {
			return PrincipalNotAllowed, true
		}
	}
	return "", false
}
