package audit

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// execution is one line of a trail.
func execution(at, capability, phase, more string) string {
	return fmt.Sprintf(`{"apiVersion":"archstone/v1","kind":"Execution","metadata":{"id":"e-%s","capabilityId":%q,"startedAt":%q},`+
		`"spec":{"input":{"secret":"hunter2"},"policyRuleIds":["r1","r2"]%s},"status":{"phase":%q}}`, at, capability, at, more, phase)
}

const ines = `,"principal":"user:ines"`

func ferryTrail() string {
	denied := strings.Replace(execution("2031-03-01T08:05:00.000Z", "ferry.buy", "denied", ""), `"phase":"denied"`, `"phase":"denied","denialReason":"principal_not_allowed"`, 1)
	return strings.Join([]string{
		execution("2031-03-02T09:00:00.000Z", "ferry.find", "succeeded", ines),
		execution("2031-03-01T08:00:00.000Z", "ferry.find", "succeeded", ines),
		denied,
		execution("2031-03-01T08:07:00.000Z", "ferry.buy", "failed", ines),
	}, "\n") + "\n"
}

// trail writes a file of that text.
func trail(text string) string {
	GinkgoHelper()
	name := filepath.Join(GinkgoT().TempDir(), "a.log")
	Expect(os.WriteFile(name, []byte(text), 0o600)).To(Succeed())
	return name
}

// read audits files and returns what was written, and the skipped lines.
func read(o Options) (out string, skips []string) {
	GinkgoHelper()
	var b bytes.Buffer
	o.Skipped = func(file string, line int, reason string) {
		skips = append(skips, fmt.Sprintf("%s:%d %s", filepath.Base(file), line, reason))
	}
	n, err := Run(context.Background(), o, &b)
	Expect(err).NotTo(HaveOccurred())
	Expect(n).To(Equal(len(skips)))
	return b.String(), skips
}

func of(format Format, text string) string {
	GinkgoHelper()
	out, _ := read(Options{Files: []string{trail(text)}, Format: format})
	return out
}

var _ = Describe("the summary (DR10.18)", func() {
	It("EX-10.16 counts by outcome, capability, denial and principal", func() {
		Expect(of(Summary, ferryTrail())).To(Equal(`4 records
  from  2031-03-01T08:00:00.000Z
  to    2031-03-02T09:00:00.000Z

By outcome
  succeeded       2
  denied          1
  failed          1

By capability
  ferry.buy        2
  ferry.find       2

Denials by reason
  principal_not_allowed       1

By principal
  user:ines         3
  (anonymous)       1
`))
	})

	It("EX-10.15 says so when nothing matched", func() { Expect(of(Summary, "\n\n")).To(Equal("No records matched.\n")) })

	It("shows twenty rows of a table, one record as one record, and no denials where there are none", func() {
		Expect(of(Summary, execution("2031", "a.b", "succeeded", ""))).To(HavePrefix("1 record\n"))
		var lines []string
		for i := range 23 {
			lines = append(lines, execution("2031", fmt.Sprintf("a.c%02d", i), "failed", ""))
		}
		out := of(Summary, strings.Join(lines, "\n"))
		Expect(out).To(ContainSubstring("  a.c19       1\n  … and 3 more\n"))
		Expect(out).NotTo(ContainSubstring("Denials"))
	})

	It("tells a denial without a reason", func() {
		Expect(of(Summary, execution("2031", "a.b", "denied", ""))).To(ContainSubstring("(unstated)       1\n"))
	})

	It("is safe for a terminal", func() {
		Expect(of(Summary, execution("2031", "a\u001b[31mb", "failed", `,"principal":"\u001b]0;x\u0007\u202e"`))).NotTo(MatchRegexp("[\u001b\u0007\u202e]"))
	})
})

var _ = DescribeTable("filters (DR10.14)", func(f Filter, want int) {
	out, _ := read(Options{Files: []string{trail(ferryTrail())}, Format: JSONL, Filter: f})
	Expect(strings.Count(out, `"Execution"`)).To(Equal(want))
},
	Entry("none", Filter{}, 4),
	Entry("EX-10.11 since is inclusive", Filter{Since: "2031-03-01T08:05:00.000Z"}, 3),
	Entry("EX-10.11 until is exclusive", Filter{Since: "2031-03-01", Until: "2031-03-02"}, 3),
	Entry("capability", Filter{Capability: "ferry.buy"}, 2),
	Entry("phase", Filter{Phase: "failed"}, 1),
	Entry("anonymous", Filter{Anonymous: true}, 1),
	Entry("principal", Filter{Principal: new("user:ines")}, 3),
	Entry("all of them", Filter{Principal: new("user:ines"), Capability: "ferry.buy", Since: "2031"}, 1),
)

var _ = Describe("a principal", func() {
	It("DR10.14 that is empty is not anonymous, one that is null is", func() {
		text := execution("2031", "a.b", "failed", `,"principal":""`) + "\n" + execution("2032", "a.b", "failed", `,"principal":null`)
		out, _ := read(Options{Files: []string{trail(text)}, Format: JSONL, Filter: Filter{Anonymous: true}})
		Expect(out).To(ContainSubstring(`"startedAt":"2032"`))
		Expect(out).NotTo(ContainSubstring(`"startedAt":"2031"`))
	})
})

var _ = DescribeTable("wishes that make no sense (DR10.12)", func(format Format, f Filter, want string) {
	Expect(Check(format, f)).To(MatchError(ContainSubstring(want)))
},
	Entry("format", Format("table"), Filter{}, "--format must be one of summary | jsonl | csv, got 'table'"),
	Entry("EX-10.9 since", Summary, Filter{Since: "yesterday"}, "--since must begin with a day such as 2031-04-01, got 'yesterday'"),
	Entry("until", Summary, Filter{Until: "2031-3-1"}, "--until"),
	Entry("EX-10.13 an empty principal", Summary, Filter{Principal: new("")}, "--anonymous"),
	Entry("both", Summary, Filter{Principal: new("x"), Anonymous: true}, "mutually exclusive"),
)

var _ = DescribeTable("days that make sense", func(at string) { Expect(Check(Summary, Filter{Since: at, Until: at})).To(Succeed()) },
	Entry("a day", "2031-03-01"), Entry("a time", "2031-03-01T08:00:00Z"), Entry("with a blank", "2031-03-01 08:00"))

var _ = Describe("listings", func() {
	It("DR10.15 merge files in order of time, equal times in order of reading", func() {
		one := trail(execution("2031-02", "one.b", "failed", "") + "\n" + execution("2031-01", "one.a", "failed", ""))
		two := trail(execution("2031-01", "two.a", "failed", "") + "\n" + execution("2031-02", "two.b", "failed", ""))
		out, _ := read(Options{Files: []string{one, two}, Format: CSV})
		var ids []string
		for _, l := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
			ids = append(ids, strings.Split(l, ",")[2])
		}
		Expect(ids).To(Equal([]string{"one.a", "two.a", "one.b", "two.b"}))
	})

	It("DR10.16 write compact records, an empty line for none", func() {
		Expect(of(JSONL, ` { "kind" : "Execution", "metadata":{"startedAt":"2031", "x":1.50, "t":"\u00e9<"}, "status" : {} } `)).To(Equal(
			`{"kind":"Execution","metadata":{"startedAt":"2031","x":1.5,"t":"é<"},"status":{}}` + "\n"))
		Expect(of(JSONL, "")).To(Equal("\n"))
	})

	It("DR10.17 write CSV without inputs", func() {
		out := of(CSV, execution("2031", `odd,"id`, "failed", ines))
		Expect(out).To(Equal(csvHead + "\n" + `2031,,"odd,""id",,failed,,user:ines,,r1 r2,,e-2031` + "\n"))
		Expect(out).NotTo(ContainSubstring("hunter2"))
	})

	It("hide nothing dangerous in CSV cells", func() {
		Expect(cell("=1+1")).To(Equal("'=1+1"))
		Expect(cell("@x\x1b[31m")).To(Equal("'@x"))
		Expect(cell("a\nb")).To(Equal("\"a\nb\""))
	})
})

var _ = Describe("trails", func() {
	It("EX-10.12 name broken lines by number and count them", func() {
		text := execution("2031", "a.b", "failed", "") + "\n{oops\n\n[]\n{\"kind\":\"Other\"}\n{\"kind\":\"Execution\",\"metadata\":{}}\n{\"Kind\":\"Execution\",\"metadata\":{},\"status\":{}}\n" +
			execution("2032", "a.b", "failed", "")
		out, skips := read(Options{Files: []string{trail(text)}})
		Expect(out).To(HavePrefix("2 records\n"))
		Expect(skips).To(Equal([]string{
			"a.log:2 not valid JSON", "a.log:4 not an Execution record", "a.log:5 not an Execution record", "a.log:6 not an Execution record",
			"a.log:7 not an Execution record",
		}))
	})

	It("may come on standard input, and packed, under any name", func() {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write([]byte(ferryTrail()))
		Expect(w.Close()).To(Succeed())
		out, _ := read(Options{Files: []string{"-", trail(packed.String())}, Stdin: &packed})
		Expect(out).To(HavePrefix("8 records\n"))
	})

	It("end in one error where they cannot be read, with nothing written", func() {
		var b bytes.Buffer
		_, err := Run(context.Background(), Options{Files: []string{trail(ferryTrail()), "no/such.log"}}, &b)
		var unreadable *ReadError
		Expect(errors.As(err, &unreadable)).To(BeTrue())
		Expect(err).To(MatchError("cannot read 'no/such.log': no such file or directory"))
		Expect(b.Len()).To(BeZero())
	})

	It("end in an error where the packing is broken", func() {
		_, err := Run(context.Background(), Options{Files: []string{trail("\x1f\x8b\x08\x00broken")}}, &bytes.Buffer{})
		var unreadable *ReadError
		Expect(errors.As(err, &unreadable)).To(BeTrue())
	})

	It("end in an error where a folder is named", func() {
		dir := GinkgoT().TempDir()
		_, err := Run(context.Background(), Options{Files: []string{dir}}, &bytes.Buffer{})
		Expect(err).To(MatchError("cannot read '" + dir + "': is a directory"))
	})

	It("skip a line that is longer than memory should hold", func() {
		text := `{"kind":"` + strings.Repeat("x", maxLine) + "\"}\r\n" + execution("2031", "a.b", "failed", "") + "\r\n"
		out, skips := read(Options{Files: []string{trail(text)}})
		Expect(out).To(HavePrefix("1 record\n"))
		Expect(skips).To(Equal([]string{"a.log:1 longer than 16 MiB"}))
	})
})
