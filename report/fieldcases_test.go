package report_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report"
)

var _ = Describe("cases from the field", func() {
	It("FC-32 a result without a file is anchored, a path with blanks encoded", func() {
		run := &finding.Run{
			Command: "doctor",
			Subjects: []finding.Subject{
				{ID: "bakery.find-loaves", Kind: finding.SubjectCapability, Findings: []finding.Finding{{
					Code: "shape-stale", Severity: finding.Yellow, Path: "contract.shape", Message: "stale",
					Position: &finding.Position{File: "our bindings/find loaves (new) ü%.binding.yaml", Line: 12},
				}}},
				{ID: "", Kind: finding.SubjectManifest, Findings: []finding.Finding{{Code: "env-missing", Severity: finding.Red, Path: "", Message: "not set"}}},
			},
		}
		run.Seal(finding.Bar{})
		results := expectSARIF(render("sarif", run, report.Options{})).Runs[0].Results
		Expect(results).To(HaveLen(2))
		anchored := results[0].Locations[0].PhysicalLocation
		Expect(anchored.ArtifactLocation.URI).To(Equal("capabilities.yaml"))
		Expect(anchored.Region.StartLine).To(Equal(1))
		Expect(results[1].Locations[0].PhysicalLocation.ArtifactLocation.URI).To(Equal("our%20bindings/find%20loaves%20(new)%20%C3%BC%25.binding.yaml"))
		expectQuality(render("codequality", run, report.Options{}))
		expectJUnit(render("junit", run, report.Options{}))
	})

	DescribeTable("FC-32 a path that leaves the repository is pulled back into it", func(file, uri string) {
		run := calm()
		run.Root = ""
		run.Subjects[0].Findings = []finding.Finding{{Code: finding.Gained, Severity: finding.Yellow, Path: "$.a", Position: &finding.Position{File: file, Line: 1}}}
		run.Seal(finding.Bar{})
		result := expectSARIF(render("sarif", run, report.Options{})).Runs[0].Results[0]
		Expect(result.Locations[0].PhysicalLocation.ArtifactLocation.URI).To(Equal(uri))
	},
		Entry("absolute", "/srv/m/a.yaml", "srv/m/a.yaml"),
		Entry("above", "../../a.yaml", "a.yaml"),
		Entry("a colon", "a:b.yaml", "a%3Ab.yaml"),
	)

	It("FC-37 twenty findings are twenty cases, and every verified capability has one", func() {
		run := huge(20, 4, 0)
		run.Subjects = append(run.Subjects, ovens())
		run.Seal(finding.Bar{})
		doc := expectJUnit(render("junit", run, report.Options{}))
		passed := 0
		for _, c := range doc.Suites[0].Cases {
			if c.Name == "contract" {
				passed++
			}
		}
		Expect(passed).To(Equal(1))
		Expect(doc.Suites[0].Cases).To(HaveLen(run.Summary.Findings.Red + run.Summary.Findings.Yellow + 1))
	})
})
