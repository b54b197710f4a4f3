package finding_test

import (
	"encoding/json"
	"fmt"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
)

func runOf(name, at string, subjects ...finding.Subject) *finding.Run {
	run := &finding.Run{Command: "verify", Name: name, Root: "m", Manifest: "m", At: at, Subjects: subjects}
	run.Seal(finding.Bar{})
	return run
}

func outcomes(run *finding.Run) map[string]finding.Outcome {
	out := map[string]finding.Outcome{}
	for _, s := range run.Subjects {
		id := s.ID
		if s.Run != "" {
			id = s.Run + "/" + id
		}
		if _, twice := out[id]; twice {
			Fail("twice: " + id)
		}
		out[id] = s.Outcome
	}
	return out
}

func asJSON(v any) string {
	GinkgoHelper()
	data, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return string(data)
}

var _ = Describe("merging runs", func() {
	const t1, t2, t3 = "2031-01-01T00:00:00Z", "2031-01-02T00:00:00Z", "2031-01-03T00:00:00Z"
	red := found(finding.NotJSON, finding.Red, "$")
	yellow := found(finding.Gained, finding.Yellow, "$")

	It("leaves one run alone", func() {
		run := runOf("", t1, subject("a", ""))
		Expect(finding.Merge([]*finding.Run{run})).To(BeIdenticalTo(run))
	})

	It("is nothing of nothing", func() {
		run := finding.Merge(nil)
		Expect(run.Subjects).To(BeEmpty())
		Expect(run.Exit).To(Equal(finding.ExitOK))
	})

	It("forgets what a later run that asked for everything no longer has, and nothing after a selection", func() {
		red := finding.Subject{ID: "gone", Findings: []finding.Finding{{Code: "lost", Severity: finding.Red, Path: "$.a"}}}
		before := runOf("", "2030-01-01T00:00:00Z", finding.Subject{ID: "a", Outcome: finding.OutcomeGreen}, red)
		after := runOf("", "2030-01-02T00:00:00Z", finding.Subject{ID: "a", Outcome: finding.OutcomeGreen})
		Expect(outcomes(finding.Merge([]*finding.Run{before, after}))).To(Equal(map[string]finding.Outcome{"a": "green"}))
		after.Selected = true
		Expect(outcomes(finding.Merge([]*finding.Run{before, after}))).To(Equal(map[string]finding.Outcome{"a": "green", "gone": "red"}))
	})

	It("joins shards: each subject once, no environment named", func() {
		run := finding.Merge([]*finding.Run{runOf("", t1, subject("a", "")), runOf("", t2, subject("b", "", red))})
		Expect(outcomes(run)).To(Equal(map[string]finding.Outcome{"a": finding.OutcomeGreen, "b": finding.OutcomeRed}))
		Expect(run.Exit).To(Equal(finding.ExitFailed))
		Expect(run.Summary.Red).To(Equal(1))
		Expect(run.Parts).To(HaveLen(1))
		Expect(run.Subjects[0].History).To(BeEmpty())
	})

	It("keeps environments apart", func() {
		run := finding.Merge([]*finding.Run{runOf("prod", t1, subject("a", "")), runOf("stage", t1, subject("a", "", red))})
		Expect(outcomes(run)).To(Equal(map[string]finding.Outcome{"prod/a": finding.OutcomeGreen, "stage/a": finding.OutcomeRed}))
		Expect(run.Parts[0].Exit).To(Equal(finding.ExitOK))
		Expect(run.Parts[1].Exit).To(Equal(finding.ExitFailed))
	})

	It("lets the latest run count, with the earlier ones as history", func() {
		for _, order := range [][]int{{0, 1, 2}, {2, 0, 1}} {
			all := []*finding.Run{runOf("", t1, subject("a", "", red)), runOf("", t2, subject("a", finding.OutcomeUnverified)), runOf("", t3, subject("a", "", yellow))}
			run := finding.Merge([]*finding.Run{all[order[0]], all[order[1]], all[order[2]]})
			Expect(outcomes(run)).To(Equal(map[string]finding.Outcome{"a": finding.OutcomeYellow}))
			Expect(run.Exit).To(Equal(finding.ExitOK))
			history := []finding.Outcome{}
			for _, p := range run.Subjects[0].History {
				history = append(history, p.Outcome)
			}
			Expect(history).To(Equal([]finding.Outcome{finding.OutcomeRed, finding.OutcomeUnverified, finding.OutcomeYellow}))
		}
	})

	It("promise 7: a later run that could not ask heals nothing", func() {
		run := finding.Merge([]*finding.Run{runOf("", t1, subject("a", "")), runOf("", t2, subject("a", finding.OutcomeUnverified))})
		Expect(run.Exit).To(Equal(finding.ExitUnverified))
	})

	It("takes the worse of two that saw one subject at the same time, and of no known time", func() {
		for _, at := range []string{t1, ""} {
			for _, swap := range []bool{false, true} {
				a, b := runOf("", at, subject("a", "")), runOf("", at, subject("a", "", red))
				if swap {
					a, b = b, a
				}
				Expect(finding.Merge([]*finding.Run{a, b}).Exit).To(Equal(finding.ExitFailed))
			}
		}
	})

	It("does not take skipping for an answer", func() {
		run := finding.Merge([]*finding.Run{runOf("", t1, subject("a", "", red)), runOf("", t2, subject("a", finding.OutcomeSkipped), subject("b", ""))})
		Expect(outcomes(run)["a"]).To(Equal(finding.OutcomeRed))
	})

	It("exits as the merged runs would: each by its own bar", func() {
		strict := &finding.Run{Command: "verify", Name: "prod", Subjects: []finding.Subject{subject("a", "", yellow)}}
		strict.Seal(finding.Bar{FailOn: finding.Yellow})
		lenient := &finding.Run{Command: "verify", Name: "stage", Subjects: []finding.Subject{subject("a", "", yellow)}}
		lenient.Seal(finding.Bar{})
		run := finding.Merge([]*finding.Run{lenient, strict})
		Expect(run.Exit).To(Equal(finding.ExitFailed))
		f := run.Subjects[0].Findings[0]
		Expect(run.Fails(run.Subjects[0], f)).To(BeFalse(), "stage")
		Expect(run.Fails(run.Subjects[1], f)).To(BeTrue(), "prod")
	})

	It("red beats unverified beats fine", func() {
		unverified := runOf("x", t1, subject("a", finding.OutcomeUnverified))
		Expect(finding.Merge([]*finding.Run{runOf("y", t1, subject("a", "")), unverified}).Exit).To(Equal(finding.ExitUnverified))
		Expect(finding.Merge([]*finding.Run{unverified, runOf("y", t1, subject("a", "", red))}).Exit).To(Equal(finding.ExitFailed))
	})

	It("VR7.19 a shard that only skipped does not fail the others; all of them do", func() {
		skipped := runOf("", t1, subject("w", finding.OutcomeSkipped))
		Expect(finding.Merge([]*finding.Run{skipped, runOf("", t1, subject("a", ""))}).Exit).To(Equal(finding.ExitOK))
		Expect(finding.Merge([]*finding.Run{skipped, runOf("", t1, subject("v", finding.OutcomeSkipped))}).Exit).To(Equal(finding.ExitUnverified))
	})

	It("tells manifests and commands apart that share a name, and joins positions to their roots", func() {
		a, b, c := runOf("", t1, subject("x", "")), runOf("", t1, subject("x", "")), runOf("", t1, subject("x", ""))
		a.Root, b.Root = "services/a", "services/b"
		c.Root, c.Command = "services/a", "diff"
		run := finding.Merge([]*finding.Run{a, b, c})
		Expect(run.Subjects).To(HaveLen(3))
		labels := map[string]bool{}
		for _, s := range run.Subjects {
			labels[s.Run] = true
		}
		Expect(labels).To(HaveLen(3))
		Expect(run.Command).To(Equal("report"))
		Expect(run.Subjects[1].Place(finding.Finding{}, run.Root).File).To(Equal("services/b/capabilities.yaml"))
		before := run.Subjects[2].Command
		Expect(before).To(Equal("diff"))
	})

	It("keeps identities when it is sealed again", func() {
		a, b := runOf("", t1, subject("x", "", red)), runOf("", t1, subject("x", "", red))
		b.Command = "diff"
		b.Seal(finding.Bar{})
		run := finding.Merge([]*finding.Run{a, b})
		before := asJSON(run.Subjects)
		run.Seal(run.Bar)
		Expect(asJSON(run.Subjects)).To(Equal(before))
	})

	It("may happen in steps", func() {
		a, b := runOf("prod", t1, subject("a", "", red)), runOf("prod", t2, subject("a", ""))
		c := runOf("stage", t1, subject("a", "", yellow))
		a.Subjects[0].Position = &finding.Position{File: "f.yaml", Line: 2}
		b.Subjects[0].Position = a.Subjects[0].Position
		c.Subjects[0].Position = a.Subjects[0].Position
		once := finding.Merge([]*finding.Run{a, b, c})
		steps := finding.Merge([]*finding.Run{finding.Merge([]*finding.Run{a, b}), c})
		Expect(asJSON(steps.Subjects)).To(Equal(asJSON(once.Subjects)))
		Expect(steps.Exit).To(Equal(once.Exit))
	})

	It("changes none of its inputs", func() {
		a, b := runOf("prod", t1, subject("a", "", red)), runOf("stage", t2, subject("a", "", yellow))
		a.Subjects[0].Findings[0].Position = &finding.Position{File: "f.yaml", Line: 2}
		before := asJSON([]*finding.Run{a, b})
		finding.Merge([]*finding.Run{a, b})
		Expect(asJSON([]*finding.Run{a, b})).To(Equal(before))
	})

	It("adds up what baselines said", func() {
		a, b := runOf("prod", t1, subject("a", "", red)), runOf("stage", t1, subject("a", "", red, yellow))
		baseline := runOf("", t1, subject("a", "", red))
		a.Compare(baseline)
		b.Compare(baseline)
		run := finding.Merge([]*finding.Run{a, b})
		Expect(run.Baseline.New).To(Equal(1))
		Expect(run.Baseline.Known).To(Equal(2))
	})

	It("counts what is new and known among what stands, not once for every earlier run", func() {
		baseline := runOf("", t1, subject("a", "", red))
		compared := func(run *finding.Run) *finding.Run {
			run.Compare(baseline)
			return run
		}
		run := finding.Merge([]*finding.Run{
			compared(runOf("", t1, subject("a", "", red))),
			compared(runOf("", t2, subject("a", "", red, yellow))),
			compared(runOf("", t3, subject("a", "", yellow))),
		})
		Expect(*run.Baseline).To(Equal(finding.Comparison{At: t1, New: 1, Known: 0, Gone: 1}))
		shards := finding.Merge([]*finding.Run{compared(runOf("", t2, subject("a", "", red))), compared(runOf("", t2, subject("b", "", red)))})
		Expect(*shards.Baseline).To(Equal(finding.Comparison{At: t1, New: 1, Known: 1}))
	})

	It("is the same after it was taken apart and merged again, remarks and baseline too", func() {
		prod, stage := runOf("prod", t1, subject("a", "")), runOf("stage", t1, subject("a", "", red))
		prod.Warnings = []string{"careful"}
		stage.Compare(prod)
		run := finding.Merge([]*finding.Run{prod, stage})
		Expect(run.Baseline.New).To(Equal(1))
		Expect(asJSON(finding.Merge(finding.Split([]*finding.Run{run})))).To(Equal(asJSON(run)))
	})

	It("exits as a part would alone: 3 where nothing of it was verified", func() {
		skipped := finding.Subject{ID: "w", Outcome: finding.OutcomeSkipped}
		dark, fine := runOf("dark", t1, skipped), runOf("fine", t1, subject("a", ""))
		Expect(dark.Exit).To(Equal(finding.ExitUnverified))
		Expect(finding.Merge([]*finding.Run{dark, fine}).Exit).To(Equal(finding.ExitUnverified))
		shard := runOf("fine", t2, skipped)
		Expect(finding.Merge([]*finding.Run{shard, fine}).Exit).To(Equal(finding.ExitOK), "shards are judged together")
	})

	It("says of selections that they are one, also when they are several", func() {
		one, other := runOf("", t1, subject("a", "")), runOf("", t2, subject("a", ""))
		one.Selected, other.Selected = true, true
		run := finding.Merge([]*finding.Run{one, other})
		Expect(run.Selected).To(BeTrue())
		Expect(finding.Split([]*finding.Run{run})[0].Selected).To(BeTrue())
		other.Selected = false
		Expect(finding.Merge([]*finding.Run{one, other}).Selected).To(BeFalse())
	})
})

// BenchmarkMergeShards merges two runs that share no subject: the cost a subject
// must not grow with their number.
func BenchmarkMergeShards(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		var runs []*finding.Run
		for shard, at := range []string{"2031-03-01T08:00:00Z", "2031-03-01T08:05:00Z"} {
			var subjects []finding.Subject
			for i := range n {
				subjects = append(subjects, finding.Subject{ID: fmt.Sprintf("shard%d.list-%d", shard, i), Outcome: finding.OutcomeGreen})
			}
			runs = append(runs, runOf("staging", at, subjects...))
		}
		b.Run(fmt.Sprintf("subjects=%d", 2*n), func(b *testing.B) {
			for b.Loop() {
				if merged := finding.Merge(runs); len(merged.Subjects) != 2*n {
					b.Fatal(len(merged.Subjects))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*2*n), "ns/subject")
		})
	}
}
