package report_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"regexp"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report"
)

// huge is a run with so many findings on so many capabilities, a third each red,
// yellow and note, and one dead backend behind some more.
func huge(findings, capabilities, unverified int) *finding.Run {
	run := calm()
	run.Subjects = nil
	severities := []finding.Severity{finding.Yellow, finding.Note, finding.Red}
	codes := map[finding.Severity]finding.Code{finding.Red: finding.RequiredMissing, finding.Yellow: finding.Gained, finding.Note: finding.Thin}
	for c := range capabilities {
		s := finding.Subject{ID: fmt.Sprintf("bakery.shelf-%04d", c), Kind: finding.SubjectCapability, Effect: "read", Position: at("bindings/shelf.binding.yaml", c+1, 3)}
		for i := c; i < findings; i += capabilities {
			severity := severities[i%3]
			path := fmt.Sprintf("$.loaves[].property%05d.nested", i)
			s.Findings = append(s.Findings, finding.Finding{
				Code: codes[severity], Severity: severity, Path: path, From: "string", To: "null|number", Rows: i % 90, Of: 90,
				Message: "something moved at " + path + " and this is how long such a message usually is", Hint: fmt.Sprintf("Do something about %d.", i%40),
			})
			s.Shape = append(s.Shape, finding.ShapeNode{Path: path, Recorded: "string", Live: "number", State: codes[severity]})
		}
		run.Subjects = append(run.Subjects, s)
	}
	for i := range unverified {
		run.Subjects = append(run.Subjects, tills(fmt.Sprintf("bakery.till-%04d", i)))
	}
	run.Seal(finding.Bar{})
	return run
}

// leftOut is the number in "n more (".
func leftOut(text string) int {
	GinkgoHelper()
	m := regexp.MustCompile(`([\d,]+) more \\?\(`).FindAllStringSubmatch(text, -1)
	if m == nil {
		return 0
	}
	return number(strings.ReplaceAll(m[len(m)-1][1], ",", ""))
}

var _ = Describe("promise 5: budgets", func() {
	It("10,000 findings give every format within its limits", func() {
		long()
		run := huge(10_000, 200, 40)
		o := report.Options{Full: "report.html"}
		expectMarkdown(render("markdown", run, o), report.CommentBytes)
		o.Bytes = report.SummaryBytes
		expectMarkdown(render("markdown", run, o), 1<<20)
		expectCommands(render("github", run, o))
		Expect(expectJUnit(render("junit", run, o)).Suites[0].Cases).To(HaveLen(6667 + 40))
		Expect(expectQuality(render("codequality", run, o))).To(HaveLen(10_000 + 40))
		sarif := render("sarif", run, o)
		expectSARIF(sarif)
		Expect(gzipped(sarif)).To(BeNumerically("<", 10_000_000))
		Expect(len(render("html", run, o))).To(BeNumerically("<", 30_000_000))
		render("text", run, o)
		render("json", run, o)
	})

	It("10,000 findings of one capability, and 10,000 dead ones, as well", func() {
		long()
		for _, run := range []*finding.Run{huge(10_000, 1, 0), huge(0, 0, 10_000)} {
			for _, format := range report.Formats() {
				render(format, run, report.Options{})
			}
			expectMarkdown(render("markdown", run, report.Options{}), report.CommentBytes)
			expectCommands(render("github", run, report.Options{}))
		}
	})

	It("FC-39 keeps a comment of 900 findings within its limit, worst first, and says what is missing", func() {
		run := huge(900, 30, 0)
		out := render("markdown", run, report.Options{})
		expectMarkdown(out, 60_000)
		Expect(strings.LastIndex(out, "| 🔴")).To(BeNumerically("<", strings.Index(out, "| 🟡")))
		lines := strings.Split(strings.TrimSpace(out), "\n")
		Expect(lines[len(lines)-1]).To(MatchRegexp(`^[\d,]+ more \(.*\) in the job summary / artifact$`))
	})

	It("counts what it left out honestly", func() {
		for _, size := range []int{10, 60, 300, 900, 3000, 10_000} {
			run := huge(size, 7, 0)
			out := render("markdown", run, report.Options{})
			rows := strings.Count(out, "\n| 🔴") + strings.Count(out, "\n| 🟡")
			notes := strings.Count(out, "\n- ℹ️")
			Expect(rows+notes+leftOut(out)).To(Equal(size), "of %d", size)
		}
	})

	It("shows every red before the first yellow is shown, in every limit", func() {
		run := huge(900, 30, 0)
		for limit := 4_000; limit < 80_000; limit += 4_000 {
			out := render("markdown", run, report.Options{Bytes: limit})
			expectMarkdown(out, limit)
			if strings.Contains(out, "\n| 🟡") {
				Expect(strings.Count(out, "\n| 🔴")).To(Equal(300), "within %d", limit)
			}
		}
	})

	It("one dead backend is one line, not forty", func() {
		run := huge(0, 0, 40)
		Expect(strings.Count(render("github", run, report.Options{}), "::error")).To(Equal(1))
		Expect(strings.Count(render("text", run, report.Options{}), "connection refused")).To(Equal(1))
		Expect(strings.Count(render("markdown", run, report.Options{}), "connection refused")).To(Equal(1))
		Expect(strings.Count(render("html", run, report.Options{}), "connection refused")).To(Equal(1))
		Expect(strings.Count(render("sarif", run, report.Options{}), "connection refused")).To(Equal(1))
	})

	It("the same change on forty capabilities is one row", func() {
		run := calm()
		run.Subjects = nil
		for i := range 40 {
			s := ovens()
			s.ID, s.Outcome = fmt.Sprintf("bakery.shelf-%d", i), ""
			s.Findings = []finding.Finding{{Code: finding.Gained, Severity: finding.Yellow, Path: "$.trace", To: "string", Message: "the answer gained a field"}}
			run.Subjects = append(run.Subjects, s)
		}
		run.Seal(finding.Bar{})
		out := render("markdown", run, report.Options{})
		Expect(strings.Count(out, "\n| 🟡")).To(Equal(1))
		Expect(out).To(ContainSubstring("and 37 more"))
		Expect(strings.Count(render("github", run, report.Options{}), "::warning")).To(Equal(1))
	})

	It("the last command of a kind says how many there are more", func() {
		out := render("github", huge(90, 3, 0), report.Options{Full: "report.html"})
		Expect(out).To(ContainSubstring("::error title=21 more::21 more of this kind in report.html\n"))
		Expect(strings.Count(out, "::error")).To(Equal(10))
	})

	It("SARIF keeps the 5,000 most severe and says how many it left out", func() {
		run := huge(10_000, 200, 0)
		doc := expectSARIF(render("sarif", run, report.Options{}))
		Expect(doc.Runs[0].Results).To(HaveLen(5000))
		notifications := doc.Runs[0].Invocations[0].ToolExecutionNotifications
		Expect(notifications).To(HaveLen(1))
		Expect(leftOut(notifications[0].Message.Text)).To(Equal(run.Summary.Findings.Red + run.Summary.Findings.Yellow - 5000))
		Expect(doc.Runs[0].Invocations[0].ExecutionSuccessful).To(BeTrue())
	})

	It("the page cuts a vast shape, but nothing that moved", func() {
		run := calm()
		s := &run.Subjects[0]
		for i := range 20_000 {
			n := finding.ShapeNode{Path: fmt.Sprintf("$.k%05d", i), Recorded: "string", Live: "string"}
			if i%4000 == 0 {
				n.State = finding.Retyped
			}
			s.Shape = append(s.Shape, n)
		}
		out := render("html", run, report.Options{})
		Expect(len(out)).To(BeNumerically("<", 1_000_000))
		Expect(strings.Count(out, `class="badge yellow">retyped`)).To(Equal(5))
		Expect(out).To(ContainSubstring("left out"))
	})
})

// long leaves a test out of short runs, such as those with the race detector.
func long() {
	GinkgoHelper()
	if testing.Short() {
		Skip("short run")
	}
}

func gzipped(text string) int {
	GinkgoHelper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := z.Write([]byte(text))
	Expect(err).NotTo(HaveOccurred())
	Expect(z.Close()).To(Succeed())
	return out.Len()
}

// BenchmarkFormats renders 10,000 findings of 200 capabilities in every format.
func BenchmarkFormats(b *testing.B) {
	run := huge(10_000, 200, 40)
	for _, format := range report.Formats() {
		b.Run(format, func(b *testing.B) {
			for b.Loop() {
				if _, err := report.Render(format, run, report.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
