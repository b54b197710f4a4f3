package diff_test

import (
	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func withFields(name string, change func(fields []*manifest.Field) []*manifest.Field) *manifest.IR {
	return with(func(ir *manifest.IR) {
		r := ir.Resource(name)
		r.Fields = change(r.Fields)
	})
}

var _ = DescribeTable("resources", check,
	Entry("EX-7.11 a field comes", withFields("harbour.Mooring", func(f []*manifest.Field) []*manifest.Field {
		return append(f, field("depth", scalar(manifest.Quantity)))
	}), "compatible resource-field-changed harbour.Mooring depth: field 'depth' added (required, quantity) (reaches harbour.list-moorings)"),
	Entry("EX-7.12 a field goes, told once", withFields("harbour.Skipper", func([]*manifest.Field) []*manifest.Field { return nil }),
		"breaking resource-field-changed harbour.Skipper name: field 'name' removed (reaches harbour.find-skipper, harbour.list-moorings)"),
	Entry("EX-7.13 an unreached resource goes", with(func(ir *manifest.IR) { ir.Resources = ir.Resources[:2] }),
		"breaking resource-field-changed harbour.Attic x: field 'x' removed (reached by no capability)"),
	Entry("EX-7.14 a new resource that a new capability sends", with(func(ir *manifest.IR) {
		ir.Tools = append(ir.Tools, &manifest.Tool{ID: "harbour.apply", Effect: manifest.Write, Input: []*manifest.Field{field("form", resource("harbour.Form"))}})
		ir.Resources = append(ir.Resources, &manifest.Resource{Name: "harbour.Form", Fields: []*manifest.Field{field("size", scalar(manifest.Quantity))}})
	}),
		"breaking resource-field-changed harbour.Form size: field 'size' added (required, quantity) (reaches harbour.apply)",
		"compatible capability-added harbour.apply : capability added (write)"),
	Entry("DR7.18 an empty resource comes", with(func(ir *manifest.IR) {
		ir.Resources = append(ir.Resources, &manifest.Resource{Name: "harbour.Empty"})
	})),
	Entry("a description", withFields("harbour.Skipper", func(f []*manifest.Field) []*manifest.Field { return []*manifest.Field{described(f[0], "As signed.")} }),
		"compatible description-changed harbour.Skipper name: field 'name' description changed (reaches harbour.find-skipper, harbour.list-moorings)"),
)

var _ = Describe("reach", func() {
	It("DR7.15 counts the error resource as an output", func() {
		before := withMoorings(func(t *manifest.Tool) {
			t.Response = &manifest.Response{Resource: "harbour.Mooring", Field: "moorings", OnError: &manifest.OnError{ErrorResource: "harbour.Attic"}}
		})
		after := withMoorings(func(t *manifest.Tool) { t.Response = before.Tool(moorings).Response })
		after.Resource("harbour.Attic").Fields = nil
		Expect(diff.Compare(before, after).Entries[0].Affects).To(Equal([]string{moorings}))
	})

	It("DR7.15 ends in cycles", func() {
		cycle := func(extra ...*manifest.Field) *manifest.IR {
			return withFields("harbour.Skipper", func(f []*manifest.Field) []*manifest.Field {
				return append(append(f, optional(field("mate", resource("harbour.Skipper")))), extra...)
			})
		}
		r := diff.Compare(cycle(), cycle(field("age", scalar(manifest.Quantity))))
		Expect(r.Entries).To(HaveLen(1))
		Expect(r.Entries[0].Affects).To(Equal([]string{skipper, moorings}))
	})

	It("DR7.15 unites both sides", func() {
		after := withTool(skipper, func(t *manifest.Tool) { t.Output = nil })
		after.Resource("harbour.Skipper").Fields[0].Required = false
		r := diff.Compare(harbour(), after)
		Expect(r.Entries[0].Resource).To(Equal("harbour.Skipper"))
		Expect(r.Entries[0].Affects).To(Equal([]string{skipper, moorings}))
	})

	DescribeTable("DR7.16 the worse of both directions where it is sent", func(change func(f *manifest.Field), want diff.Severity) {
		sent := func() *manifest.IR {
			return withTool(skipper, func(t *manifest.Tool) { t.Input[0].Type.Identity = false })
		}
		after := sent()
		change(after.Resource("harbour.Skipper").Fields[0])
		r := diff.Compare(sent(), after)
		Expect(r.Entries).To(HaveLen(1))
		Expect(r.Entries[0].Severity).To(Equal(want))
	},
		Entry("now optional", func(f *manifest.Field) { f.Required = false }, diff.Breaking),
		Entry("renamed is two changes elsewhere; retyped", func(f *manifest.Field) { f.Type = scalar(manifest.Quantity) }, diff.Breaking),
	)

	It("8.1 an enum that narrows is harmless where read and breaks where sent", func() {
		build := func(sent bool, values ...string) *manifest.IR {
			ir := withFields("harbour.Skipper", func([]*manifest.Field) []*manifest.Field { return []*manifest.Field{field("rank", enum(values...))} })
			ir.Tool(skipper).Input[0].Type.Identity = !sent
			return ir
		}
		read := diff.Compare(build(false, "mate", "master"), build(false, "mate"))
		Expect(read.Entries[0].Severity).To(Equal(diff.Compatible))
		sent := diff.Compare(build(true, "mate", "master"), build(true, "mate"))
		Expect(sent.Entries[0].Severity).To(Equal(diff.Breaking))
	})
})
