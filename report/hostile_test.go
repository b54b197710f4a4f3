package report_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/report"
)

// hostileNames are key names that a backend may choose.
var hostileNames = map[string]string{
	"markup":            `<script>alert(1)</script><img src=x onerror=alert(1)>"'&`,
	"markdown":          "**bold** [link](https://evil.example/) ![image](https://evil.example/i.png) `code` | cell | _x_ ~y~ $z$",
	"mention":           "@octocat and @org/team",
	"reference":         "#1 and GH-2 and org/repo#3 and 0123456789abcdef0123456789abcdef01234567",
	"link":              "https://evil.example/ www.evil.example a@evil.example :smile:",
	"ANSI":              "\x1b[31mred\x1b[0m \x1b]8;;https://evil.example\x07click\x1b]8;;\x07",
	"bidi":              "price\u202etxt.exe\u2066\u2069\u200f",
	"invisible":         "pri\u200bce\ufeff\U000e0041",
	"control":           "a\x00b\x07c\x7fd\u0085e\u2028f",
	"workflow command":  "\n::error file=x::owned\n::set-output name=x::y\r\n##[error]owned ##vso[task.setvariable variable=x]y",
	"leading command":   "::warning::owned",
	"formula":           "=cmd|' /C calc'!A0",
	"formula at":        "@SUM(1+1)*cmd|' /C calc'!A0",
	"section end":       "]]> --> </style></script></details></summary> ```",
	"illegal XML":       "\ufffe\uffff\x0b\ufdd0",
	"backslashes":       `\`,
	"pipes and ticks":   "a|b``c```d|",
	"percent":           "100%25 %0A %3A,:",
	"long":              strings.Repeat("long", 1250),
	"long of marks":     strings.Repeat("@#<|", 1250),
	"template":          "{{.}} ${{ secrets.X }} {% raw %}",
	"empty":             "",
	"blank":             "   ",
	"broken characters": "a\xffb\xc3",
}

// hostile is a run in which every foreign text is that name.
func hostile(name string) *finding.Run {
	path := "$.rows[]['" + strings.ReplaceAll(strings.ReplaceAll(name, `\`, `\\`), "'", `\'`) + "']"
	run := &finding.Run{
		Tool: finding.Tool{Name: "archverify", Version: "1"}, Command: "verify", Manifest: "m", Root: "m",
		Subjects: []finding.Subject{
			{
				ID: "bakery.find-loaves", Kind: finding.SubjectCapability, Effect: "read", Detail: name,
				Findings: []finding.Finding{
					{Code: finding.Gained, Severity: finding.Yellow, Path: path, To: name, Message: "the answer gained " + path, Hint: name},
					{Code: finding.RequiredMissing, Severity: finding.Red, Path: path, Field: name, From: name, Message: name, Affects: []string{name}},
					{Code: finding.Thin, Severity: finding.Note, Path: path, Message: name},
				},
				UndeclaredNested: []string{name},
				Requests:         []finding.Request{{Method: "GET", URL: "${URL}/" + name, Headers: []finding.Header{{Name: "x", Value: name}}}},
				Shape:            []finding.ShapeNode{{Path: "$", Recorded: "object", Live: "object"}, {Path: path, Live: name, State: finding.Gained, Field: name}},
			},
			{ID: "bakery.list-tills", Kind: finding.SubjectCapability, Effect: "read", Outcome: finding.OutcomeUnverified, Reason: finding.Refused, Detail: name},
			{ID: "bakery.bake-loaf", Kind: finding.SubjectCapability, Effect: "write", Outcome: finding.OutcomeSkipped, Detail: name},
			{ID: name, Kind: finding.SubjectResource, Detail: name},
		},
		Warnings: []string{name},
	}
	run.Seal(finding.Bar{})
	return run
}

// inert holds what is true of hostile text in every format for people.
func inert(format, out string) {
	GinkgoHelper()
	for _, r := range out {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			Fail(fmt.Sprintf("%s holds %U", format, r))
		}
	}
	Expect(out).NotTo(MatchRegexp(`##(vso)?\[`), format)
	if format != "github" {
		for line := range strings.Lines(out) {
			Expect(strings.TrimLeft(line, " \t")).NotTo(HavePrefix("::"), format)
		}
	}
	Expect(out).NotTo(ContainSubstring(strings.Repeat("long", 65)), "%s: names are cut", format)
}

var _ = Describe("promise 10: hostile key names", func() {
	for name, text := range hostileNames {
		It("do nothing: "+name, func() {
			run := hostile(text)
			o := report.Options{}
			for _, format := range []string{"text", "junit", "sarif", "markdown", "html", "github", "codequality"} {
				inert(format, render(format, run, o))
			}
			expectJUnit(render("junit", run, o))
			expectSARIF(render("sarif", run, o))
			expectQuality(render("codequality", run, o))
			expectCommands(render("github", run, o))
			expectMarkdown(render("markdown", run, o), 60_000)
			expectInertMarkdown(render("markdown", run, o))
			expectInertHTML(render("html", run, o))
			for columns := 20; columns < 120; columns += 33 {
				out := render("text", run, report.Options{Style: termtext.Style{Columns: columns}})
				inert("text", out)
				for line := range strings.Lines(out) {
					Expect(termtext.Width(strings.TrimSuffix(line, "\n"))).To(BeNumerically("<=", columns))
				}
			}
		})

		It("stay whole in JSON: "+name, func() {
			if name == "broken characters" {
				Skip("JSON cannot hold them")
			}
			run := hostile(text)
			out := render("json", run, report.Options{})
			Expect(out).NotTo(MatchRegexp(`##(vso)?\[`))
			back, err := report.ReadRun([]byte(out))
			Expect(err).NotTo(HaveOccurred())
			Expect(back.Subjects[0].Findings).To(Equal(run.Subjects[0].Findings))
			verify, err := report.VerifyJSON(run, false)
			Expect(err).NotTo(HaveOccurred())
			Expect(json.Valid(verify)).To(BeTrue())
			Expect(string(verify)).NotTo(MatchRegexp(`##(vso)?\[`))
		})
	}

	It("FC-36 can be read in JUnit, with what XML forbids made visible", func() {
		run := calm()
		run.Subjects[0].Findings = []finding.Finding{{
			Code: finding.Retyped, Severity: finding.Red, Path: "$['a<b&c']", From: "string", To: "number",
			Message: "backend said \x1b[31mno\x1b[0m \x00 ]]> \ufffe",
		}}
		run.Seal(finding.Bar{})
		doc := expectJUnit(render("junit", run, report.Options{}))
		failed := doc.Suites[0].Cases[0]
		Expect(failed.Name).To(ContainSubstring("a<b&c"))
		Expect(failed.Fail.Message).To(Equal("backend said ␛[31mno␛[0m ␀ ]]> \ufffd"))
		Expect(failed.Fail.Text).To(ContainSubstring("]]>"))
	})

	It("keep identities apart that read the same when cut", func() {
		run := calm()
		long := strings.Repeat("k", 100)
		for _, tail := range []string{"1", "2"} {
			run.Subjects[0].Findings = append(run.Subjects[0].Findings, finding.Finding{Code: finding.Gained, Severity: finding.Yellow, Path: "$." + long + tail, To: "string"})
		}
		run.Seal(finding.Bar{})
		Expect(expectJUnit(render("junit", run, report.Options{})).Suites[0].Cases).To(HaveLen(3))
	})
})

var ourTags = regexp.MustCompile(`</?details>|</?summary>|<br>`)

// expectInertMarkdown looks at what is left outside of code spans.
func expectInertMarkdown(out string) {
	GinkgoHelper()
	prose := ourTags.ReplaceAllString(withoutCode(out), "")
	Expect(prose).NotTo(MatchRegexp(`[<>]`+"[^ ]"), prose)
	Expect(prose).NotTo(MatchRegexp(`@[A-Za-z]`))
	Expect(prose).NotTo(MatchRegexp(`(^|[^#&])#\d`))
	Expect(prose).NotTo(MatchRegexp(`(?i)gh-\d`))
	Expect(prose).NotTo(MatchRegexp(`\b[0-9a-f]{7,40}\b`))
	Expect(prose).NotTo(MatchRegexp(`://|www\.`))
	Expect(prose).NotTo(MatchRegexp(`(^|[^\\])\]\(`))
	Expect(prose).NotTo(MatchRegexp(`(^|[^\\])!\[`))
	Expect(prose).NotTo(MatchRegexp(`:[a-z]+:`))
}

// withoutCode removes code spans the way Markdown finds them: a run of backticks
// up to the next run of the same length, within one line.
func withoutCode(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		for {
			start := unescapedTick(line)
			if start < 0 {
				break
			}
			fence := len(line[start:]) - len(strings.TrimLeft(line[start:], "`"))
			rest := line[start+fence:]
			end := closing(rest, fence)
			if end < 0 {
				Fail("an open code span: " + line)
			}
			b.WriteString(line[:start] + "CODE")
			line = rest[end+fence:]
		}
		b.WriteString(line)
	}
	return b.String()
}

func unescapedTick(line string) int {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '`':
			return i
		}
	}
	return -1
}

func closing(rest string, fence int) int {
	for i := 0; i < len(rest); {
		if rest[i] != '`' {
			i++
			continue
		}
		run := len(rest[i:]) - len(strings.TrimLeft(rest[i:], "`"))
		if run == fence {
			return i
		}
		i += run
	}
	return -1
}

// expectInertHTML parses strictly: every tag of the page is one of the template's.
func expectInertHTML(out string) {
	GinkgoHelper()
	Expect(out).NotTo(MatchRegexp(`(?i)<script|<iframe|<object|<embed|<form|<img|<a [^>]*href="[^#]`))
	body := out[strings.Index(out, "<body>"):strings.Index(out, "</html>")]
	known := "body a header p h1 span dl dt dd div b nav ul li main section h2 h3 table thead tbody tr th td details summary ol code footer"
	attributes := strings.Fields("class id open href aria-hidden aria-label aria-labelledby tabindex role scope")
	body = regexp.MustCompile(`(<details[^>]*) open>`).ReplaceAllString(body, `$1 open="">`)
	dec := xml.NewDecoder(strings.NewReader(body))
	dec.Entity = xml.HTMLEntity
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		Expect(err).NotTo(HaveOccurred())
		if start, ok := tok.(xml.StartElement); ok {
			Expect(strings.Fields(known)).To(ContainElement(start.Name.Local))
			for _, a := range start.Attr {
				Expect(attributes).To(ContainElement(a.Name.Local))
			}
		}
	}
}
