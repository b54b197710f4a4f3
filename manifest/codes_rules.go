package manifest

import "github.com/archverify/archverify/finding"

func originEntries() []finding.Entry {
	const outputOnly = "Links and images are checked where they come out of a backend; as inputs they have no meaning."
	const unchecked = "Without response or extract the whole body is passed on, so nothing can check where its links and images lead."
	const unlisted = "The output holds links or images, but the binding does not list the origins they may lead to."
	const allOrNothing = "One row whose link or image is off its origins makes the whole answer fail, because the field is required."
	return []finding.Entry{
		failing(WebPageInInput, "link as an input", outputOnly, "Take an identifier or a string instead, or refer to the resource with ref."),
		failing(ImageInInput, "image as an input", outputOnly, "Take an identifier or a string instead, or refer to the resource with ref."),
		failing(OriginsMalformed, "entry that is no bare origin",
			"An entry under origins is not https://host or https://host:port, or repeats an earlier one.",
			"Write the origin alone: no path, not even a slash, no wildcard, no placeholder."),
		failing(WebPageNeedsMapping, "links without a mapping", unchecked, "Map the answer with response or extract."),
		failing(ImageNeedsMapping, "images without a mapping", unchecked, "Map the answer with response or extract."),
		failing(WebPageNoOrigins, "links without origins", unlisted, "List the origins under origins.pages."),
		failing(ImageNoOrigins, "images without origins", unlisted, "List the origins under origins.images."),
		warning(OriginsUnused, "origins that nothing uses",
			"The binding lists origins for a type that the capability's output never reaches.",
			"Remove the list, or declare the field as web-page or image."),
		warning(WebPageRequiredInCollection, "required link in a collection", allOrNothing, "Make the field optional, in the resource or in response.map."),
		warning(ImageRequiredInCollection, "required image in a collection", allOrNothing, "Make the field optional, in the resource or in response.map."),
	}
}

func policyEntries() []finding.Entry {
	return []finding.Entry{
		failing(DuplicatePolicy, "policy defined twice",
			"Two policy files hold the same metadata.id.", "Rename one of them, or delete it."),
		failing(PolicyScopeUnresolvable, "policy that attaches to nothing",
			"The policy names no scope, or a capability or provider that does not exist.",
			"Set metadata.scope and the id that belongs to it."),
		failing(PolicyScopeConflict, "policy for another provider's capability",
			"The policy names a capability and a provider that is not that capability's.",
			"Drop metadata.provider, or name the right capability."),
		failing(PolicyEmptyEntry, "empty principal",
			"allow or deny holds an empty string, which matches nobody.", "Remove the entry."),
		failing(PolicyWildcardEntry, "star in a principal",
			"Principals are compared exactly; a * is an ordinary character and matches nobody.",
			"List the principals one by one."),
		failing(PolicyRateLimitInvalid, "incomplete rate limit",
			"rateLimit needs maxInvocations and windowSeconds, both integers of at least 1.", "Add what is missing."),
		failing(PolicyConstraintsUnsupported, "constraints without a meaning",
			"spec.constraints is reserved; nothing evaluates it, so it would protect nothing.", "Remove it."),
		warning(PolicyWithoutRules, "policy without rules",
			"The policy neither allows, denies nor limits anything.", "Add a rule, or delete the file."),
		warning(PolicyDenyOnly, "policy that only denies",
			"Everybody else may call, an anonymous caller included.", "Add an allow list if that is not meant."),
		warning(PolicyContradiction, "principal both allowed and denied",
			"Deny wins, so allowing the principal has no effect.", "Remove it from one of the lists."),
		warning(PolicyDisjointAllow, "allow lists that leave nobody",
			"Several policies attach to one capability, and no principal is on all their allow lists.",
			"Give the lists an entry in common, or narrow the policies' scope."),
		warning(UnenforcedPolicyToken, "token that nothing enforces",
			"The capability declares an intent that this version does not enforce.",
			"Enforce it where the capability is provided, and keep the token as documentation."),
		failing(ToolNameCollision, "two capabilities under one tool name",
			"After replacing the characters that tool names may not hold, two bound capabilities have the same name, so neither can be served.",
			"Rename one of them."),
	}
}

func lintEntries() []finding.Entry {
	lint := func(code finding.Code, title, means, do string) finding.Entry {
		return finding.Entry{Name: string(code), Registry: "lint", Severity: finding.Yellow, Title: title, Means: means, Do: do}
	}
	return []finding.Entry{
		lint(IrreversibleNoFailures, "irreversible and silent about failures",
			"An irreversible capability declares no failures, so an agent cannot tell why a call failed, and must not try again.",
			"Name the business outcomes under failures."),
		lint(IrreversibleUnauthenticated, "irreversible and open to everybody",
			"An irreversible capability neither declares the token authenticated nor has a policy with an allow list.",
			"Add policies: [authenticated], or an allow list; leave it if everybody is meant."),
		lint(IrreversibleUnenforcedPolicy, "irreversible and relying on an unenforced token",
			"An irreversible capability declares an intent that this version does not enforce.",
			"Enforce it where the capability is provided, or do not serve it unattended."),
	}
}
