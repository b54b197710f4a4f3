package report_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report"
)

var _ = DescribeTable("a code that two commands know is explained by the one that found it", func(command, says, not string) {
	run := &finding.Run{Command: command, Subjects: []finding.Subject{{
		ID: "bakery.list-loaves", Kind: finding.SubjectCapability,
		Findings: []finding.Finding{{Code: "stale", Severity: finding.Yellow, Path: "$", Message: "something is old"}},
	}}}
	run.Seal(finding.Bar{})
	o := report.Options{Entries: map[string]finding.Entry{
		"stale":        {Title: "plain title", Means: "Plain meaning.", Do: "Do the plain thing."},
		"doctor/stale": {Title: "doctor's title", Means: "Doctor's meaning.", Do: "Do the doctor's thing."},
	}}
	for _, format := range []string{"sarif", "markdown", "html"} {
		out, err := report.Render(format, run, o)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(out)).To(MatchRegexp(says), format)
		Expect(string(out)).NotTo(MatchRegexp(not), format)
	}
},
	Entry("doctor", "doctor", "Do the doctor.{1,8}s thing", "Do the plain thing"),
	Entry("verify", "verify", "Do the plain thing", "Do the doctor.{1,8}s thing"),
)
