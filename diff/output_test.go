package diff_test

import (
	"encoding/json"
	"strings"

	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// mixed has one change of every severity.
func mixed() *manifest.IR {
	return with(func(ir *manifest.IR) {
		ir.Tool(moorings).Effect = manifest.Write
		ir.Tool(skipper).Lifecycle = manifest.Deprecated
		ir.Tool(skipper).Description = "Find the skipper."
	})
}

func text(r *diff.Result, o diff.TextOptions) string {
	o.Before, o.After = "old.json", "new.json"
	o.Exit = r.Exit(diff.Breaking)
	return r.Text(o)
}

const head = `archverify diff compares declarations, not backends — run 'archverify verify' for the backend.

  before  old.json (harbour)
  after   new.json (harbour)

`

var _ = Describe("the human report (DR7.22)", func() {
	It("EX-7.24 counts compatible changes", func() {
		Expect(text(diff.Compare(harbour(), mixed()), diff.TextOptions{})).To(Equal(head +
			`  breaking   harbour.list-moorings — effect changed: read → write
  notable    harbour.find-skipper — lifecycle changed: beta → deprecated — still invocable
  compatible 1 change(s) — pass --all to list them

  1 breaking, 1 notable, 1 compatible — exit 1

`))
	})

	It("EX-7.24 lists them on demand, texts word by word", func() {
		Expect(text(diff.Compare(harbour(), mixed()), diff.TextOptions{All: true})).To(ContainSubstring(
			`  compatible harbour.find-skipper — description changed
             Find [-a-]{+the+} skipper.
`))
	})

	It("says so when nothing changed", func() {
		Expect(text(diff.Compare(harbour(), harbour()), diff.TextOptions{})).To(Equal(head +
			"  no changes\n\n  0 breaking, 0 notable, 0 compatible — exit 0\n\n"))
	})

	It("fails at the bar that was asked for", func() {
		r := diff.Compare(harbour(), withLifecycle(manifest.Deprecated))
		Expect(r.Exit(diff.Breaking)).To(Equal(finding.ExitOK))
		Expect(r.Exit(diff.Notable)).To(Equal(finding.ExitFailed))
		Expect(r.Text(diff.TextOptions{Exit: 1})).To(HaveSuffix("0 breaking, 1 notable, 0 compatible — exit 1\n\n"))
	})

	It("points at the lines of both sides in detail", func() {
		before, after := harbour(), mixed()
		before.Tool(moorings).Pos, after.Tool(moorings).Pos = at("list.capability.yaml", 2), at("list.capability.yaml", 4)
		Expect(text(diff.Compare(before, after), diff.TextOptions{Details: true})).To(ContainSubstring(
			"effect changed: read → write\n             before old.json/list.capability.yaml:2\n             after  new.json/list.capability.yaml:4\n"))
		r := diff.Compare(before, after)
		r.Base = &diff.BaseReport{}
		Expect(r.Text(diff.TextOptions{Before: "main at 0a1b", After: "quay/m", Details: true})).To(ContainSubstring(
			"             before main at 0a1b: list.capability.yaml:2\n             after  quay/m/list.capability.yaml:4\n"))
	})

	It("shows the texts of a connector, and no header", func() {
		one, two := harbour(), withREST(func(r *manifest.REST) {
			r.Path = "/v2/moorings"
			r.Headers = []manifest.KeyValue{{Key: "authorization", Value: "hunter2"}}
		})
		out := text(diff.Compare(one, two), diff.TextOptions{All: true, Details: true})
		Expect(out).To(ContainSubstring("             path: {+/v2+}/moorings\n"))
		Expect(out).NotTo(ContainSubstring("hunter2"))
	})

	It("is safe for a terminal", func() {
		evil := with(func(ir *manifest.IR) {
			ir.Company.ID = "x\x1b]0;pwned\x07"
			ir.Tools[0].ID = "a\x1b[2Jb\u202e"
			ir.Tools[1].Description = "\x1b[31mred\nline"
			ir.Tools[1].Input[0].Name = "f\u009b31m"
		})
		r := diff.Compare(harbour(), evil)
		out := r.Text(diff.TextOptions{Before: "\x1b[1mold", After: "new\r", All: true, Details: true})
		Expect(strings.ContainsAny(out, "\x1b\u009b\x07\r\u202e")).To(BeFalse(), "%q", out)
	})
})

var _ = Describe("JSON (DR7.19, DR7.21)", func() {
	It("EX-7.25 is one line with the reference's members first", func() {
		r := diff.Compare(harbour(), withMoorings(func(t *manifest.Tool) { t.Effect = manifest.Write }))
		identity := r.Entries[0].Identity()
		Expect(string(r.JSON())).To(Equal(`{"before":{"company":"harbour","version":"0"},"after":{"company":"harbour","version":"0"},` +
			`"entries":[{"severity":"breaking","kind":"effect-changed","capabilityId":"harbour.list-moorings","path":"effect",` +
			`"before":"read","after":"write","detail":"effect changed: read → write","identity":"` + identity + `"}],` +
			`"summary":{"breaking":1,"notable":0,"compatible":0}}`))
	})

	It("EX-7.1 has an empty list of entries", func() {
		Expect(string(diff.Compare(harbour(), harbour()).JSON())).To(ContainSubstring(`"entries":[],"summary":{"breaking":0`))
	})

	It("tells affects even when nothing is reached", func() {
		r := diff.Compare(harbour(), with(func(ir *manifest.IR) { ir.Resources = ir.Resources[:2] }))
		Expect(string(r.JSON())).To(ContainSubstring(`"resource":"harbour.Attic","affects":[],"path":"x"`))
	})

	It("leaves absent descriptions out", func() {
		r := diff.Compare(harbour(), withMoorings(func(t *manifest.Tool) { described(t.Input[0], "When <to> look.") }))
		Expect(string(r.JSON())).To(ContainSubstring(`"path":"input.day","after":"When <to> look.","detail"`))
	})

	It("shows types as the artifact does", func() {
		r := diff.Compare(harbour(), withMoorings(func(t *manifest.Tool) {
			t.Output = append(t.Output, field("images", manifest.Type{Kind: manifest.KindList, Semantic: manifest.Image}),
				field("owner", manifest.Type{Kind: manifest.KindResource, Resource: "harbour.Skipper", Identity: true}),
				optional(field("state", enum("b", "a"))))
		}))
		out := string(r.JSON())
		Expect(json.Valid([]byte(out))).To(BeTrue())
		Expect(out).To(ContainSubstring(`"after":{"required":true,"type":{"kind":"list","items":"image"}}`))
		Expect(out).To(ContainSubstring(`"after":{"required":true,"type":{"kind":"resource","name":"harbour.Skipper","identity":true}}`))
		Expect(out).To(ContainSubstring(`"after":{"required":false,"type":{"kind":"scalar","semantic":"enum","values":["b","a"]}}`))
	})
})

var _ = Describe("overrides", func() {
	parse := func(text string) diff.Override {
		GinkgoHelper()
		o, err := diff.ParseOverride(text)
		Expect(err).NotTo(HaveOccurred())
		return o
	}

	It("change the severity, the counts and the exit code, and show", func() {
		r := diff.Compare(harbour(), mixed())
		r.Override(parse("effect-changed=notable"), parse("description-changed=breaking"), parse("description-changed=notable"))
		Expect(r.Exit(diff.Breaking)).To(Equal(finding.ExitOK))
		Expect(r.Summary()).To(Equal(diff.Summary{Notable: 3}))
		Expect(text(r, diff.TextOptions{})).To(ContainSubstring("  notable    harbour.list-moorings — effect changed: read → write (overridden: declared breaking)\n"))
		Expect(string(r.JSON())).To(ContainSubstring(`"declaredSeverity":"breaking"`))
	})

	It("do not show where they change nothing", func() {
		r := diff.Compare(harbour(), mixed())
		r.Override(parse("effect-changed=breaking"))
		Expect(text(r, diff.TextOptions{})).NotTo(ContainSubstring("overridden"))
	})

	It("keep identities", func() {
		r := diff.Compare(harbour(), mixed())
		before := r.Entries[0].Identity()
		r.Override(parse(string(r.Entries[0].Kind) + "=notable"))
		Expect(r.Entries[0].Identity()).To(Equal(before))
	})

	DescribeTable("are refused in one clear line", func(text, want string) {
		_, err := diff.ParseOverride(text)
		Expect(err).To(MatchError(ContainSubstring(want)))
	},
		Entry("no level", "input-removed", "is not KIND=LEVEL"),
		Entry("an unknown kind", "input-remove=notable", `names no kind of change; did you mean "input-removed"?`),
		Entry("nothing like a kind", "zzz=notable", "archverify explain lists them"),
		Entry("an unknown level", "input-removed=red", "names no level: it is breaking, notable or compatible"),
	)
})
