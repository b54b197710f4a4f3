package doctor_test

import (
	"encoding/json"
	"strings"

	"github.com/archverify/archverify/doctor"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// pinned is the table as it was published: codes and severities never change,
// new ones may come.
const pinned = `warning unbound-capability
warning no-contract
advisory no-contract-non-read
error missing-fixture-file
error fixture-outside
error fixture-unreadable
error fixture-foreign
advisory retired-with-contract
warning fixture-request-invalid
warning fixture-dates-past
warning shape-stale
warning evidence-stale
warning recorded-type-contradicts
warning dynamic-keys-suspected
warning contract-old
warning required-field-unmapped
error caller-influenced-baseurl
advisory env-baseurl
warning plain-http-baseurl
advisory irreversible-effect
warning irreversible-no-failures
warning irreversible-unauthenticated
warning irreversible-unenforced-policy
warning irreversible-without-policy
advisory ratelimit-needs-counter
advisory authenticated-needs-principal
advisory experimental-capability
error ir-drift
advisory golden-orphaned
`

var _ = Describe("the table of checks", func() {
	It("is closed", func() {
		var lines strings.Builder
		for _, c := range doctor.Checks() {
			lines.WriteString(string(c.Severity) + " " + string(c.Code) + "\n")
		}
		Expect(lines.String()).To(Equal(pinned))
	})

	It("explains what manifest does not explain", func() {
		for _, e := range doctor.Entries() {
			Expect(e.Title).To(MatchRegexp(`^[a-z][^.]*$`), e.Name)
			Expect(e.Means).To(MatchRegexp("^[A-Z`].*\\.$"), e.Name)
			Expect(e.Do).To(MatchRegexp("^[A-Z`].*\\.$"), e.Name)
		}
		Expect(doctor.Entries()).To(HaveLen(len(doctor.Checks()) - 4))
	})

	It("is listed, one line a check", func() {
		Expect(strings.Split(strings.TrimSpace(doctor.List()), "\n")).To(HaveLen(len(doctor.Checks())))
		var list []map[string]string
		Expect(json.Unmarshal(doctor.ListJSON(), &list)).To(Succeed())
		Expect(list).To(HaveLen(len(doctor.Checks())))
	})
})
