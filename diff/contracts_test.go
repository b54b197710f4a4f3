package diff_test

import (
	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func recorded(fingerprint string, pairs ...string) *manifest.IR {
	c := &manifest.Contract{Fingerprint: fingerprint, Pos: at("bindings/list.binding.yaml", 20)}
	for i := 0; i < len(pairs); i += 2 {
		c.Shape = append(c.Shape, manifest.ShapeEntry{Path: pairs[i], Type: pairs[i+1], Pos: at("bindings/list.binding.yaml", 22+i)})
	}
	return withMoorings(func(t *manifest.Tool) { t.Contract = c })
}

func accepts(before, after *manifest.IR) []string {
	lines := []string{}
	for _, e := range diff.CompareContracts(before, after) {
		lines = append(lines, string(e.Severity)+" "+string(e.Kind)+" "+e.Detail)
	}
	return lines
}

var _ = Describe("recorded answers", func() {
	It("are told path by path", func() {
		Expect(accepts(
			recorded("sha256:1", "$", "object", "$.rows", "array", "$.fee", "number"),
			recorded("sha256:2", "$", "object", "$.guestEmail", "string", "$.fee", "string"),
		)).To(Equal([]string{
			"notable contract-retyped this change accepts: $.fee retyped (number → string)",
			"notable contract-gained this change accepts: $.guestEmail gained (string)",
			"notable contract-lost this change accepts: $.rows lost (array)",
		}))
	})

	DescribeTable("beyond paths", func(before, after *manifest.IR, want ...string) {
		Expect(accepts(before, after)).To(Equal(append([]string{}, want...)))
	},
		Entry("first recording", harbour(), recorded("sha256:1", "$", "object"),
			"notable contract-added this change accepts: answer recorded for the first time (1 paths)"),
		Entry("dropped", recorded("sha256:1"), harbour(),
			"notable contract-removed this change accepts: recorded answer dropped, nothing is left to verify"),
		Entry("a fingerprint without a shape", recorded("sha256:1"), recorded("sha256:2", "$", "object"),
			"notable contract-unexplained this change accepts: another fingerprint, and no recorded shape names the difference"),
		Entry("the same", recorded("sha256:1", "$", "object"), recorded("sha256:1", "$", "object")),
		Entry("the order of the shape", recorded("sha256:1", "$", "object", "$.a", "null"), recorded("sha256:1", "$.a", "null", "$", "object")),
		Entry("a capability that came brings no second line", with(func(ir *manifest.IR) { ir.Tools = ir.Tools[1:] }), recorded("sha256:1")),
	)

	It("stand in a section of their own and enter no summary", func() {
		r := diff.Compare(recorded("sha256:1", "$", "object"), recorded("sha256:2", "$", "object", "$.guestEmail", "string"))
		Expect(string(r.JSON())).NotTo(ContainSubstring("contracts"))
		r.AddContracts()
		Expect(r.Entries).To(BeEmpty())
		Expect(r.Summary()).To(Equal(diff.Summary{}))
		Expect(string(r.JSON())).To(ContainSubstring(`"summary":{"breaking":0,"notable":0,"compatible":0},"contracts":[{"severity":"notable","kind":"contract-gained"`))
		Expect(r.Text(diff.TextOptions{})).To(ContainSubstring(
			"  no changes\n\n  recorded answers\n  notable    harbour.list-moorings — this change accepts: $.guestEmail gained (string)\n\n"))
		Expect(r.Exit(diff.Breaking)).To(Equal(0))
		Expect(r.Exit(diff.Notable)).To(Equal(1))
	})

	It("show no key that looks like personal data", func() {
		Expect(accepts(
			recorded("sha256:1", "$", "object", "$.by", "object"),
			recorded("sha256:2", "$", "object", "$.by", "object", "$.by.ann@harbour.example", "object", "$.by.bob@harbour.example", "object", "$.by.bob@harbour.example.since", "string"),
		)).To(Equal([]string{
			"notable contract-gained this change accepts: $.by.••• gained (object)",
			"notable contract-gained this change accepts: $.by.•••.since gained (string)",
		}))
	})

	It("point at the recorded line", func() {
		entries := diff.CompareContracts(recorded("sha256:1", "$", "object"), recorded("sha256:2", "$", "object", "$.guestEmail", "string"))
		Expect(entries[0].AfterPos).To(Equal(at("bindings/list.binding.yaml", 24)))
	})
})
