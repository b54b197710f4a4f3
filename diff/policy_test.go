package diff_test

import (
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
)

func withRule(change func(r *manifest.PolicyRule)) *manifest.IR {
	return withMoorings(func(t *manifest.Tool) { change(t.PolicyRules[0]) })
}

func withRate(n, seconds int) *manifest.IR {
	return withRule(func(r *manifest.PolicyRule) {
		r.RateLimit = &manifest.RateLimit{MaxInvocations: n, WindowSeconds: seconds}
	})
}

const watch = "harbour.list-moorings policyRules.watch"

var _ = DescribeTable("policy rules (DR7.13)", check,
	Entry("EX-7.15 allow loses one and gains one", withRule(func(r *manifest.PolicyRule) { r.Allow = []string{"c", "b", "b"} }),
		"breaking policy-narrowed "+watch+".allow: policy 'watch' narrowed: allow lost 'a'",
		"notable policy-widened "+watch+".allow: policy 'watch' widened: allow gained 'c'"),
	Entry("EX-7.16 a rule goes", withMoorings(func(t *manifest.Tool) { t.PolicyRules = nil }),
		"notable policy-widened "+watch+".allow: policy 'watch' no longer restricts callers: allow list 'a', 'b' removed",
		"notable policy-widened "+watch+".deny: policy 'watch' widened: deny lost 'z'",
		"notable policy-rate-limit-changed "+watch+".rateLimit: policy 'watch' rate limit removed (was 10 per 60s)"),
	Entry("EX-7.17 a rule comes", withMoorings(func(t *manifest.Tool) {
		t.PolicyRules = append(t.PolicyRules, &manifest.PolicyRule{ID: "crew", Allow: []string{"s"}})
	}), "breaking policy-narrowed harbour.list-moorings policyRules.crew.allow: policy 'crew' now restricts callers: allow set to 's'"),
	Entry("deny gains", withRule(func(r *manifest.PolicyRule) { r.Deny = []string{"z", "y"} }),
		"breaking policy-narrowed "+watch+".deny: policy 'watch' narrowed: deny gained 'y'"),
	Entry("only the order of lists", withRule(func(r *manifest.PolicyRule) { r.Allow = []string{"b", "a", "a"} })),
	Entry("EX-7.18 tightened", withRate(5, 60),
		"notable policy-rate-limit-changed "+watch+".rateLimit: policy 'watch' rate limit tightened: 10 per 60s → 5 per 60s"),
	Entry("EX-7.18 loosened", withRate(20, 60),
		"notable policy-rate-limit-changed "+watch+".rateLimit: policy 'watch' rate limit loosened: 10 per 60s → 20 per 60s"),
	Entry("EX-7.18 changed", withRate(20, 120),
		"notable policy-rate-limit-changed "+watch+".rateLimit: policy 'watch' rate limit changed: 10 per 60s → 20 per 120s"),
)
