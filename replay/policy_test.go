package replay_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

var _ = DescribeTable("9.1 policy",
	func(tool manifest.Tool, principal string, token bool, want replay.DenialReason) {
		caller := replay.Caller{Values: map[string]string{}}
		if principal != "-" {
			caller.Principal = &principal
		}
		if token {
			caller.Values["accessToken"] = ""
		}
		tool.ID = "dock.enter"
		d := replay.Evaluate(&tool, caller)
		if want == "" {
			Expect(d).To(BeNil())
			return
		}
		Expect(d.Reason).To(Equal(want))
		Expect(d.Message).To(ContainSubstring("'dock.enter'"))
		Expect(d.Message).NotTo(ContainSubstring("ana"))
	},
	Entry("9.1 no rules", manifest.Tool{}, "-", false, replay.DenialReason("")),
	Entry("9.1/1 authenticated without credential", manifest.Tool{Policies: []string{"authenticated"}}, "ana", false, replay.AuthenticatedNoCredential),
	Entry("9.1 an empty token counts as set", manifest.Tool{Policies: []string{"authenticated"}}, "-", true, replay.DenialReason("")),
	Entry("VR9.3 a token never satisfies allow", tool(&manifest.PolicyRule{Allow: []string{"ana"}}), "-", true, replay.PrincipalNotAllowed),
	Entry("VR9.1 deny wins", tool(&manifest.PolicyRule{Allow: []string{"ana"}}, &manifest.PolicyRule{Deny: []string{"ana"}}), "ana", false, replay.PrincipalDenied),
	Entry("VR9.1 allow lists intersect", tool(&manifest.PolicyRule{Allow: []string{"ana"}}, &manifest.PolicyRule{Allow: []string{"bo"}}), "ana", false, replay.PrincipalNotAllowed),
	Entry("VR9.1 exact comparison", tool(&manifest.PolicyRule{Allow: []string{"ana"}}), "Ana", false, replay.PrincipalNotAllowed),
	Entry("VR9.1 allowed", tool(&manifest.PolicyRule{Allow: []string{"ana", "bo"}}), "ana", false, replay.DenialReason("")),
	Entry("VR9.2 anonymous passes deny only", tool(&manifest.PolicyRule{Deny: []string{"ana"}}), "-", false, replay.DenialReason("")),
	Entry("VR9.2 anonymous fails a non-empty allow", tool(&manifest.PolicyRule{Allow: []string{"ana"}}), "-", false, replay.PrincipalNotAllowed),
	Entry("VR9.2 an empty allow allows", tool(&manifest.PolicyRule{Allow: []string{}}), "-", false, replay.DenialReason("")),
	Entry("VR9.2 the empty principal is a principal", tool(&manifest.PolicyRule{Deny: []string{""}}), "", false, replay.PrincipalDenied),
	Entry("VR9.4 other tokens are not enforced", manifest.Tool{Policies: []string{"human-approval", "rate-limited"}}, "-", false, replay.DenialReason("")),
	Entry("9.1/0 a budget of nothing", tool(&manifest.PolicyRule{RateLimit: &manifest.RateLimit{WindowSeconds: 1}}), "-", false, replay.PolicyUnevaluatable),
	Entry("9.1/0 comes before all others", unevaluatable(), "ana", false, replay.PolicyUnevaluatable),
)

func tool(rules ...*manifest.PolicyRule) manifest.Tool {
	return manifest.Tool{PolicyRules: rules}
}

func unevaluatable() manifest.Tool {
	t := tool(nil)
	t.Policies = []string{"authenticated"}
	return t
}
