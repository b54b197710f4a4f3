package finding_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"pgregory.net/rapid"

	"github.com/archverify/archverify/finding"
)

var _ = Describe("promise 1: identity", func() {
	base := finding.Finding{Code: finding.Retyped, Severity: finding.Yellow, Path: "$.a", From: "string", To: "null|number"}

	It("is the SHA-256 of the JSON array", func() {
		text, err := json.Marshal([]string{"v1", "verify", "retyped", "shop.find", "$.a", "string", "null|number"})
		Expect(err).NotTo(HaveOccurred())
		sum := sha256.Sum256(text)
		Expect(finding.Identify("verify", "shop.find", base)).To(Equal(hex.EncodeToString(sum[:])))
		Expect(finding.ShortIdentity(finding.Identify("verify", "shop.find", base))).To(HaveLen(16))
	})

	DescribeTable("does not depend on", func(change func(*finding.Finding)) {
		f := base
		change(&f)
		Expect(finding.Identify("verify", "s", f)).To(Equal(finding.Identify("verify", "s", base)))
	},
		Entry("the position", func(f *finding.Finding) { f.Position = &finding.Position{File: "x", Line: 9} }),
		Entry("the message", func(f *finding.Finding) { f.Message = "other" }),
		Entry("the request", func(f *finding.Finding) { f.Request = 3 }),
		Entry("the rows", func(f *finding.Finding) { f.Rows, f.Of = 1, 2 }),
		Entry("the severity", func(f *finding.Finding) { f.Severity = finding.Red }),
		Entry("the field", func(f *finding.Finding) { f.Field = "a" }),
		Entry("the state", func(f *finding.Finding) { f.State = finding.StateNew }),
	)

	It("depends on everything else, and on where one part ends", func() {
		rapid.Check(GinkgoT(), func(t *rapid.T) {
			draw := func() (string, string, finding.Finding) {
				text := rapid.StringOfN(rapid.RuneFrom([]rune(`ab",[]`)), 0, 3, -1)
				f := finding.Finding{Code: finding.Code(text.Draw(t, "code")), Path: text.Draw(t, "path"), From: text.Draw(t, "from"), To: text.Draw(t, "to")}
				return text.Draw(t, "family"), text.Draw(t, "subject"), f
			}
			family1, subject1, f1 := draw()
			family2, subject2, f2 := draw()
			same := family1 == family2 && subject1 == subject2 && f1.Code == f2.Code && f1.Path == f2.Path && f1.From == f2.From && f1.To == f2.To
			if (finding.Identify(family1, subject1, f1) == finding.Identify(family2, subject2, f2)) != same {
				t.Fatalf("%q %q %+v and %q %q %+v", family1, subject1, f1, family2, subject2, f2)
			}
		})
	})
})

var _ = Describe("positions", func() {
	DescribeTable("promise 4: seen from the repository root", func(file, root, want string) {
		Expect(finding.Position{File: file, Line: 1}.In(root).File).To(Equal(want))
	},
		Entry("below the root", "a.binding.yaml", "services/stays/manifests", "services/stays/manifests/a.binding.yaml"),
		Entry("the manifest is the root", "bindings/a.yaml", "", "bindings/a.yaml"),
		Entry("with backslashes", `bindings\a.yaml`, `services\x`, "services/x/bindings/a.yaml"),
		Entry("with a dot", "./a.yaml", "./m/", "m/a.yaml"),
		Entry("absolute stays", "/w/repo/a.yaml", "m", "/w/repo/a.yaml"),
		Entry("a drive stays", `C:\w\a.yaml`, "m", "C:/w/a.yaml"),
		Entry("none", "", "m", ""),
	)

	DescribeTable("whole regions", func(in, want finding.Position) { Expect(in.Whole()).To(Equal(want)) },
		Entry("nothing known", finding.Position{}, finding.Position{Line: 1, Column: 1, EndLine: 1, EndColumn: 1}),
		Entry("only a line", finding.Position{Line: 4}, finding.Position{Line: 4, Column: 1, EndLine: 4, EndColumn: 1}),
		Entry("an end before the start", finding.Position{Line: 4, Column: 9, EndLine: 2, EndColumn: 3}, finding.Position{Line: 4, Column: 9, EndLine: 4, EndColumn: 9}),
		Entry("several lines", finding.Position{Line: 4, Column: 9, EndLine: 6, EndColumn: 3}, finding.Position{Line: 4, Column: 9, EndLine: 6, EndColumn: 3}),
	)

	It("FC-32 fall back to the subject, then to the declaration file", func() {
		own, subject := &finding.Position{File: "b.yaml", Line: 3}, &finding.Position{File: "s.yaml", Line: 2}
		Expect(finding.Subject{Position: subject}.Place(finding.Finding{Position: own}, "m").File).To(Equal("m/b.yaml"))
		Expect(finding.Subject{Position: subject}.Place(finding.Finding{}, "m").File).To(Equal("m/s.yaml"))
		place := finding.Subject{}.Place(finding.Finding{}, "m")
		Expect(place.File).To(Equal("m/capabilities.yaml"))
		Expect(place.Line).To(Equal(1))
	})
})

func subject(id string, outcome finding.Outcome, findings ...finding.Finding) finding.Subject {
	return finding.Subject{ID: id, Kind: finding.SubjectCapability, Outcome: outcome, Findings: findings}
}

func found(code finding.Code, severity finding.Severity, path string) finding.Finding {
	return finding.Finding{Code: code, Severity: severity, Path: path, Message: string(code)}
}

func sealed(bar finding.Bar, subjects ...finding.Subject) *finding.Run {
	run := &finding.Run{Command: "verify", Subjects: subjects}
	run.Seal(bar)
	return run
}

var _ = Describe("sealing", func() {
	It("VR7.9 orders by severity, registry, path bytes and field, whatever the order was", func() {
		want := []finding.Finding{
			found(finding.RequiredMissing, finding.Red, "$.z"),
			found(finding.RequiredWrongType, finding.Red, "$.a"),
			found(finding.Gained, finding.Yellow, "$.a"),
			found(finding.Gained, finding.Yellow, "$.b"),
			found(finding.Lost, finding.Yellow, "$.a"),
			found(finding.Thin, finding.Note, "$.a"),
		}
		rapid.Check(GinkgoT(), func(t *rapid.T) {
			run := sealed(finding.Bar{}, subject("a", "", rapid.Permutation(want).Draw(t, "order")...))
			for i, f := range run.Subjects[0].Findings {
				if f.Code != want[i].Code || f.Path != want[i].Path {
					t.Fatalf("place %d: %s %s", i, f.Code, f.Path)
				}
			}
		})
	})

	It("never lets two findings of one subject share an identity; the worse stays", func() {
		run := sealed(finding.Bar{}, subject("a", "", found(finding.Gained, finding.Yellow, "$.a"), found(finding.Gained, finding.Red, "$.a"), found(finding.Gained, finding.Yellow, "$.b")))
		Expect(run.Subjects[0].Findings).To(HaveLen(2))
		Expect(run.Subjects[0].Findings[0].Severity).To(Equal(finding.Red))
	})

	It("changes nothing the second time", func() {
		run := sealed(finding.Bar{FailOn: finding.Yellow}, subject("b", "", found(finding.Lost, finding.Yellow, "$.b"), found(finding.Gained, finding.Yellow, "$.a")), subject("a", finding.OutcomeUnverified))
		run.Summary.WithoutContract = 3
		run.Seal(finding.Bar{FailOn: finding.Yellow})
		before, err := json.Marshal(run)
		Expect(err).NotTo(HaveOccurred())
		run.Seal(finding.Bar{FailOn: finding.Yellow})
		after, err := json.Marshal(run)
		Expect(err).NotTo(HaveOccurred())
		Expect(after).To(Equal(before))
	})

	It("keeps the order of subjects, counts them, and is incomplete with something unverified", func() {
		run := sealed(finding.Bar{}, subject("c", ""), subject("a", "", found(finding.Gained, finding.Yellow, "$")), subject("b", finding.OutcomeUnverified), subject("d", finding.OutcomeSkipped))
		Expect([]string{run.Subjects[0].ID, run.Subjects[1].ID}).To(Equal([]string{"c", "a"}))
		Expect(run.Summary).To(Equal(finding.Summary{Green: 1, Yellow: 1, Unverified: 1, Skipped: 1, Findings: finding.FindingSummary{Yellow: 1}}))
		Expect(run.Complete).To(BeFalse())
		Expect(run.Summary.Judged()).To(Equal(2))
		Expect(run.Summary.Asked()).To(Equal(3))
	})

	It("never calls green what holds a red finding", func() {
		Expect(sealed(finding.Bar{}, subject("a", finding.OutcomeGreen, found(finding.NotJSON, finding.Red, "$"))).Subjects[0].Outcome).To(Equal(finding.OutcomeRed))
	})

	It("writes arrays, never null", func() {
		data, err := json.Marshal(sealed(finding.Bar{}))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(data)).To(ContainSubstring(`"subjects":[]`))
		data, err = json.Marshal(sealed(finding.Bar{}, subject("a", "")))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(data)).To(ContainSubstring(`"findings":[]`))
	})

	red, yellow, note := found(finding.NotJSON, finding.Red, "$"), found(finding.Gained, finding.Yellow, "$"), found(finding.Thin, finding.Note, "$")
	known := yellow
	known.State = finding.StateKnown
	fresh := red
	fresh.State = finding.StateNew
	DescribeTable("VR7.17 exits", func(bar finding.Bar, want int, subjects ...finding.Subject) {
		Expect(sealed(bar, subjects...).Exit).To(Equal(want))
	},
		Entry("nothing has a contract", finding.Bar{}, finding.ExitOK),
		Entry("green", finding.Bar{}, finding.ExitOK, subject("a", "")),
		Entry("yellow", finding.Bar{}, finding.ExitOK, subject("a", "", yellow)),
		Entry("yellow, strict", finding.Bar{FailOn: finding.Yellow}, finding.ExitFailed, subject("a", "", yellow)),
		Entry("a note, strict", finding.Bar{FailOn: finding.Yellow}, finding.ExitOK, subject("a", "", note)),
		Entry("red", finding.Bar{}, finding.ExitFailed, subject("a", "", red)),
		Entry("unverified", finding.Bar{}, finding.ExitUnverified, subject("a", ""), subject("b", finding.OutcomeUnverified)),
		Entry("unverified, allowed", finding.Bar{AllowUnverified: true}, finding.ExitOK, subject("a", ""), subject("b", finding.OutcomeUnverified)),
		Entry("red beats unverified", finding.Bar{}, finding.ExitFailed, subject("a", finding.OutcomeUnverified), subject("b", "", red)),
		Entry("red although unverified is allowed", finding.Bar{AllowUnverified: true}, finding.ExitFailed, subject("a", finding.OutcomeUnverified), subject("b", "", red)),
		Entry("failing yellow beats unverified", finding.Bar{FailOn: finding.Yellow}, finding.ExitFailed, subject("a", finding.OutcomeUnverified), subject("b", "", yellow)),
		Entry("VR7.19 nothing but skipped is no success", finding.Bar{}, finding.ExitUnverified, subject("a", finding.OutcomeSkipped)),
		Entry("promise 12: known yellow", finding.Bar{FailOn: finding.Yellow, OnlyNew: true}, finding.ExitOK, subject("a", "", known)),
		Entry("promise 12: new red", finding.Bar{OnlyNew: true}, finding.ExitFailed, subject("a", "", fresh)),
		Entry("promise 12: without a baseline nothing is new", finding.Bar{OnlyNew: true}, finding.ExitOK, subject("a", "", red)),
	)

	DescribeTable("promise 6: of two exit codes", func(a, b, want int) {
		Expect(finding.WorseExit(a, b)).To(Equal(want))
		Expect(finding.WorseExit(b, a)).To(Equal(want))
	},
		Entry("2 before 1", 2, 1, 2),
		Entry("1 before 3", 1, 3, 1),
		Entry("3 before 4", 3, 4, 3),
		Entry("4 before 0", 4, 0, 4),
		Entry("130 before all", 130, 2, 130),
		Entry("equal", 3, 3, 3),
	)
})

var _ = Describe("promise 12: comparing with a baseline", func() {
	It("marks by identity alone, and counts", func() {
		before := sealed(finding.Bar{}, subject("a", "", found(finding.Gained, finding.Yellow, "$.a"), found(finding.Lost, finding.Yellow, "$.gone")))
		now := found(finding.Gained, finding.Yellow, "$.a")
		now.Message, now.Position = "in other words", &finding.Position{File: "moved.yaml", Line: 99}
		run := sealed(finding.Bar{}, subject("a", "", now, found(finding.Gained, finding.Yellow, "$.b")))
		run.Compare(before)
		states := []string{}
		for _, f := range run.Subjects[0].Findings {
			states = append(states, f.State)
		}
		Expect(states).To(Equal([]string{finding.StateKnown, finding.StateNew}))
		Expect(*run.Baseline).To(Equal(finding.Comparison{New: 1, Known: 1, Gone: 1}))
	})

	It("promise 7: what was not asked is not gone", func() {
		before := sealed(finding.Bar{}, subject("a", "", found(finding.Gained, finding.Yellow, "$.a")), subject("b", "", found(finding.Gained, finding.Yellow, "$.b")))
		run := sealed(finding.Bar{}, subject("a", finding.OutcomeUnverified))
		run.Compare(before)
		Expect(run.Baseline.Gone).To(Equal(0))
	})
})

var _ = Describe("closed sets", func() {
	It("rank severities and outcomes, worst first", func() {
		Expect(finding.Red.Worse(finding.Yellow)).To(BeTrue())
		Expect(finding.Note.Worse(finding.Yellow)).To(BeFalse())
		Expect(finding.Severity("?").Rank()).To(BeNumerically(">", finding.Note.Rank()))
		Expect(finding.Outcomes()[0]).To(Equal(finding.OutcomeRed))
		judged := slices.DeleteFunc(finding.Outcomes(), func(o finding.Outcome) bool { return !o.Judged() })
		Expect(judged).To(ConsistOf(finding.OutcomeRed, finding.OutcomeYellow, finding.OutcomeGreen))
	})

	DescribeTable("VR0.12 JSON strings", func(in, want string) {
		Expect(string(finding.AppendJSONString(nil, in))).To(Equal(want))
	},
		Entry("quote and backslash", `a"\`, `"a\"\\"`),
		Entry("controls", "\b\f\n\r\t\x00\x1f\x7f", "\"\\b\\f\\n\\r\\t\\u0000\\u001f\x7f\""),
		Entry("raw", "<>&\u2028é😀", "\"<>&\u2028é😀\""),
		Entry("broken", "\xff", "\"\ufffd\""),
	)
})
