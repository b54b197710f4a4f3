package coverage_test

import (
	"context"
	"errors"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/coverage"
)

const tree = `{"name":"Boskoop","planted":"1998-04-01","bin":7}`

var _ = Describe("the honesty of the number", func() {
	It("gives evidence of twenty rows more than one row, and one row more than a shape", func() {
		shape := trees().shaped(rowsOf(1, tree)).only()
		one := trees().recorded(rowsOf(1, tree)).only()
		twenty := trees().recorded(rowsOf(20, tree)).only()
		Expect(shape.Percent).To(BeNumerically("<", one.Percent))
		Expect(one.Percent).To(BeNumerically("<", twenty.Percent))
		Expect(twenty.Percent).To(Equal(100.0), asJSON(twenty.Missed))
		Expect(shape.Evidence).To(BeFalse())
		Expect(twenty.Evidence).To(BeTrue())
	})

	It("counts noted as not noticed: an optional field with too little evidence", func() {
		c := trees().recorded(rowsOf(1, tree)).only()
		Expect(missedOn(c, "$.trees[].planted")).To(ConsistOf("drop@first row", "drop@later row", "null@first row", "null@later row"))
		Expect(c.Noted).To(BeNumerically(">=", 4))
		Expect(c.Percent).To(BeNumerically("<", 100))
		Expect(c.Red + c.Yellow + c.Noted + c.Unnoticed).To(Equal(c.Changes))
	})

	It("finds every break of a required field red, with a shape alone", func() {
		c := trees().shaped(rowsOf(1, tree)).only()
		Expect(missedOn(c, "$.trees[].name")).To(BeEmpty())
		Expect(c.Unguarded).NotTo(ContainElement("$.trees[].name"))
	})

	It("scores a declaration that demands less lower", func() {
		strict, loose := trees().recorded(rowsOf(4, tree)), trees().recorded(rowsOf(4, tree))
		loose.ir.Resources[0].Fields[0].Required = false
		Expect(loose.only().Red).To(BeNumerically("<", strict.only().Red))
		Expect(loose.only().Percent).To(BeNumerically("<", strict.only().Percent))
	})

	It("agrees with the judge on every change of a small answer", func() {
		o := passing(bare("orchard.gate")).recorded(`{"open":true}`)
		var want coverage.Tally
		for _, body := range []string{
			`null`, `"text"`, `{"open":true,"neverRecorded":"x"}`, // of the root
			`{}`, `{"open":null}`, `{"open":"text"}`, `{"openRenamed":true}`, // of $.open
		} {
			want.Changes++
			switch finding.OutcomeOf(o.verdict(body).Findings) {
			case finding.OutcomeRed:
				want.Red++
			case finding.OutcomeYellow:
				want.Yellow++
			default:
				want.Unnoticed++
			}
		}
		Expect(o.only().Tally).To(Equal(want))
	})

	It("makes no change of what was recorded coming and going", func() {
		c := trees().recorded(`{"trees":[` + tree + `,{"name":"Jonagold","bin":1},` + tree + `]}`).only()
		Expect(missedOn(c, "$.trees[].planted")).To(ConsistOf("drop@everywhere", "null@everywhere"))
	})

	It("names the paths that nothing guards", func() {
		c := passing(bare("orchard.log")).shaped(`{"entries":[{"at":1}]}`).only()
		Expect(c.Unguarded).To(BeEmpty())
		row := `{"name":"Boskoop","note":null}`
		c = trees().recorded(rowsOf(3, row)).only()
		Expect(c.Unguarded).To(BeEmpty(), "renaming a path that was only ever null is still noticed")
	})
})

var _ = Describe("capabilities that are not assessed", func() {
	It("counts the unrecorded as 0 % and leaves out the retired, the unbound and what writes", func() {
		retired, unbound, writes := bare("orchard.a"), bare("orchard.b"), bare("orchard.c")
		retired.Lifecycle, unbound.Connector, writes.Effect = manifest.Retired, nil, manifest.Write
		o := trees().recorded(rowsOf(20, tree))
		o.ir.Tools = append(o.ir.Tools, retired, unbound, writes, bare("orchard.d"))
		r := o.assess()
		Expect(r.Capabilities).To(HaveLen(2))
		Expect(r.Capabilities[1].State).To(Equal(coverage.Unrecorded))
		Expect(r.Capabilities[1].Percent).To(BeZero())
		Expect(r.Summary.Percent).To(Equal(50.0))
		Expect(r.Summary).To(HaveField("Unrecorded", 1))
	})

	It("is nothing, at 0 %, for a manifest without any", func() {
		Expect(passing().assess().Summary).To(Equal(coverage.Summary{}))
	})

	DescribeTable("says why", func(o *orchard, reason string) {
		c := o.only()
		Expect(c.State).To(Equal(coverage.Unassessable))
		Expect(c.Reason).To(ContainSubstring(reason))
		Expect(c.Percent).To(BeZero())
	},
		Entry("a fingerprint without shape or evidence", shapeless(), "nothing usable was recorded"),
		Entry("links that no origin is declared for", linked(nil), "not green"),
		Entry("a filter that no drawn row meets", filtered("@.kind != @.kind"), "selects nothing of what is there"),
		Entry("a filter that no drawn row meets, where an empty list is fine", filtered("@.kind != @.kind").deferred(func(o *orchard) {
			fine := false
			o.goldens[o.ir.Tools[0].ID].CollectionNonEmpty = &fine
		}), "selects none of the rows"),
		Entry("more paths than are tried", passing(bare("orchard.wide")).deferred(func(o *orchard) { o.recorded(wide(2001)) }), "2002 paths, more than the 2000"),
	)

	It("says that the golden cannot be read", func() {
		o := trees().recorded(rowsOf(1, tree))
		r, err := coverage.Assess(context.Background(), o.ir, func(*manifest.Tool) (*replay.Golden, error) {
			return nil, errors.New(`golden "x": there is no such file`)
		})
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Capabilities[0].Reason).To(Equal(`golden "x": there is no such file`))
		Expect(r.Summary.Percent).To(BeZero())
	})

	It("ends with its context", func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		o := trees().recorded(rowsOf(1, tree))
		_, err := coverage.Assess(ctx, o.ir, func(*manifest.Tool) (*replay.Golden, error) { return o.goldens["orchard.trees"], nil })
		Expect(err).To(MatchError(context.Canceled))
	})
})

var _ = Describe("what is drawn", func() {
	It("stays on declared origins, within enums and in currencies", func() {
		photo, kind, price := field("photo", scalar(manifest.Image), true), field("kind", scalar(manifest.Enum), true), field("price", scalar(manifest.Money), true)
		kind.Type.Values = []string{"early", "late"}
		row := `{"name":"a","planted":"1998-04-01","photo":"https://img.orchard.example/1","kind":"late","price":{"amount":1.5,"currency":"CHF"}}`
		o := trees(photo, kind, price).recorded(rowsOf(20, row))
		o.ir.Tools[0].Origins = &manifest.Origins{Images: []string{"https://img.orchard.example"}}
		c := o.only()
		Expect(c.State).To(Equal(coverage.Assessed), c.Reason)
		Expect(missedOn(c, "$.trees[].photo")).To(BeEmpty())
		Expect(missedOn(c, "$.trees[].kind")).To(BeEmpty())
		Expect(missedOn(c, "$.trees[].price")).To(BeEmpty())
	})

	DescribeTable("has rows that a filter selects", func(filter string) {
		c := filtered(filter).only()
		Expect(c.State).To(Equal(coverage.Assessed), c.Reason)
		Expect(missedOn(c, "$.trees[].name")).To(BeEmpty())
		Expect(c.Red).To(BeNumerically(">", 0))
	},
		Entry("equal to a text", "@.kind == 'late'"),
		Entry("equal from the other side", "'late' === @.kind"),
		Entry("above a number", "@.age > 100"),
		Entry("below a number, from the other side", "-5 > @.age"),
		Entry("true", "@.ripe"),
		Entry("not true", "!@.ripe"),
		Entry("both", "@.kind == 'late' && @.age >= 30"),
		Entry("either", "@.kind == 'late' || @.age >= 30"),
	)

	It("lets declared maps gain keys", func() {
		c := passing(bare("orchard.stock")).recorded(`{"stock":{"x1":{"n":1},"x2":{"n":2}}}`, "$.stock").only()
		Expect(c.State).To(Equal(coverage.Assessed), c.Reason)
		Expect(asJSON(c.Missed)).NotTo(ContainSubstring(`"gain"`))
	})

	It("shows no key that looks like a secret", func() {
		c := passing(bare("orchard.owners")).recorded(`{"owners":{"jane@orchard.example":{"n":1}}}`).only()
		Expect(c.Changes).To(BeNumerically(">", 0))
		Expect(asJSON(c)).NotTo(ContainSubstring("jane"))
	})

	It("judges every recorded request against its own evidence", func() {
		o := trees().recorded(rowsOf(20, tree))
		g := o.goldens["orchard.trees"]
		g.Also = []replay.AlsoRequest{{Evidence: fingerprint.NewEvidence(scan(rowsOf(1, tree)), "2031-01-01T00:00:00Z")}}
		c := o.only()
		Expect(c.Missed).NotTo(BeEmpty())
		for _, m := range c.Missed {
			Expect(m.Request).To(Equal(2))
		}
	})

	It("is the same every time", func() {
		o := trees().recorded(`{"trees":[` + tree + `,{"name":"b","x":{"y":[1,"2",null]}}]}`)
		Expect(asJSON(o.assess())).To(Equal(asJSON(o.assess())))
	})
})

func (o *orchard) deferred(f func(*orchard)) *orchard {
	f(o)
	return o
}

func shapeless() *orchard {
	o := trees()
	o.ir.Tools[0].Contract = &manifest.Contract{Fingerprint: "sha256:" + strings.Repeat("0", 64)}
	o.goldens["orchard.trees"] = &replay.Golden{}
	return o
}

func linked(origins *manifest.Origins) *orchard {
	o := trees(field("page", scalar(manifest.WebPage), true))
	o.ir.Tools[0].Origins = origins
	return o.deferred(func(o *orchard) {
		o.recorded(rowsOf(1, `{"name":"a","planted":"1998-04-01","page":"https://a.example/"}`))
	})
}

func filtered(filter string) *orchard {
	o := trees()
	o.ir.Tools[0].Response.Collection = "$.trees[?(" + filter + ")]"
	o.recorded(rowsOf(1, `{"name":"a","planted":"1998-04-01","kind":"late","age":3,"ripe":true}`))
	return o
}

func wide(n int) string {
	var b strings.Builder
	b.WriteString("{")
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(`"field_` + strings.Repeat("a", i%40) + `_` + strings.Repeat("b", i/40) + `":1`)
	}
	return b.String() + "}"
}
