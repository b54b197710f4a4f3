package replay_test

import (
	"encoding/json"
	"path/filepath"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/sharedtest"
	"github.com/archverify/archverify/manifest"
)

// fieldCase is one case from the field, with the mapping it declares.
type fieldCase struct {
	ID      string
	A, B    json.RawMessage
	Mapping json.RawMessage
}

type fieldMapping struct {
	Collection string
	Map        map[string]string
	Required   []string
}

// fieldFixture declares what a case maps; its values say which types.
func fieldFixture(c fieldCase) fixture {
	GinkgoHelper()
	f := passthrough()
	var m fieldMapping
	if json.Unmarshal(c.Mapping, &m) != nil || m.Map == nil {
		return f
	}
	item := &manifest.Resource{Name: "field.Item"}
	f.tool.Response = &manifest.Response{Resource: "field.Item", Field: "items", Collection: m.Collection, CollectionPos: pos(11)}
	names := []string{}
	for name := range m.Map {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		t := scalar(manifest.Text)
		if name == "rates" {
			t = manifest.Type{Kind: manifest.KindResource, Resource: "field.Rates"}
		}
		item.Fields = append(item.Fields, declared(name, t, slices.Contains(m.Required, name)))
		f.tool.Response.Fields = append(f.tool.Response.Fields, &manifest.FieldMapping{Name: name, Path: m.Map[name], Pos: pos(20 + i)})
	}
	f.ir.Resources = []*manifest.Resource{item, {Name: "field.Rates"}}
	return f
}

var _ = Describe("response cases from the field", func() {
	cases := func() map[string]fieldCase {
		GinkgoHelper()
		var document []fieldCase
		readJSON(filepath.Join(sharedtest.Dir(GinkgoT()), "field-cases/cases.json"), &document)
		byID := map[string]fieldCase{}
		for _, c := range document {
			byID[c.ID] = c
		}
		return byID
	}

	DescribeTable("are judged with evidence", func(id, want string) {
		c, ok := cases()[id]
		Expect(ok).To(BeTrue())
		f := fieldFixture(c).recorded(string(c.A))
		Expect(reading(f.judge(string(c.A)))).To(Equal("green"))
		Expect(reading(f.judge(string(c.B)))).To(Equal(want))
	},
		Entry("FC-01", "FC-01", "red | required-wrong-type $.stays[].price"),
		Entry("FC-02", "FC-02", "green"),
		Entry("FC-03", "FC-03", "yellow | unproven $.stays"),
		Entry("FC-05", "FC-05", "yellow | optional-missing $.location_id"),
		Entry("FC-06", "FC-06", "green"),
		Entry("FC-07", "FC-07", "red | required-wrong-type $.stays[].price"),
		Entry("FC-08", "FC-08", "yellow | keys-as-data $.rates"),
		Entry("FC-13", "FC-13", "yellow | gained $.a.b | lost $['a.b']"),
		Entry("FC-14 without its ignore rule", "FC-14", "red | required-wrong-type $.items[].price | retyped $.items[].stock"),
		Entry("FC-16", "FC-16", "red | collection-missing $.stays | gained $.error"),
		Entry("FC-22", "FC-22", "yellow | gained $.internal_cost"),
	)

	DescribeTable("are judged by a bare shape where no evidence is needed", func(id, want string) {
		c := cases()[id]
		Expect(reading(fieldFixture(c).bare(string(c.A)).judge(string(c.B)))).To(Equal(want))
	},
		Entry("FC-01", "FC-01", "red | required-wrong-type $.stays[].price"),
		Entry("FC-03", "FC-03", "yellow | unproven $.stays"),
		Entry("FC-05", "FC-05", "yellow | optional-missing $.location_id"),
		Entry("FC-06", "FC-06", "green"),
		Entry("FC-07", "FC-07", "red | required-wrong-type $.stays[].price"),
		Entry("FC-16", "FC-16", "red | collection-missing $.stays | gained $.error"),
		Entry("FC-22", "FC-22", "yellow | gained $.internal_cost"),
	)

	It("FC-01 names counts and the element, no value", func() {
		c := cases()["FC-01"]
		v := fieldFixture(c).recorded(string(c.A)).judge(string(c.B))
		f := v.Findings[0]
		Expect([]any{f.Rows, f.Of, f.From, f.To}).To(Equal([]any{1, 2, "number", "string"}))
		Expect(f.Message).To(ContainSubstring("first at $.stays[1].price"))
		Expect(f.Message).NotTo(ContainSubstring("12"))
	})
	It("FC-03 says what was not exercised, and is red where rows are expected", func() {
		c := cases()["FC-03"]
		f := fieldFixture(c).recorded(string(c.A))
		Expect(f.judge(string(c.B)).Detail).To(ContainSubstring("0 elements, 3 recorded paths not exercised"))
		Expect(reading(f.expects(true).judge(string(c.B)))).To(Equal("red | collection-empty $.stays"))
		Expect(reading(f.expects(false).judge(string(c.B)))).To(Equal("green"))
	})
	It("FC-05 B is red when a required field is null as well", func() {
		c := cases()["FC-05"]
		f := fieldFixture(c).recorded(string(c.A))
		Expect(reading(f.judge(`{"id":2,"location_id":null,"meta":null}`))).To(Equal("red | required-missing $.meta | optional-missing $.location_id"))
	})
	It("FC-07 is yellow on an unmapped path", func() {
		Expect(reading(passthrough().recorded(`{"stays":[{"price":12.5}]}`).judge(`{"stays":[{"price":"12.50"}]}`))).To(Equal("yellow | retyped $.stays[].price"))
	})
	It("FC-08 is green with a confirmed map, and proposes it without", func() {
		c := cases()["FC-08"]
		Expect(reading(fieldFixture(c).mapped(string(c.A), "$.rates").judge(string(c.B)))).To(Equal("green"))
		v := fieldFixture(c).recorded(string(c.A)).judge(string(c.B))
		Expect(v.Findings[0].Hint).To(ContainSubstring("record --map '$.rates'"))
		Expect(v.Findings[0].Message).NotTo(ContainSubstring("SEK"))
	})
	It("FC-16 looks like an error envelope; a renamed list is red as well, and paired", func() {
		c := cases()["FC-16"]
		f := fieldFixture(c).recorded(string(c.A))
		Expect(f.judge(string(c.B)).Detail).To(ContainSubstring("looks like an error envelope"))
		v := f.judge(`{"results":[{"name":"A","price":10}]}`)
		Expect(reading(v)).To(Equal("red | collection-missing $.stays | gained $.results"))
		Expect(v.Findings[0].PairedWith).To(Equal(v.Findings[1].Identity))
	})
	It("FC-17 tells how often it had to ask", func() {
		f := passthrough().recorded(`{"a":1}`)
		c := f.case_(200, `{"a":2}`)
		c.Attempts, c.Retried = 2, []string{"429"}
		v := replayJudge(c)
		Expect(reading(v)).To(Equal("green"))
		Expect(v.Findings[0].Message).To(ContainSubstring("1 retry (429)"))
	})
	It("FC-22 shows no value", func() {
		c := cases()["FC-22"]
		v := fieldFixture(c).recorded(string(c.A)).judge(string(c.B))
		Expect(v.Findings[0].To).To(Equal("number"))
		Expect(v.Findings[0].Message + v.Detail).NotTo(ContainSubstring("3.7"))
	})
})
