package replay_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// wharf declares one input of every kind.
func wharf() (*manifest.IR, *manifest.Tool) {
	scalar := func(s manifest.Semantic, values ...string) manifest.Type {
		return manifest.Type{Kind: manifest.KindScalar, Semantic: s, Values: values}
	}
	field := func(name string, t manifest.Type) *manifest.Field {
		return &manifest.Field{Name: name, Required: true, Type: t}
	}
	tool := &manifest.Tool{ID: "wharf.book", Input: []*manifest.Field{
		field("count", scalar(manifest.Quantity)),
		field("name", scalar(manifest.Text)),
		field("size", scalar(manifest.Enum, "s", "m")),
		field("price", scalar(manifest.Money)),
		field("wishes", scalar(manifest.PreferenceSet)),
		field("berths", manifest.Type{Kind: manifest.KindList, Semantic: manifest.Quantity}),
		field("boat", manifest.Type{Kind: manifest.KindResource, Resource: "wharf.Boat"}),
		field("owner", manifest.Type{Kind: manifest.KindResource, Resource: "wharf.Owner", Identity: true}),
		{Name: "note", Type: scalar(manifest.Text)},
	}}
	ir := &manifest.IR{Resources: []*manifest.Resource{{Name: "wharf.Boat", Fields: []*manifest.Field{field("flag", scalar(manifest.Identifier))}}}}
	return ir, tool
}

var _ = Describe("ParseSettings", func() {
	DescribeTable("7.28 types k=v by the declaration",
		func(setting, want string) {
			_, tool := wharf()
			in, err := replay.ParseSettings(tool, []string{setting})
			Expect(err).NotTo(HaveOccurred())
			Expect(in.JSON()).To(Equal(want))
		},
		Entry("a number", "count=3", `{"count":3}`),
		Entry("no number stays text", "count=three", `{"count":"three"}`),
		Entry("text that looks like a number", "name=007", `{"name":"007"}`),
		Entry("an equals sign in the value", "name=a=b", `{"name":"a=b"}`),
		Entry("an enum", "size=m", `{"size":"m"}`),
		Entry("a structure", `price={"amount":1,"currency":"EUR"}`, `{"price":{"amount":1,"currency":"EUR"}}`),
		Entry("a set", "wishes=quiet,shade", `{"wishes":["quiet","shade"]}`),
		Entry("a list of numbers", "berths=1,2", `{"berths":[1,2]}`),
		Entry("a list as JSON", "berths=[1, 2]", `{"berths":[1,2]}`),
		Entry("an empty list", "berths=", `{"berths":[]}`),
		Entry("a resource", `boat={"flag":"x"}`, `{"boat":{"flag":"x"}}`),
		Entry("a reference", "owner=12", `{"owner":"12"}`),
		Entry("forced JSON", `name:=12`, `{"name":12}`),
		Entry("an undeclared name", `other=1`, `{"other":"1"}`),
	)

	DescribeTable("refuses",
		func(settings []string, culprit string) {
			_, tool := wharf()
			_, err := replay.ParseSettings(tool, settings)
			Expect(err).To(MatchError(ContainSubstring(culprit)))
		},
		Entry("no value", []string{"count"}, "name=value"),
		Entry("no name", []string{"=1"}, "name=value"),
		Entry("a name twice", []string{"count=1", "count=2"}, "twice"),
		Entry("broken JSON", []string{"name:={"}, "not JSON"),
		Entry("a structure that is no JSON", []string{"price=12 EUR"}, "not JSON"),
	)
})

var _ = Describe("Template", func() {
	It("shows what is missing in the form that is asked for, and keeps what is known", func() {
		ir, tool := wharf()
		Expect(replay.Template(ir, tool, input(`{"name":"Ada"}`)).JSON()).To(Equal(
			`{"name":"Ada","count":"<quantity>","size":"<s or m>","price":{"amount":"<number>","currency":"<string>"},"wishes":["<preference-set>"],"berths":["<quantity>"],"boat":{"flag":"<identifier>"},"owner":"<id of wharf.Owner>"}`))
	})
})
