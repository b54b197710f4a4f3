package manifest_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const (
	forCapability = ", scope: capability, capabilityId: depot.list-carts"
	forProvider   = ", scope: provider, provider: yard"
)

// rule adds a policy document called guard.
func rule(metadata, spec string) change {
	return put("guard.policy.yaml", policy("guard", metadata, spec))
}

var _ = DescribeTable("policy documents (3.8)", diagnoses,
	Entry("a rule for a capability", rule(forCapability, `{allow: ["user:x"]}`), is()),
	Entry("a rule for a provider", rule(forProvider, `{allow: ["user:x"], constraints: {}}`), is()),
	Entry("EX-3.24 it only denies", rule(forCapability, `{deny: ["user:x"]}`), is("warning policy-deny-only"), "anonymous"),
	Entry("EX-3.25 a star", rule(forCapability, `{deny: ["*"]}`), is("error policy-wildcard-entry", "warning policy-deny-only"), "'*' is not a wildcard", "spec.deny"),
	Entry("an empty entry", rule(forCapability, `{allow: ["", a]}`), is("error policy-empty-entry"), "spec.allow"),
	Entry("no scope", rule("", `{allow: [a]}`), is("error policy-scope-unresolvable"), "metadata.scope"),
	Entry("no capability", rule(", scope: capability", `{allow: [a]}`), is("error policy-scope-unresolvable"), "metadata.capabilityId"),
	Entry("an empty capability", rule(", scope: capability, capabilityId: ''", `{allow: [a]}`), is("error policy-scope-unresolvable"), "metadata.capabilityId"),
	Entry("an unknown capability", rule(", scope: capability, capabilityId: depot.gone", `{allow: [a]}`), is("error policy-scope-unresolvable"), "'depot.gone'"),
	Entry("no provider", rule(", scope: provider", `{allow: [a]}`), is("error policy-scope-unresolvable"), "metadata.provider"),
	Entry("an unknown provider", rule(", scope: provider, provider: crane", `{allow: [a]}`), is("error policy-scope-unresolvable"), "'crane'"),
	Entry("another provider's capability", rule(forCapability+", provider: crane", `{allow: [a]}`), is("error policy-scope-conflict"), "'crane'", "'yard'", "'depot.list-carts'"),
	Entry("the same provider is ignored", rule(forCapability+", provider: yard", `{allow: [a]}`), is()),
	Entry("a capability without a provider", all(rule(forCapability+", provider: crane", `{allow: [a]}`), edit(capabilityYAML, "  provider: yard\n", "")),
		is("error missing-provider", "warning unused-provider", "error policy-scope-conflict"), "'?'"),
	Entry("EX-2.19 half a limit", rule(forCapability, `{rateLimit: {maxInvocations: 3, burst: 9}}`), is("error policy-ratelimit-invalid"), "maxInvocations", "windowSeconds"),
	Entry("a whole limit, whole floats included", rule(forCapability, `{rateLimit: {maxInvocations: 3.0, windowSeconds: 6e1, burst: 9}}`), is()),
	Entry("constraints", rule(forCapability, `{constraints: {a: 1}}`), is("error policy-constraints-unsupported"), "spec.constraints"),
	Entry("nothing", rule(forCapability, `{}`), is("warning policy-without-rules")),
	Entry("empty lists", rule(forCapability, `{allow: [], deny: []}`), is("warning policy-without-rules")),
	Entry("a contradiction", rule(forCapability, `{allow: [a, b], deny: [b]}`), is("warning policy-allow-deny-contradiction"), "'b'; it is denied"),
	Entry("contradictions", rule(forCapability, `{allow: [a, b, b], deny: [b, a]}`), is("warning policy-allow-deny-contradiction"), "'a', 'b'; they are denied"),
	Entry("EX-3.26 nobody is left", all(rule(forCapability, `{allow: [a]}`), put("z.policy.yaml", policy("late", forProvider, `{allow: [b]}`))),
		is("warning policy-disjoint-allow"), "'guard', 'late'", "'depot.list-carts'"),
	Entry("somebody is left", all(rule(forCapability, `{allow: [a, b]}`), put("z.policy.yaml", policy("late", forProvider, `{allow: [b]}`))), is()),
	Entry("an id twice", all(rule(forCapability, `{deny: [a]}`), put("z.policy.yaml", policy("guard", forProvider, `{allow: [b]}`))),
		is("error duplicate-policy", "warning policy-deny-only"), "(guard.policy.yaml, z.policy.yaml)"),
	Entry("3.8 the order inside", rule("", `{allow: ["*"], deny: ["", "*"], rateLimit: {}, constraints: {a: 1}}`),
		is("error policy-scope-unresolvable", "error policy-wildcard-entry", "error policy-empty-entry", "error policy-wildcard-entry",
			"error policy-ratelimit-invalid", "error policy-constraints-unsupported", "warning policy-allow-deny-contradiction")),
)

var _ = Describe("tokens that nothing enforces (3.9)", func() {
	It("EX-3.27 names capability and token", func() {
		m := changed(appendTo(capabilityYAML, "  policies: [human-approval]\n"))
		Expect(codesOf(m)).To(Equal(is("warning unenforced-policy-token")))
		Expect(m.Diagnostics[0].Capability).To(Equal("depot.list-carts"))
		Expect(m.Diagnostics[0].Token).To(Equal("human-approval"))
		Expect(m.Diagnostics[0].Message).To(HaveSuffix("— no approval mechanism exists"))
	})
	It("tells each in declared order, authenticated not at all", func() {
		diagnoses(all(appendTo(capabilityYAML, "  policies: [consent-required, authenticated, tenant-scoped, rate-limited]\n"), rest(`body: "${caller.t}"`)),
			is("warning unenforced-policy-token", "warning unenforced-policy-token", "warning unenforced-policy-token"),
			"[consent-required]", "no consent mechanism exists", "[tenant-scoped]", "[rate-limited]")
	})
})
