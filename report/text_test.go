package report_test

import (
	"bytes"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/report"
)

func text(run *finding.Run, style termtext.Style) string {
	GinkgoHelper()
	var out bytes.Buffer
	Expect(report.Text(&out, run, style)).To(Succeed())
	return out.String()
}

var _ = Describe("text", func() {
	It("does not call a comparison fine that was not made", func() {
		run := changes()
		run.Subjects, run.Warnings = run.Subjects[:0], []string{"base is invalid"}
		run.Seal(finding.Bar{})
		Expect(text(run, termtext.Style{})).To(And(ContainSubstring("no change is known"), Not(ContainSubstring("nothing changed"))))
		run.Warnings = nil
		Expect(text(run, termtext.Style{})).To(ContainSubstring("nothing changed that a consumer sees"))
	})

	DescribeTable("golden files", func(name string, run func() *finding.Run, style termtext.Style) {
		expectGolden("styles/"+name+".txt", []byte(text(run(), style)))
	},
		Entry("no terminal", "plain", sample, termtext.Style{}),
		Entry("a narrow one", "narrow", sample, termtext.Style{Columns: 40}),
		Entry("a wide one", "wide", sample, termtext.Style{Columns: 160}),
		Entry("ASCII", "ascii", sample, termtext.Style{ASCII: true, Columns: 100}),
		Entry("colours", "color", sample, termtext.Style{Color: true, Columns: 100}),
		Entry("all is well", "calm", calm, termtext.Style{}),
		Entry("nothing to verify", "empty", func() *finding.Run {
			run := calm()
			run.Subjects = nil
			run.Seal(finding.Bar{})
			return run
		}, termtext.Style{}),
	)

	It("fits every width from 20 columns on", func() {
		for columns := 20; columns <= 140; columns++ {
			for line := range strings.Lines(text(sample(), termtext.Style{Columns: columns})) {
				Expect(termtext.Width(strings.TrimSuffix(line, "\n"))).To(BeNumerically("<=", columns), fmt.Sprintf("%d: %q", columns, line))
			}
		}
	})

	It("VR7.19 says in the last line how much was verified", func() {
		lines := strings.Split(strings.TrimSpace(text(sample(), termtext.Style{})), "\n")
		Expect(lines[len(lines)-1]).To(Equal("4 of 6 verified: 1 red, 1 yellow, 2 green; 2 unverified, 1 skipped, 2 without a contract"))
	})

	It("puts the worst first", func() {
		out := text(sample(), termtext.Style{})
		last := -1
		for _, mark := range []string{"🔴", "⚪", "🟡", "🟢", "⏭"} {
			Expect(strings.Index(out, mark)).To(BeNumerically(">", last), mark)
			last = strings.Index(out, mark)
		}
	})

	It("is calm when all is well: one line a capability", func() {
		out := text(calm(), termtext.Style{})
		Expect(strings.Count(out, "\n")).To(BeNumerically("<=", 8), out)
		Expect(out).To(ContainSubstring("  🟢 bakery.list-ovens — fingerprint unchanged, mapping OK\n"))
	})

	It("VR6.10 follows a result with its nested keys", func() {
		Expect(text(sample(), termtext.Style{})).To(ContainSubstring("\n      nested keys not declared (dropped): customer.vat, customer.note\n"))
	})
})
