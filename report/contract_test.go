package report_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report"
)

// The part of each format that its receivers read, parsed by our own eyes.
type junitDoc struct {
	XMLName                          xml.Name
	Tests, Failures, Errors, Skipped int
	Attrs                            []xml.Attr `xml:",any,attr"`
	Suites                           []struct {
		Attrs []xml.Attr `xml:",any,attr"`
		Cases []struct {
			Class   string `xml:"classname,attr"`
			Name    string `xml:"name,attr"`
			Time    string `xml:"time,attr"`
			File    string `xml:"file,attr"`
			Line    int    `xml:"line,attr"`
			Failure *junitEvent
			Error   *junitEvent `xml:"error"`
			Skipped *junitEvent `xml:"skipped"`
			Fail    *junitEvent `xml:"failure"`
			Out     string      `xml:"system-out"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

type junitEvent struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func attr(attrs []xml.Attr, name string) string {
	for _, a := range attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func number(text string) int {
	GinkgoHelper()
	n, err := strconv.Atoi(text)
	Expect(err).NotTo(HaveOccurred())
	return n
}

func parseJUnit(text string) junitDoc {
	GinkgoHelper()
	var doc junitDoc
	Expect(xml.Unmarshal([]byte(text), &doc)).To(Succeed())
	return doc
}

// expectJUnit holds the rules of every receiver of JUnit XML.
func expectJUnit(text string) junitDoc {
	GinkgoHelper()
	doc := parseJUnit(text)
	Expect(doc.XMLName.Local).To(Equal("testsuites"))
	seen := map[string]bool{}
	sum := map[string]int{}
	for _, suite := range doc.Suites {
		count := map[string]int{"tests": len(suite.Cases)}
		Expect(attr(suite.Attrs, "name")).NotTo(BeEmpty())
		Expect(attr(suite.Attrs, "time")).To(Equal("0.000"))
		for _, c := range suite.Cases {
			Expect(seen[c.Class+"\x00"+c.Name]).To(BeFalse(), "%s %s twice", c.Class, c.Name)
			seen[c.Class+"\x00"+c.Name] = true
			Expect(c.Class).NotTo(BeEmpty())
			Expect(c.Name).NotTo(BeEmpty())
			Expect(c.Time).To(Equal("0.000"))
			Expect(c.File).NotTo(BeEmpty())
			Expect(c.Line).To(BeNumerically(">=", 1))
			events := 0
			for kind, e := range map[string]*junitEvent{"failures": c.Fail, "errors": c.Error, "skipped": c.Skipped} {
				if e != nil {
					events++
					count[kind]++
					Expect(e.Type).NotTo(BeEmpty())
				}
			}
			Expect(events).To(BeNumerically("<=", 1))
		}
		for _, kind := range []string{"tests", "failures", "errors", "skipped"} {
			Expect(number(attr(suite.Attrs, kind))).To(Equal(count[kind]), kind)
			sum[kind] += count[kind]
		}
	}
	for _, kind := range []string{"tests", "failures", "errors", "skipped"} {
		Expect(number(attr(doc.Attrs, kind))).To(Equal(sum[kind]), kind)
	}
	Expect(legalXML.MatchString(text)).To(BeTrue(), "illegal characters")
	Expect(text).NotTo(MatchRegexp(`&#(x?)(0*)([0-8bcef]|1[0-9a-f]|2[0-9]|3[01]);`), "illegal references")
	return doc
}

var legalXML = regexp.MustCompile(`^[\x09\x0A\x0D\x20-\x{D7FF}\x{E000}-\x{FFFD}\x{10000}-\x{10FFFF}]*$`)

type sarifDoc struct {
	Schema  string `json:"$schema"`
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				Name  string
				Rules []struct {
					ID, Name                                string
					ShortDescription, FullDescription, Help struct{ Text string }
					Properties                              struct{ Tags []string }
				}
			}
		}
		AutomationDetails struct{ ID string }
		ColumnKind        string
		Invocations       []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct {
				Level   string
				Message struct{ Text string }
			}
		}
		Results []sarifResult
	}
}

type sarifResult struct {
	RuleID, Level, BaselineState string
	RuleIndex                    int
	Message                      struct{ Text string }
	PartialFingerprints          map[string]string
	Suppressions                 []any
	Locations                    []struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI string }
			Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
		}
	}
}

// expectSARIF holds what code scanning demands.
func expectSARIF(text string) sarifDoc {
	GinkgoHelper()
	var doc sarifDoc
	Expect(json.Unmarshal([]byte(text), &doc)).To(Succeed())
	Expect(doc.Version).To(Equal("2.1.0"))
	Expect(doc.Schema).NotTo(BeEmpty())
	Expect(len(doc.Runs)).To(BeNumerically("~", 10, 10))
	Expect(doc.Runs).NotTo(BeEmpty())
	Expect(text).NotTo(MatchRegexp(`"results": null`))
	Expect(text).NotTo(MatchRegexp(`"(text|uri|name|id|ruleId|level)": ""`), "empty strings")
	categories := map[string]bool{}
	for _, run := range doc.Runs {
		Expect(run.ColumnKind).To(Equal("unicodeCodePoints"))
		category := run.AutomationDetails.ID
		Expect(category).To(HaveSuffix("/"))
		Expect(categories[category]).To(BeFalse(), "category %s twice", category)
		categories[category] = true
		Expect(len(run.Results)).To(BeNumerically("<=", 5000))
		for _, rule := range run.Tool.Driver.Rules {
			Expect(len([]rune(rule.Name))).To(BeNumerically("<=", 255))
			Expect(len([]rune(rule.ShortDescription.Text))).To(BeNumerically("<=", 1024))
			Expect(len([]rune(rule.FullDescription.Text))).To(BeNumerically("<=", 1024))
			Expect(rule.Help.Text).NotTo(BeEmpty())
			Expect(len(rule.Properties.Tags)).To(BeNumerically("<=", 20))
		}
		fingerprints := map[string]bool{}
		worst := "error"
		for _, r := range run.Results {
			expectResult(r, fingerprints)
			Expect(run.Tool.Driver.Rules[r.RuleIndex].ID).To(Equal(r.RuleID))
			Expect(worst == "warning" && r.Level == "error").To(BeFalse(), "errors come first")
			worst = r.Level
		}
	}
	return doc
}

func expectResult(r sarifResult, fingerprints map[string]bool) {
	GinkgoHelper()
	Expect(r.Level).To(BeElementOf("error", "warning"))
	Expect(r.Message.Text).NotTo(BeEmpty())
	Expect(r.Suppressions).To(BeEmpty())
	Expect(r.Locations).To(HaveLen(1))
	place := r.Locations[0].PhysicalLocation
	Expect(place.ArtifactLocation.URI).To(MatchRegexp(`^([A-Za-z0-9\-._~!$&'()*+,;=@/]|%[0-9A-F]{2})+$`))
	Expect(place.ArtifactLocation.URI).NotTo(MatchRegexp(`^/|^\.\./`))
	Expect([]int{place.Region.StartLine, place.Region.StartColumn, place.Region.EndLine, place.Region.EndColumn}).To(HaveEach(BeNumerically(">=", 1)))
	Expect(place.Region.EndLine).To(BeNumerically(">=", place.Region.StartLine))
	hash := r.PartialFingerprints["primaryLocationLineHash"]
	Expect(hash).NotTo(BeEmpty())
	Expect(fingerprints[hash]).To(BeFalse(), "fingerprint twice")
	fingerprints[hash] = true
}

type qualityItem struct {
	Description, Fingerprint, Severity string
	CheckName                          string `json:"check_name"`
	Location                           struct {
		Path  string
		Lines struct{ Begin int }
	}
}

// expectQuality holds GitLab's format.
func expectQuality(text string) []qualityItem {
	GinkgoHelper()
	var items []qualityItem
	Expect(json.Unmarshal([]byte(text), &items)).To(Succeed())
	Expect(text).To(HavePrefix("["))
	seen := map[string]bool{}
	for _, i := range items {
		Expect(i.Severity).To(BeElementOf("info", "minor", "major", "critical", "blocker"))
		Expect(i.Description).NotTo(BeEmpty())
		Expect(i.CheckName).NotTo(BeEmpty())
		Expect(i.Location.Path).NotTo(MatchRegexp(`^(/|\./|$)`))
		Expect(i.Location.Lines.Begin).To(BeNumerically(">=", 1))
		Expect(seen[i.Fingerprint]).To(BeFalse(), "fingerprint twice")
		seen[i.Fingerprint] = true
	}
	return items
}

// expectCommands holds what a step may annotate.
func expectCommands(text string) {
	GinkgoHelper()
	count := map[string]int{}
	last := 0
	order := map[string]int{"error": 1, "warning": 2, "notice": 3}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for _, line := range lines[:len(lines)-1] {
		m := regexp.MustCompile(`^::(error|warning|notice) ((file|line|endLine|col|endColumn|title)=[^:,]*,?)+::[^\r\n]+$`).FindStringSubmatch(line)
		Expect(m).NotTo(BeNil(), line)
		count[m[1]]++
		Expect(order[m[1]]).To(BeNumerically(">=", last), "errors first")
		last = order[m[1]]
	}
	Expect(lines[len(lines)-1]).To(HavePrefix("archverify: "))
	for kind, n := range count {
		Expect(n).To(BeNumerically("<=", 10), kind)
	}
}

// expectMarkdown holds that nothing is cut in its middle.
func expectMarkdown(text string, limit int) {
	GinkgoHelper()
	Expect(len(text)).To(BeNumerically("<=", limit))
	Expect(strings.ToValidUTF8(text, "")).To(Equal(text))
	prose := withoutCode(text)
	Expect(strings.Count(prose, "<details>")).To(Equal(strings.Count(prose, "</details>")))
	Expect(strings.Count(prose, "<summary>")).To(Equal(strings.Count(prose, "</summary>")))
	Expect(strings.Count(prose, "```") % 2).To(Equal(0))
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "| ") {
			Expect(line).To(HaveSuffix(" |\n"), "a whole row")
		}
	}
}

var _ = Describe("what the receiving sides demand", func() {
	for _, r := range runs {
		It(fmt.Sprintf("holds for the %s run", r.name), func() {
			o := report.Options{}
			expectJUnit(render("junit", r.run(), o))
			expectSARIF(render("sarif", r.run(), o))
			expectQuality(render("codequality", r.run(), o))
			expectCommands(render("github", r.run(), o))
			expectMarkdown(render("markdown", r.run(), o), 60_000)
		})
	}

	It("promise 2: every format agrees with the counts of the run", func() {
		run := sample()
		junit := expectJUnit(render("junit", run, report.Options{}))
		Expect(attr(junit.Attrs, "failures")).To(Equal("1"), "one red finding")
		Expect(attr(junit.Attrs, "errors")).To(Equal("2"), "two unverified capabilities")
		Expect(attr(junit.Attrs, "skipped")).To(Equal("1"))
		sarif := expectSARIF(render("sarif", run, report.Options{}))
		Expect(sarif.Runs[0].Results).To(HaveLen(run.Summary.Findings.Red + run.Summary.Findings.Yellow))
		Expect(sarif.Runs[0].Invocations[0].ExecutionSuccessful).To(BeFalse())
		Expect(sarif.Runs[0].Invocations[0].ToolExecutionNotifications).To(HaveLen(1), "one dead backend is one line")
		severities := map[string]int{}
		for _, i := range expectQuality(render("codequality", run, report.Options{})) {
			severities[i.Severity]++
		}
		Expect(severities).To(Equal(map[string]int{"critical": 1, "minor": 2, "major": 2, "info": 2}))
	})

	It("promise 2: yellow passes, and is a failure when it fails the run", func() {
		run := sample()
		run.Seal(finding.Bar{FailOn: finding.Yellow})
		Expect(attr(expectJUnit(render("junit", run, report.Options{})).Attrs, "failures")).To(Equal("3"))
		Expect(render("github", run, report.Options{})).To(ContainSubstring("::error file=services/crumbs/bindings/read-order.binding.yaml"))
	})

	It("promise 1: one identity in every format", func() {
		run := sample()
		id := run.Subjects[0].Findings[0].Identity
		Expect(render("sarif", run, report.Options{})).To(ContainSubstring(`"primaryLocationLineHash": "` + id + `"`))
		Expect(render("codequality", run, report.Options{})).To(ContainSubstring(`"fingerprint": "` + id + `"`))
		for _, format := range []string{"junit", "markdown", "html", "github"} {
			Expect(render(format, run, report.Options{})).To(ContainSubstring(id[:16]), format)
		}
	})

	It("promise 4: positions are seen from the repository root, in every format", func() {
		for _, format := range []string{"junit", "sarif", "codequality", "github", "markdown", "html"} {
			out := render(format, sample(), report.Options{})
			Expect(out).To(ContainSubstring("services/crumbs/bindings/find-loaves.binding.yaml"), format)
			Expect(out).NotTo(MatchRegexp(`[^/]bindings/find-loaves`), format)
		}
		Expect(render("text", sample(), report.Options{})).To(ContainSubstring("crumbs/bindings/find-loaves.binding.yaml:14:7"))
	})

	It("promise 12: a baseline splits every report", func() {
		run := compared()
		Expect(run.Exit).To(Equal(finding.ExitFailed), "a new red finding")
		Expect(render("text", run, report.Options{})).To(ContainSubstring("3 new, 2 already there"))
		for _, format := range []string{"junit", "codequality", "github", "html", "sarif"} {
			Expect(render(format, run, report.Options{})).To(ContainSubstring("already there"), format)
		}
		Expect(render("markdown", run, report.Options{})).To(SatisfyAll(ContainSubstring("**New in this change**"), ContainSubstring("<summary>1 already there</summary>")))
		states := map[string]int{}
		for _, r := range expectSARIF(render("sarif", run, report.Options{})).Runs[0].Results {
			states[r.BaselineState]++
		}
		Expect(states).To(Equal(map[string]int{"new": 2, "unchanged": 1}))
	})

	It("names environments where identities would collide", func() {
		run := environments()
		doc := expectJUnit(render("junit", run, report.Options{}))
		Expect(doc.Suites).To(HaveLen(2))
		Expect(doc.Suites[1].Cases[0].Class).To(Equal("stage.bakery.read-order"))
		Expect(expectSARIF(render("sarif", run, report.Options{})).Runs).To(HaveLen(2))
		Expect(expectQuality(render("codequality", run, report.Options{}))[0].Fingerprint).To(HavePrefix("prod:"))
	})

	It("puts more environments than SARIF may have runs into one run", func() {
		var all []*finding.Run
		for i := range 25 {
			run := sample()
			run.Name = fmt.Sprintf("env%02d", i)
			run.Seal(finding.Bar{})
			all = append(all, run)
		}
		doc := expectSARIF(render("sarif", finding.Merge(all), report.Options{}))
		Expect(doc.Runs).To(HaveLen(1))
		Expect(doc.Runs[0].Results).To(HaveLen(75))
	})

	It("uses the registry's texts for the rules of SARIF", func() {
		entries := map[string]finding.Entry{}
		for _, e := range finding.Entries() {
			entries[e.Name] = e
		}
		doc := expectSARIF(render("sarif", sample(), report.Options{Entries: entries}))
		for _, rule := range doc.Runs[0].Tool.Driver.Rules {
			Expect(rule.FullDescription.Text).To(Equal(entries[rule.ID].Means))
			Expect(rule.Help.Text).To(ContainSubstring(entries[rule.ID].Do))
		}
	})
})

var _ = Describe("promise 7: a run that verified nothing", func() {
	skipped := calm()
	skipped.Subjects = []finding.Subject{bake()}
	skipped.Seal(finding.Bar{})
	empty := &finding.Run{Command: "verify", Root: "m"}
	empty.Seal(finding.Bar{})

	for name, run := range map[string]*finding.Run{"because all was skipped": skipped, "because nothing has a contract": empty} {
		It("never reads as green: "+name, func() {
			for _, format := range []string{"text", "markdown", "html", "github", "codequality", "sarif"} {
				Expect(render(format, run, report.Options{})).To(MatchRegexp(`(?i)nothing (was verified|to verify)`), format)
				Expect(render(format, run, report.Options{})).NotTo(ContainSubstring("🟢"), format)
			}
			doc := expectJUnit(render("junit", run, report.Options{}))
			Expect(doc.Suites[0].Cases).To(HaveLen(1))
			Expect(doc.Suites[0].Cases[0].Skipped).NotTo(BeNil())
			expectQuality(render("codequality", run, report.Options{}))
			expectCommands(render("github", run, report.Options{}))
			expectSARIF(render("sarif", run, report.Options{}))
		})
	}

	It("tells answers from declarations where both were merged", func() {
		run := finding.Merge([]*finding.Run{calm(), changes()})
		Expect(render("text", run, report.Options{})).To(SatisfyAll(
			ContainSubstring("green: both capabilities answer as recorded; and 1 red finding in the declarations\n"),
			HaveSuffix("\n2 of 2 verified: 2 green\n")))
		Expect(render("html", run, report.Options{})).To(ContainSubstring("1 red finding in the declarations"))
	})
})
