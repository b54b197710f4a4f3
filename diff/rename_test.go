package diff_test

import (
	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// pairs lists what was paired as "old → new: reason".
func pairs(before, after *manifest.IR) []string {
	found := []string{}
	for _, e := range diff.Compare(before, after).Entries {
		if e.Pair != nil && e.Before != "" {
			found = append(found, e.Path+" → "+e.Pair.Path+": "+e.PairReason)
		}
	}
	return found
}

func berth(fields ...*manifest.Field) *manifest.IR {
	return withFields("harbour.Mooring", func([]*manifest.Field) []*manifest.Field { return fields })
}

func mapped(ir *manifest.IR, paths map[string]string) *manifest.IR {
	r := &manifest.Response{Resource: "harbour.Mooring", Field: "moorings", Collection: "$.rows"}
	for _, f := range ir.Resource("harbour.Mooring").Fields {
		if p, ok := paths[f.Name]; ok {
			r.Fields = append(r.Fields, &manifest.FieldMapping{Name: f.Name, Path: p})
		}
	}
	ir.Tool(moorings).Response = r
	return ir
}

var _ = Describe("renames", func() {
	text, number := scalar(manifest.Text), scalar(manifest.Quantity)

	It("FC-23 are shown as one pair and stay breaking", func() {
		before, after := berth(field("name", text), field("feePerNight", number)), berth(field("name", text), field("nightlyFee", number))
		r := diff.Compare(before, after)
		Expect(brief(r)).To(Equal([]string{
			"breaking resource-field-changed harbour.Mooring feePerNight: field 'feePerNight' removed (reaches harbour.list-moorings)",
			"compatible resource-field-changed harbour.Mooring nightlyFee: field 'nightlyFee' added (required, quantity) (reaches harbour.list-moorings)",
		}))
		Expect(r.Entries[0].Pair).To(BeIdenticalTo(r.Entries[1]))
		Expect(r.Entries[1].Pair).To(BeIdenticalTo(r.Entries[0]))
		Expect(r.Text(diff.TextOptions{})).To(ContainSubstring("             renamed to 'nightlyFee'? (same type, similar name)\n"))
		Expect(string(r.JSON())).To(ContainSubstring(`"pairedWith":"` + r.Entries[1].Identity() + `"`))
		Expect(r.Exit(diff.Breaking)).To(Equal(1))
	})

	DescribeTable("in resources", func(before, after *manifest.IR, want ...string) {
		Expect(pairs(before, after)).To(Equal(append([]string{}, want...)))
	},
		Entry("FC-23 B another type is no rename", berth(field("rating", number)), berth(field("name2", text))),
		Entry("another name in another place is none", berth(field("a", text), field("keel", number)), berth(field("zz", number), field("a", text))),
		Entry("the same place is one", berth(field("a", text), field("keel", number)), berth(field("a", text), field("zz", number)),
			"keel → zz: same type, same place"),
		Entry("the same mapping is one, wherever it stands",
			mapped(berth(field("keel", number), field("a", text)), map[string]string{"keel": "$.k"}),
			mapped(berth(field("a", text), field("zz", number)), map[string]string{"zz": "$.k"}), "keel → zz: same type and mapping"),
		Entry("another mapping is none, whatever the name",
			mapped(berth(field("feePerNight", number)), map[string]string{"feePerNight": "$.gross"}),
			mapped(berth(field("feeNightly", number)), map[string]string{"feeNightly": "$.net"})),
		Entry("two equal candidates are none", berth(field("fee", number), field("a", text)),
			berth(field("b", number), field("c", number), field("a", text), field("fees", number), field("feed", number))),
		Entry("two renames at once", berth(field("firstName", text), field("keelDepth", number)), berth(field("givenName", text), field("depthOfKeel", number)),
			"firstName → givenName: same type, similar name", "keelDepth → depthOfKeel: same type, similar name"),
	)

	It("are found among inputs and outputs, never across them", func() {
		after := withMoorings(func(t *manifest.Tool) {
			t.Input[0].Name = "date"
			t.Output[1].Name = "totalCount"
		})
		Expect(pairs(harbour(), after)).To(Equal([]string{
			"input.day → input.date: same type, same place", "output.total → output.totalCount: same type, similar name",
		}))
		moved := withMoorings(func(t *manifest.Tool) {
			t.Input = append(t.Input, optional(field("total", scalar(manifest.Quantity))))
			t.Output = t.Output[:1]
		})
		Expect(pairs(harbour(), moved)).To(BeEmpty())
	})
})
