package diff_test

import (
	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("the run for reports", func() {
	It("has a subject a capability and one a changed resource", func() {
		after := withFields("harbour.Skipper", func(f []*manifest.Field) []*manifest.Field { return nil })
		after.Tools = after.Tools[:1]
		run := diff.Compare(harbour(), after).Run(diff.RunOptions{Manifest: "m", Root: "m"})
		ids := []string{}
		for _, s := range run.Subjects {
			ids = append(ids, string(s.Kind)+" "+s.ID+" "+string(s.Outcome))
		}
		Expect(ids).To(Equal([]string{
			"resource harbour.Skipper red", "capability harbour.find-skipper red", "capability harbour.list-moorings green",
		}))
		Expect(run.Command).To(Equal("diff"))
		Expect(run.Exit).To(Equal(finding.ExitFailed))
	})

	It("promises one identity everywhere, a position and a path for each", func() {
		r := diff.Compare(harbour(), mixed())
		run := r.Run(diff.RunOptions{})
		seen := map[string]bool{}
		for _, s := range run.Subjects {
			for _, f := range s.Findings {
				Expect(f.Path).NotTo(BeEmpty())
				Expect(f.Position.Known()).To(BeTrue())
				Expect(seen[f.Identity]).To(BeFalse())
				seen[f.Identity] = true
			}
		}
		for _, e := range r.Entries {
			Expect(seen).To(HaveKey(e.Identity()))
		}
	})

	It("fails at the bar", func() {
		r := diff.Compare(harbour(), withLifecycle(manifest.Deprecated))
		Expect(r.Run(diff.RunOptions{}).Exit).To(Equal(finding.ExitOK))
		Expect(r.Run(diff.RunOptions{Bar: diff.Notable}).Exit).To(Equal(finding.ExitFailed))
	})

	It("links the halves of a rename", func() {
		r := diff.Compare(berth(field("feePerNight", scalar(manifest.Quantity))), berth(field("nightlyFee", scalar(manifest.Quantity))))
		run := r.Run(diff.RunOptions{})
		Expect(run.Subjects[0].Findings[0].PairedWith).To(Equal(run.Subjects[0].Findings[1].Identity))
		Expect(run.Subjects[0].Findings[0].Hint).To(ContainSubstring("Looks like a rename"))
	})
})
