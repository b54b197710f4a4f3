package report_test

import (
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report"
)

// runs are the sample runs that every format is tried on.
var runs = []struct {
	name string
	run  func() *finding.Run
}{
	{"sample", sample}, {"calm", calm}, {"diff", changes}, {"environments", environments}, {"compared", compared}, {"renamed", renamed},
	{"empty", func() *finding.Run {
		run := &finding.Run{Command: "verify"}
		run.Seal(finding.Bar{})
		return run
	}},
}

var suffixes = map[string]string{
	"text": ".txt", "json": ".json", "junit": ".xml", "sarif": ".sarif", "markdown": ".md", "html": ".html", "github": ".txt", "codequality": ".json",
}

func render(format string, run *finding.Run, o report.Options) string {
	GinkgoHelper()
	out, err := report.Render(format, run, o)
	Expect(err).NotTo(HaveOccurred())
	return string(out)
}

var _ = Describe("formats", func() {
	It("knows them all", func() {
		Expect(report.Formats()).To(Equal(strings.Fields("text json junit sarif markdown html github codequality")))
	})

	It("refuses others, and says which there are", func() {
		_, err := report.Render("pdf", sample(), report.Options{})
		Expect(err).To(MatchError(`unknown report format "pdf": one of text, json, junit, sarif, markdown, html, github, codequality`))
	})

	for _, format := range report.Formats() {
		for _, r := range runs {
			It(format+" of "+r.name+" is as before, and the same twice", func() {
				got := render(format, r.run(), report.Options{Full: "report.html"})
				Expect(render(format, r.run(), report.Options{Full: "report.html"})).To(Equal(got))
				expectGolden(format+"/"+r.name+suffixes[format], []byte(got))
			})
		}
	}

	It("never changes the run", func() {
		for _, format := range report.Formats() {
			run := environments()
			before := render("json", run, report.Options{})
			render(format, run, report.Options{})
			Expect(render("json", run, report.Options{})).To(Equal(before), format)
		}
	})

	DescribeTable("SARIF: the tool's version begins with a number", func(version, want string) {
		run := sample()
		run.Tool.Version = version
		Expect(render("sarif", run, report.Options{})).To(ContainSubstring(`"version": "` + want + `"`))
	},
		Entry("a release", "v1.2.3", "1.2.3"),
		Entry("a build without one", "devel", "0.0.0-devel"),
		Entry("none", "", "0.0.0"),
	)

	It("SARIF: a run is of one category, alone and merged with others", func() {
		named, other, plain := sample(), sample(), changes()
		named.Name, other.Root = "stage", "services/other"
		merged := render("sarif", finding.Merge([]*finding.Run{named, other, plain}), report.Options{})
		for _, run := range []*finding.Run{named, other, plain} {
			id := regexp.MustCompile(`"id": "archverify/[^"]*"`).FindString(render("sarif", run, report.Options{}))
			Expect(strings.Count(merged, id)).To(Equal(1), id)
		}
	})

	It("says a long path once: the message holds it, cut as it is", func() {
		run := sample()
		long, cut := "$.loaves[]."+strings.Repeat("k", 100), "$.loaves[]."+strings.Repeat("k", 63)+"…"
		run.Subjects[0].Findings = []finding.Finding{{Code: finding.Gained, Severity: finding.Yellow, Path: long, To: "string", Message: cut + " was never recorded"}}
		run.Seal(finding.Bar{})
		Expect(strings.Count(render("github", run, report.Options{}), cut)).To(Equal(1))
	})
})
