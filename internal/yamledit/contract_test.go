package yamledit_test

import (
	"errors"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/yamledit"
)

const bare = `# the ferry office
binding:
  capabilityId: ferry.find-crossings   # keep me
  connector:
    type: rest
    rest:
      method: GET
      path: /crossings

# the end
`

const recorded = `binding:
  capabilityId: ferry.find-crossings
  response:
    map:
      pier: "$.pier"   # first shown

  # contract below
  contract:
    source: recorded
    fingerprint: "sha256:aaaa"  # by hand
    # why: baseline
    shape:
      "$": object   # the envelope
      # gone next year
      $.crossings: array
      "$.old": string

    probe: { fixture: fixtures/f.json }
`

func crossings() yamledit.Contract {
	return yamledit.Contract{
		Fingerprint: "sha256:bbbb",
		Shape:       []yamledit.ShapeLine{{"$", "object"}, {"$.crossings", "array"}, {"$.note", "null"}},
		VerifiedAt:  "2031-05-06T07:08:09.000Z",
		Fixture:     "fixtures/ferry.find-crossings.golden.json",
	}
}

func set(text string, c yamledit.Contract) string {
	GinkgoHelper()
	d := yamledit.Parse([]byte(text))
	Expect(d.SetContract(c)).To(Succeed())
	return string(d.Bytes())
}

const added = `  contract:
    source: recorded
    fingerprint: "sha256:bbbb"
    shape:
      "$": object
      "$.crossings": array
      "$.note": "null"
    verifiedAt: "2031-05-06T07:08:09.000Z"
    probe:
      fixture: fixtures/ferry.find-crossings.golden.json
`

var _ = Describe("SetContract", func() {
	It("VR4.12 adds a block as the last child of binding", func() {
		Expect(set(bare, crossings())).To(Equal(strings.Replace(bare, "\n# the end", added+"\n# the end", 1)))
	})

	It("adds a block behind a last line without an ending", func() {
		Expect(set("binding:\n  capabilityId: a.b", crossings())).To(Equal("binding:\n  capabilityId: a.b\n" + strings.TrimSuffix(added, "\n")))
	})

	It("keeps the indentation of the children", func() {
		out := set("binding:\n    capabilityId: a.b\n", crossings())
		Expect(out).To(ContainSubstring("\n    contract:\n      source: recorded\n"))
	})

	It("keeps CRLF", func() {
		out := set(strings.ReplaceAll(bare, "\n", "\r\n"), crossings())
		Expect(strings.ReplaceAll(out, "\r\n", "")).NotTo(ContainSubstring("\n"))
		Expect(strings.ReplaceAll(out, "\r\n", "\n")).To(Equal(set(bare, crossings())))
	})

	It("changes lines of an existing block in place, with their comments", func() {
		c := crossings()
		c.Fixture = "" // the contract keeps its own path
		Expect(set(recorded, c)).To(Equal(`binding:
  capabilityId: ferry.find-crossings
  response:
    map:
      pier: "$.pier"   # first shown

  # contract below
  contract:
    source: recorded
    fingerprint: "sha256:bbbb"  # by hand
    # why: baseline
    shape:
      "$": object   # the envelope
      # gone next year
      $.crossings: array
      "$.note": "null"
    verifiedAt: "2031-05-06T07:08:09.000Z"
    probe: { fixture: fixtures/f.json }
`))
	})

	It("takes the shape away when there is none to write", func() {
		c := crossings()
		c.Shape, c.Fixture = nil, ""
		Expect(set(recorded, c)).NotTo(ContainSubstring("shape"))
	})

	It("fills an empty block", func() {
		Expect(set("binding:\n  contract:\n  capabilityId: a.b\n", crossings())).To(Equal("binding:\n" + added + "  capabilityId: a.b\n"))
	})

	DescribeTable("EX-7.30 refuses what a line edit cannot touch safely",
		func(text string, line int, culprit string) {
			d := yamledit.Parse([]byte(text))
			err := d.SetContract(crossings())
			var refusal *yamledit.RefusalError
			Expect(errors.As(err, &refusal)).To(BeTrue())
			Expect(refusal.Line).To(Equal(line))
			Expect(refusal.Error()).To(ContainSubstring(culprit))
		},
		Entry("no binding", "bindings:\n  a: 1\n", 0, "'binding:'"),
		Entry("a flow mapping", "binding: {capabilityId: a.b}\n", 1, "flow style"),
		Entry("a flow mapping on the next line", "binding:\n  {capabilityId: a.b}\n", 2, "flow style"),
		Entry("a flow contract", "binding:\n  contract: {source: recorded}\n", 2, "flow style"),
		Entry("a flow shape", "binding:\n  contract:\n    source: recorded\n    fingerprint: x\n    shape: {$: object}\n", 5, "flow style"),
		Entry("an anchor", "binding: &b\n  capabilityId: a.b\n", 1, "anchor"),
		Entry("an alias", "binding:\n  contract: *c\n", 2, "alias"),
		Entry("a merge key", "binding:\n  <<: *b\n  capabilityId: a.b\n", 2, "alias"),
		Entry("an anchored value", "binding:\n  contract:\n    source: recorded\n    fingerprint: &f x\n", 4, "'fingerprint:'"),
		Entry("an anchor in the shape", "binding:\n  contract:\n    source: recorded\n    fingerprint: x\n    shape:\n      $: &o object\n", 6, "anchor"),
		Entry("a tab", "binding:\n  capabilityId: a.b\n\tcontract:\n", 3, "tab"),
		Entry("two blocks", "binding:\n  contract:\n    source: x\n  contract:\n    source: x\n", 4, "found 2 'contract:'"),
		Entry("a folded value", "binding:\n  contract:\n    source: recorded\n    fingerprint: >-\n      x\n", 4, "several lines"),
		Entry("a quoted value over two lines", "binding:\n  contract:\n    source: recorded\n    fingerprint: \"a\n      b\"\n", 4, "several lines"),
	)
})

var _ = Describe("UpdateFingerprint", func() {
	It("X8.18 replaces fingerprint and shape and swallows the blank line behind", func() {
		before := "binding:\n  capabilityId: library.find-loans\n\n  # contract below\n  contract:\n    source: recorded\n    fingerprint: \"sha256:aaaa\"\n    # why: baseline\n    shape:\n      \"$\": object\n\n    probe:\n      fixture: fixtures/f.json\n"
		d := yamledit.Parse([]byte(before))
		Expect(d.UpdateFingerprint("F", []yamledit.ShapeLine{{"$", "object"}, {"$.rows", "array"}})).To(Succeed())
		Expect(string(d.Bytes())).To(Equal("binding:\n  capabilityId: library.find-loans\n\n  # contract below\n  contract:\n    source: recorded\n    fingerprint: \"F\"\n    # why: baseline\n    shape:\n      \"$\": object\n      \"$.rows\": array\n    probe:\n      fixture: fixtures/f.json\n"))
	})

	It("VR8.22 adds a shape right after the fingerprint", func() {
		d := yamledit.Parse([]byte("binding:\n  contract:\n    source: recorded\n    fingerprint: x\n    probe:\n      fixture: f\n"))
		Expect(d.UpdateFingerprint("F", []yamledit.ShapeLine{{"$", "object"}})).To(Succeed())
		Expect(string(d.Bytes())).To(Equal("binding:\n  contract:\n    source: recorded\n    fingerprint: \"F\"\n    shape:\n      \"$\": object\n    probe:\n      fixture: f\n"))
	})

	It("VR8.21 refuses a binding without a fingerprint", func() {
		d := yamledit.Parse([]byte("binding:\n  contract:\n    source: recorded\n"))
		Expect(d.UpdateFingerprint("F", nil)).To(MatchError("no contract fingerprint to update"))
	})
})

var _ = Describe("Append", func() {
	It("VR8.17 adds children before trailing blank lines", func() {
		d := yamledit.Parse([]byte("resource:\n  fields:\n    a:\n      type: text\n\n# end\n"))
		Expect(d.Append([]string{"resource", "fields"}, false, []string{"b:", "  type: text"})).To(Succeed())
		Expect(string(d.Bytes())).To(Equal("resource:\n  fields:\n    a:\n      type: text\n    b:\n      type: text\n\n# end\n"))
	})
	It("VR8.18 makes a missing block", func() {
		d := yamledit.Parse([]byte("binding:\n  a: 1\n"))
		Expect(d.Append([]string{"binding", "extract"}, true, []string{"tips: $.tips[*]"})).To(Succeed())
		Expect(string(d.Bytes())).To(Equal("binding:\n  a: 1\n  extract:\n    tips: $.tips[*]\n"))
	})
	It("VR8.15 names the block it cannot find", func() {
		d := yamledit.Parse([]byte("resource:\n  a: 1\n"))
		Expect(d.Append([]string{"resource", "fields"}, false, []string{"b:"})).To(MatchError("could not find a 'fields:' block to append to"))
	})
})

var _ = DescribeTable("Scalar",
	func(text, want string) { Expect(yamledit.Scalar(text)).To(Equal(want)) },
	Entry("X8.17 a colon", "Where it stands: shelf, bay", `"Where it stands: shelf, bay"`),
	Entry("X8.17 plain", "Shelf code", "Shelf code"),
	Entry("X8.17 a word that YAML 1.1 reads as a boolean", "on", `"on"`),
	Entry("VR8.20 empty", "", `""`),
	Entry("VR8.20 a digit first", "1st", `"1st"`),
	Entry("VR8.20 a comment", "a #b", `"a #b"`),
	Entry("VR8.20 a hash inside a word", "a#b", "a#b"),
	Entry("VR8.20 a blank last", "a ", `"a "`),
	Entry("7.30 a line separator is escaped by code point", "a\u2028b", `"a\u2028b"`),
	Entry("7.30 an astral character stays", "a😀", "a😀"),
	Entry("7.30 an astral character that cannot be printed", "a\U000E0001", `"a\U000e0001"`),
)
