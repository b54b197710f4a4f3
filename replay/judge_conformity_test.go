package replay_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

var _ = Describe("7.3 what a recording already showed is no news", func() {
	enumField := func() fixture {
		state := manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.Enum, Values: []string{"free"}}
		return berths("$.rows[*]").only("name").field("harbour.Berth", "name", state, true)
	}
	moneyField := func() fixture {
		return berths("$.rows[*]").only("since").field("harbour.Berth", "since", scalar(manifest.Money), false)
	}
	DescribeTable("once the golden remembers it",
		func(f fixture, body, want, path string) {
			f = f.recorded(body)
			first := f.judge(body)
			Expect(reading(first)).To(Equal(want))
			Expect(first.Nonconforming).To(Equal([]string{path}))
			f.golden.Nonconforming = first.Nonconforming
			Expect(reading(f.judge(body))).To(Equal("green"))
		},
		Entry("a value outside its enum", enumField(), `{"rows":[{"name":"seized"}]}`, "yellow | value-outside-enum $.rows[].name", "$.rows[].name"),
		Entry("an optional value of the wrong shape", moneyField(), `{"rows":[{"since":{"amount":1,"currency":"eur"}}]}`, "yellow | optional-wrong-type $.rows[].since", "$.rows[].since"),
	)
	It("but a type never recorded there is", func() {
		f := moneyField().recorded(`{"rows":[{"since":{"amount":1,"currency":"eur"}}]}`)
		f.golden.Nonconforming = []string{"$.rows[].since"}
		Expect(reading(f.judge(`{"rows":[{"since":"1 EUR"}]}`))).To(Equal("yellow | optional-wrong-type $.rows[].since"))
	})
	It("goldens keep the list, and refuse anything else in its place", func() {
		g, err := replay.ParseGolden([]byte(`{"request":{},"nonconforming":["$.b","$['a.b']"]}`))
		Expect(err).NotTo(HaveOccurred())
		again, err := replay.ParseGolden(g.Bytes())
		Expect(err).NotTo(HaveOccurred())
		Expect(again.Nonconforming).To(Equal([]string{"$.b", "$['a.b']"}))
		again.Nonconforming = nil
		Expect(string(again.Bytes())).NotTo(ContainSubstring("nonconforming"))
		for _, bad := range []string{`{}`, `"$.b"`, `[1]`} {
			_, err := replay.ParseGolden([]byte(`{"request":{},"nonconforming":` + bad + `}`))
			Expect(err).To(MatchError(ContainSubstring("nonconforming")))
		}
	})
})
