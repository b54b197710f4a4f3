package diff_test

import (
	"strings"

	"github.com/archverify/archverify/diff"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// pinned is the registry as it was published: it may grow at the end of its
// parts, never lose or reorder.
const pinned = `capability-removed red
capability-added note
effect-changed red
lifecycle-retired red
lifecycle-deprecated yellow
lifecycle-forward note
lifecycle-reversed red
input-added-required red
input-added-optional note
input-removed red
input-now-required red
input-now-optional note
input-retyped red
output-removed red
output-added note
output-now-optional red
output-now-required note
output-retyped red
resource-field-changed red
policy-narrowed red
policy-widened yellow
policy-rate-limit-changed yellow
policy-tokens-changed yellow
description-changed note
binding-changed note
contract-added yellow
contract-removed yellow
contract-gained yellow
contract-lost yellow
contract-retyped yellow
contract-unexplained yellow
`

var _ = Describe("the registry", func() {
	It("DR7.3 is closed", func() {
		var lines strings.Builder
		for _, e := range diff.Entries() {
			lines.WriteString(e.Name + " " + string(e.Severity) + "\n")
		}
		Expect(lines.String()).To(Equal(pinned))
	})

	It("explains every kind in full sentences", func() {
		for _, e := range diff.Entries() {
			Expect(e.Registry).To(Equal("diff"))
			Expect(e.Title).To(MatchRegexp(`^[a-z][^.]*$`), e.Name)
			Expect(e.Means).To(MatchRegexp(`^[A-Z].*\.$`), e.Name)
			Expect(e.Do).To(MatchRegexp(`^[A-Z].*\.$`), e.Name)
			Expect(diff.KnownKind(diff.Kind(e.Name))).To(BeTrue())
		}
		Expect(diff.KnownKind("no-such-kind")).To(BeFalse())
	})

	It("11.2 explains every refusal in full sentences", func() {
		var names []string
		for _, e := range diff.Refusals() {
			names = append(names, e.Name)
			Expect(e.Title).To(MatchRegexp(`^[a-z][^.]*$`), e.Name)
			Expect(e.Means).To(MatchRegexp(`^[A-Z].*\.$`), e.Name)
			Expect(e.Do).To(MatchRegexp(`^[A-Z].*\.$`), e.Name)
		}
		Expect(names).To(Equal([]string{"artifact_unreadable", "manifest_invalid", "version_mismatch", "base_unavailable"}))
	})
})
