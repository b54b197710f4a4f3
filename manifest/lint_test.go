package manifest_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/manifest"
)

// scrapping is an irreversible capability that nothing can be said against.
func scrapping(changes ...change) *manifest.Manifest {
	GinkgoHelper()
	return changed(all(append([]change{
		put(catalogYAML, "company: {id: depot}\ncapabilities: [depot.scrap-cart]\nproviders: [yard]\n"),
		drop(resourceYAML), drop(bindingYAML),
		put(capabilityYAML, `capability:
  id: depot.scrap-cart
  description: Scrap a cart.
  effect: irreversible
  provider: yard
  failures: { in-use: The cart is in use. }
  policies: [authenticated]
`),
	}, changes...)...))
}

func scrapRule(spec string) change {
	return rule(", scope: provider, provider: yard", spec)
}

var (
	noFailures = edit(capabilityYAML, "  failures: { in-use: The cart is in use. }\n", "")
	noTokens   = tokenList("[]")
)

func tokenList(list string) change {
	return edit(capabilityYAML, "policies: [authenticated]", "policies: "+list)
}

var _ = DescribeTable("lints of irreversible capabilities (6)",
	func(m func() *manifest.Manifest, want ...string) {
		loaded := m()
		Expect(loaded.Valid()).To(BeTrue(), "%v %v", loaded.Issues, loaded.Diagnostics)
		got := []string{}
		for _, l := range manifest.Lints(loaded) {
			line := string(l.Code)
			if l.Token != "" {
				line += "/" + l.Token
			}
			got = append(got, line)
			Expect(l.Capability).To(Equal("depot.scrap-cart"))
			Expect(l.Message).To(HavePrefix("is irreversible and "))
			Expect(l.Because).NotTo(BeEmpty())
			Expect(l.Pos.Known()).To(BeTrue())
		}
		Expect(got).To(Equal(append([]string{}, want...)))
	},
	Entry("EX-6.1 nothing", func() *manifest.Manifest { return scrapping() }),
	Entry("EX-6.2 no failures", func() *manifest.Manifest { return scrapping(noFailures) }, "irreversible-no-failures"),
	Entry("EX-6.3 no tokens", func() *manifest.Manifest { return scrapping(noTokens) }, "irreversible-unauthenticated"),
	Entry("EX-6.4 an allow list", func() *manifest.Manifest { return scrapping(noTokens, scrapRule(`{allow: ["role:clerk"]}`)) }),
	Entry("EX-6.5 a deny list", func() *manifest.Manifest { return scrapping(noTokens, scrapRule(`{deny: ["role:temp"]}`)) }, "irreversible-unauthenticated"),
	Entry("DR6.4 an empty allow list", func() *manifest.Manifest { return scrapping(noTokens, scrapRule(`{allow: [], deny: [x]}`)) }, "irreversible-unauthenticated"),
	Entry("EX-6.6 all of them, in order", func() *manifest.Manifest {
		return scrapping(noFailures, tokenList("[human-approval, rate-limited]"))
	}, "irreversible-no-failures", "irreversible-unauthenticated", "irreversible-unenforced-policy/human-approval", "irreversible-unenforced-policy/rate-limited"),
	Entry("EX-6.7 a limit that is enforced", func() *manifest.Manifest {
		return scrapping(tokenList("[authenticated, rate-limited]"), scrapRule("{rateLimit: {maxInvocations: 1, windowSeconds: 1}}"))
	}),
	Entry("EX-6.8 retired", func() *manifest.Manifest {
		return scrapping(noFailures, appendTo(capabilityYAML, "  lifecycle: retired\n"))
	}),
	Entry("EX-6.9 only a write", func() *manifest.Manifest {
		return scrapping(noFailures, noTokens, edit(capabilityYAML, "effect: irreversible", "effect: write"))
	}),
	Entry("EX-6.10 unbound", func() *manifest.Manifest { return scrapping(tokenList("[authenticated, consent-required]")) }, "irreversible-unenforced-policy/consent-required"),
)

var _ = Describe("the words of lints", func() {
	It("DR6.4 are literal where they are compared", func() {
		lints := manifest.Lints(scrapping(noFailures, tokenList("[human-approval]")))
		Expect(lints).To(HaveLen(3))
		Expect(lints[0].Message).To(Equal("is irreversible and declares no failures."))
		Expect(lints[1].Message).To(Equal("is irreversible and does not declare policies:[authenticated]."))
		Expect(lints[2].Message).To(Equal("is irreversible and declares policies:[human-approval], which this version does not enforce: no approval mechanism exists."))
	})
	It("DR6.1 need a valid manifest", func() {
		Expect(manifest.Lints(scrapping(noFailures, edit(capabilityYAML, "provider: yard", "provider: x")))).To(BeNil())
	})
})
