package manifest

// token is a policy token that a capability may declare. Reason is empty for
// the one that is enforced.
type token struct {
	name string
	// reason says why nothing enforces it, consequence what that means, and
	// action what to do instead.
	reason, consequence, action string
}

// tokens lists every token; the table serves the warning and the lint alike.
func tokens() []token {
	return []token{
		{name: "authenticated"},
		{
			name:        "rate-limited",
			reason:      "counting invocations needs state that this token does not bring",
			consequence: "It can be run as often as it is called.",
			action:      "Attach a policy document with spec.rateLimit, or limit it in the provider.",
		},
		{
			name:        "tenant-scoped",
			reason:      "confinement to a tenant is a separate axis that is not implemented",
			consequence: "A call is not confined to one tenant.",
			action:      "Confine it in the provider.",
		},
		{
			name:        "human-approval",
			reason:      "no approval mechanism exists",
			consequence: "It runs without anybody's approval.",
			action:      "Put the approval into the provider, or do not serve it unattended.",
		},
		{
			name:        "consent-required",
			reason:      "no consent mechanism exists",
			consequence: "It runs without a recorded consent.",
			action:      "Collect the consent in the provider, or do not serve it unattended.",
		},
	}
}

func tokenNames() []string {
	var names []string
	for _, t := range tokens() {
		names = append(names, t.name)
	}
	return names
}

// unenforced returns the token of that name if nothing enforces it.
func unenforced(name string) (token, bool) {
	for _, t := range tokens() {
		if t.name == name && t.reason != "" {
			return t, true
		}
	}
	return token{}, false
}
