package report_test

import (
	"strings"

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

var _ = It("says in Markdown how many a cause concerns, and what to do about it, once", func() {
	run := &finding.Run{Command: "verify"}
	for _, id := range []string{"bakery.a", "bakery.b", "bakery.c"} {
		run.Subjects = append(run.Subjects, finding.Subject{
			ID: id, Kind: finding.SubjectCapability, Outcome: finding.OutcomeUnverified, Reason: finding.EnvMissing, Detail: "LEDGER_URL is not set",
		})
	}
	run.Seal(finding.Bar{})
	o := report.Options{Entries: map[string]finding.Entry{"env-missing": {Do: "Set the variable for this job."}}}
	out, err := report.Render("markdown", run, o)
	Expect(err).NotTo(HaveOccurred())
	text := strings.ReplaceAll(string(out), `\`, "")
	Expect(text).To(ContainSubstring("3 capabilities: LEDGER_URL is not set (`env-missing`) – `bakery.a`, `bakery.b`, `bakery.c`<br>Set the variable for this job."))
	Expect(strings.Count(text, "Set the variable")).To(Equal(1))
})
