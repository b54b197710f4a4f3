package exposure_test

import (
	"slices"
	"strings"

	"github.com/archverify/archverify/exposure"
	"github.com/archverify/archverify/internal/jsonval"
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func scalar(s manifest.Semantic) manifest.Type {
	return manifest.Type{Kind: manifest.KindScalar, Semantic: s}
}

func field(name string, t manifest.Type) *manifest.Field {
	return &manifest.Field{Name: name, Required: true, Type: t}
}

func optional(f *manifest.Field) *manifest.Field {
	f.Required = false
	return f
}

func mapping(pairs ...string) []*manifest.FieldMapping {
	var list []*manifest.FieldMapping
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, &manifest.FieldMapping{Name: pairs[i], Path: pairs[i+1]})
	}
	return list
}

// sailings is the recorded answer {"page":{"rows":[{"code","fare":{"net","gross"},"tags":[],"note"}],"next"},"count","trace"}.
func sailings() *manifest.Contract {
	c := &manifest.Contract{Fingerprint: "sha256:0123456789abcdef", ProbeFixture: "fixtures/ferry.json"}
	for _, p := range strings.Fields(`$:object $.page:object $.page.rows:array $.page.rows[]:object $.page.rows[].code:string $.page.rows[].fare:object
		$.page.rows[].fare.net:number $.page.rows[].fare.gross:number $.page.rows[].tags:array $.page.rows[].tags[]:string $.page.rows[].note:null
		$.page.next:string $.count:number $.trace:string`) {
		path, word, _ := strings.Cut(p, ":")
		c.Shape = append(c.Shape, manifest.ShapeEntry{Path: path, Type: word})
	}
	return c
}

// ferry is a declaration of one capability with that recorded answer.
func ferry() *manifest.IR {
	return &manifest.IR{
		Version: "0", Company: manifest.Company{ID: "ferry"},
		Tools: []*manifest.Tool{{
			ID: "ferry.sailings", Effect: manifest.Read, Lifecycle: manifest.Stable,
			Input: []*manifest.Field{optional(field("from", scalar(manifest.Location))), field("day", scalar(manifest.Date))},
			Output: []*manifest.Field{
				field("sailings", manifest.Type{Kind: manifest.KindCollection, Resource: "ferry.Sailing"}), field("count", scalar(manifest.Quantity)),
			},
			Connector: &manifest.Connector{Type: manifest.ConnectorREST, REST: &manifest.REST{Method: "GET", Path: "/"}},
			Response: &manifest.Response{
				Resource: "ferry.Sailing", Field: "sailings", Collection: "$.page.rows[*]", Fields: mapping("code", "$.code", "fare", "$.fare.gross"),
			},
			Extract:  mapping("count", "$.count"),
			Contract: sailings(),
		}},
		Resources: []*manifest.Resource{{Name: "ferry.Sailing", Fields: []*manifest.Field{
			field("code", scalar(manifest.Identifier)), field("fare", scalar(manifest.Quantity)), optional(field("note", scalar(manifest.Text))),
		}}},
	}
}

// with changes the capability.
func with(change func(t *manifest.Tool)) *manifest.IR {
	ir := ferry()
	change(ir.Tools[0])
	return ir
}

// withheld lists what stays unseen, R standing for a row.
func withheld(ir *manifest.IR) []string {
	list := []string{}
	for _, w := range exposure.Of(ir).Capabilities[0].Withholds {
		list = append(list, strings.Replace(w.Path, "$.page.rows[]", "R", 1))
	}
	return list
}

var _ = Describe("the human block (9.3)", func() {
	It("EX-9.8 shows what is received, exposed and withheld", func() {
		Expect(exposure.Of(ferry()).Text()).To(Equal(`
  exposure   what a model sends, is shown, and never sees — names and types only
  totals     1 declared — 1 exposed, 0 unlisted, 0 not exposed

  ferry.sailings  [read]  exposed
    receives   day (date), from (location, optional)
    exposes    count (quantity, extract), sailings[].code (identifier), sailings[].fare (quantity), sailings[].note (text, optional, declared, never filled)
    withholds  $.page.next (string), $.page.rows[].fare.net (number), $.page.rows[].note (null), $.page.rows[].tags (array), $.page.rows[].tags[] (string), $.trace (string)
               as observed in fixtures/ferry.json (sha256:012345…)
`))
	})

	DescribeTable("states", func(l manifest.Lifecycle, bound bool, want string) {
		ir := with(func(t *manifest.Tool) {
			t.Lifecycle = l
			if !bound {
				t.Connector = nil
			}
		})
		Expect(exposure.Of(ir).Text()).To(ContainSubstring("\n  ferry.sailings  [read]  " + want + "\n"))
	},
		Entry("EX-9.19", manifest.Experimental, true, "unlisted (experimental) — callable by id, not advertised"),
		Entry("EX-9.20", manifest.Experimental, false, "not exposed (unbound)"),
		Entry("EX-9.21", manifest.Retired, false, "not exposed (retired)"),
		Entry("EX-9.22", manifest.Deprecated, true, "exposed"),
		Entry("B32", manifest.Lifecycle("sunset"), true, "not exposed (unevaluatable)"),
	)

	It("EX-9.23, EX-9.25 a draft shows what it declares", func() {
		text := exposure.Of(with(func(t *manifest.Tool) {
			t.Connector, t.Response, t.Extract, t.Contract, t.Input = nil, nil, nil, nil, nil
			t.Output = t.Output[:1]
		})).Text()
		Expect(text).To(HaveSuffix(`
    receives   nothing
    exposes    sailings (ferry.Sailing[], declared, never filled)
    withholds  unknown — no recorded contract
`))
	})

	It("DR9.10 a fingerprint without a shape leaves withheld unknown", func() {
		text := exposure.Of(with(func(t *manifest.Tool) { t.Contract.Shape = nil })).Text()
		Expect(text).To(HaveSuffix("    withholds  unknown — no recorded contract\n"))
	})

	It("EX-9.18, EX-9.24 a passthrough shows everything", func() {
		text := exposure.Of(with(func(t *manifest.Tool) { t.Response, t.Extract = nil, nil })).Text()
		Expect(text).To(ContainSubstring("    exposes    the provider's whole response body — the binding declares no response: or extract:\n    withholds  nothing observed\n               as observed in"))
	})

	It("is ordered by id and counts states", func() {
		ir := ferry()
		ir.Tools = append(ir.Tools, &manifest.Tool{ID: "ferry.a", Lifecycle: manifest.Stable}, &manifest.Tool{
			ID: "ferry.b", Lifecycle: manifest.Experimental, Connector: ir.Tools[0].Connector,
		})
		r := exposure.Of(ir)
		Expect(r.Totals).To(Equal(exposure.Totals{Declared: 3, Exposed: 1, Unlisted: 1, NotExposed: 1}))
		Expect(r.Capabilities[0].ID).To(Equal("ferry.a"))
	})

	It("is safe for a terminal", func() {
		text := exposure.Of(with(func(t *manifest.Tool) {
			t.Contract.Shape = append(t.Contract.Shape, manifest.ShapeEntry{Path: "$.\x1b[31mevil\u202e", Type: "string"})
			t.Contract.ProbeFixture = "f\x1b]0;x\x07"
		})).Text()
		Expect(strings.ContainsAny(text, "\x1b\x07\u202e")).To(BeFalse())
	})
})

var _ = DescribeTable("what is withheld (DR9.10)", func(change func(t *manifest.Tool), want ...string) {
	Expect(withheld(with(change))).To(Equal(append([]string{}, want...)))
},
	Entry("EX-9.9 one field", rowMap("$.page.rows[*]", "code", "$.code"),
		"$.count", "$.page.next", "R.fare", "R.fare.gross", "R.fare.net", "R.note", "R.tags", "R.tags[]", "$.trace"),
	Entry("EX-9.10 a plain field on a whole object", rowMap("$.page.rows[*]", "code", "$.code", "fare", "$.fare"),
		"$.count", "$.page.next", "R.note", "R.tags", "R.tags[]", "$.trace"),
	Entry("EX-9.11 quoted names and an index", rowMap("$['page']['rows'][0]", "code", "$.code"),
		"$.count", "$.page.next", "R.fare", "R.fare.gross", "R.fare.net", "R.note", "R.tags", "R.tags[]", "$.trace"),
	Entry("EX-9.12 elements only", rowMap("$.page.rows[*]", "note", "$.tags[*]"),
		"$.count", "$.page.next", "R.code", "R.fare", "R.fare.gross", "R.fare.net", "R.note", "$.trace"),
	Entry("EX-9.13 descent", func(t *manifest.Tool) { t.Response, t.Extract = nil, mapping("count", "$..gross") },
		"$.count", "$.page.next", "R.code", "R.fare.net", "R.note", "R.tags", "R.tags[]", "$.trace"),
	Entry("two descents, one of them along nothing", func(t *manifest.Tool) { t.Response, t.Extract = nil, mapping("count", "$..fare..gross") },
		"$.count", "$.page.next", "R.code", "R.fare.net", "R.note", "R.tags", "R.tags[]", "$.trace"),
	Entry("more ways than anybody can try", func(t *manifest.Tool) {
		t.Response, t.Extract = nil, mapping("count", "$"+strings.Repeat("..a", 40)+"..b")
		t.Contract.Shape = []manifest.ShapeEntry{{Path: "$" + strings.Repeat(".a", 400), Type: "string"}, {Path: "$" + strings.Repeat(".a", 400) + ".b", Type: "string"}}
	}),
	Entry("EX-9.14 a path that cannot be placed", rowMap("$.page.rows[*]", "code", "$.code.^")),
	Entry("a union member with a dot cannot be placed", rowMap("$.page.rows[*]", "code", "$['a.b','c']")),
	Entry("EX-9.15 a union", rowMap("$.page.rows[*]", "code", "$[code,note]"),
		"$.count", "$.page.next", "R.fare", "R.fare.gross", "R.fare.net", "R.tags", "R.tags[]", "$.trace"),
	Entry("EX-9.16 no wildcard", rowMap("$.page.rows", "code", "$.code"),
		"$.count", "$.page.next", "R", "R.code", "R.fare", "R.fare.gross", "R.fare.net", "R.note", "R.tags", "R.tags[]", "$.trace"),
	Entry("EX-9.17 a filter", rowMap("$.page.rows[?(@.code)]", "code", "$.code"),
		"$.count", "$.page.next", "R.fare", "R.fare.gross", "R.fare.net", "R.note", "R.tags", "R.tags[]", "$.trace"),
	Entry("EX-9.18 passthrough", func(t *manifest.Tool) { t.Response, t.Extract = nil, nil }),
	Entry("a quoted name with a dot", func(t *manifest.Tool) { t.Response, t.Extract = nil, mapping("count", "$['page.next']") },
		"$.count", "$.page.rows", "R", "R.code", "R.fare", "R.fare.gross", "R.fare.net", "R.note", "R.tags", "R.tags[]", "$.trace"),
)

// rowMap maps rows and nothing else.
func rowMap(collection string, pairs ...string) func(t *manifest.Tool) {
	return func(t *manifest.Tool) {
		t.Response.Collection, t.Response.Fields, t.Extract = collection, mapping(pairs...), nil
	}
}

var _ = It("shows no recorded key that looks like personal data", func() {
	list := withheld(with(func(t *manifest.Tool) {
		for _, who := range []string{"ann", "bob"} {
			t.Contract.Shape = append(t.Contract.Shape, manifest.ShapeEntry{Path: "$." + who + "@ferry.example", Type: "string"})
		}
	}))
	Expect(list).To(ContainElement("$.•••"))
	Expect(strings.Join(list, " ")).NotTo(ContainSubstring("@"))
})

var _ = Describe("below a mapped object (B9)", func() {
	typed := func(semantic manifest.Type) *manifest.IR {
		ir := with(rowMap("$.page.rows[*]", "code", "$.code", "fare", "$.fare"))
		ir.Resources[0].Fields[1].Type = semantic
		return ir
	}

	It("only the declared fields of a resource are shown", func() {
		ir := typed(manifest.Type{Kind: manifest.KindResource, Resource: "ferry.Fare"})
		ir.Resources = append(ir.Resources, &manifest.Resource{Name: "ferry.Fare", Fields: []*manifest.Field{field("gross", scalar(manifest.Quantity))}})
		Expect(withheld(ir)).To(ContainElement("R.fare.net"))
		Expect(withheld(ir)).NotTo(ContainElements("R.fare.gross", "R.fare"))
	})

	It("only amount and currency of money are shown", func() {
		Expect(withheld(typed(scalar(manifest.Money)))).To(ContainElements("R.fare.net", "R.fare.gross"))
	})

	It("fields of fields are followed through collections", func() {
		ir := with(func(t *manifest.Tool) {
			t.Response, t.Extract = nil, mapping("page", "$.page")
			t.Output = []*manifest.Field{field("page", manifest.Type{Kind: manifest.KindResource, Resource: "ferry.Page"})}
		})
		ir.Resources = append(ir.Resources, &manifest.Resource{Name: "ferry.Page", Fields: []*manifest.Field{
			field("rows", manifest.Type{Kind: manifest.KindCollection, Resource: "ferry.Sailing"}),
		}})
		Expect(withheld(ir)).To(Equal([]string{"$.count", "$.page.next", "R.tags", "R.tags[]", "$.trace"}))
	})

	It("a resource that holds itself ends", func() {
		ir := typed(manifest.Type{Kind: manifest.KindResource, Resource: "ferry.Sailing"})
		ir.Tools[0].Contract.Shape = append(ir.Tools[0].Contract.Shape, manifest.ShapeEntry{
			Path: "$.page.rows[]" + strings.Repeat(".fare", 40) + ".secret", Type: "string",
		})
		Expect(withheld(ir)).NotTo(BeEmpty())
	})
})

var _ = Describe("error rows", func() {
	It("DR9.10 are exposed with all their fields, by map or by name", func() {
		ir := with(func(t *manifest.Tool) {
			t.Response.OnError = &manifest.OnError{ErrorResource: "ferry.Fault", When: manifest.When{Path: "$.note"}, Map: mapping("reason", "$.note")}
		})
		ir.Resources = append(ir.Resources, &manifest.Resource{Name: "ferry.Fault", Fields: []*manifest.Field{
			field("reason", scalar(manifest.Text)), field("tags", manifest.Type{Kind: manifest.KindList, Semantic: manifest.Text}), field("code", scalar(manifest.Identifier)),
		}})
		c := exposure.Of(ir).Capabilities[0]
		paths := []string{}
		for _, s := range c.Exposes {
			paths = append(paths, s.Path+" "+string(s.Via))
		}
		Expect(paths).To(Equal([]string{
			"count extract", "sailings[].code response", "sailings[].fare response", "sailings[].note unmapped",
			"sailings[].reason response", "sailings[].tags response",
		}))
		Expect(withheld(ir)).To(Equal([]string{"$.page.next", "R.fare.net", "$.trace"}))
	})
})

var _ = Describe("JSON (9.5)", func() {
	document := func(ir *manifest.IR) string {
		return string(jsonval.Object(exposure.Of(ir).Members()...))
	}

	It("DR9.11 has the members of the reference", func() {
		ir := with(func(t *manifest.Tool) { t.Contract.Shape = slices.Delete(t.Contract.Shape, 3, 13) })
		Expect(document(ir)).To(Equal(`{"exposure":[{"capabilityId":"ferry.sailings","effect":"read","state":"exposed",` +
			`"receives":[{"name":"day","type":{"kind":"scalar","semantic":"date"},"required":true},{"name":"from","type":{"kind":"scalar","semantic":"location"},"required":false}],` +
			`"exposes":[{"path":"count","name":"count","type":{"kind":"scalar","semantic":"quantity"},"required":true,"via":"extract"},` +
			`{"path":"sailings[].code","name":"code","type":{"kind":"scalar","semantic":"identifier"},"required":true,"via":"response"},` +
			`{"path":"sailings[].fare","name":"fare","type":{"kind":"scalar","semantic":"quantity"},"required":true,"via":"response"},` +
			`{"path":"sailings[].note","name":"note","type":{"kind":"scalar","semantic":"text"},"required":false,"via":"unmapped"}],` +
			`"withholds":[{"path":"$.trace","observed":"string"}],"observation":{"fixture":"fixtures/ferry.json","fingerprint":"sha256:0123456789abcdef"}}],` +
			`"totals":{"declared":1,"exposed":1,"unlisted":0,"notExposed":0}}`))
	})

	It("B10 says of a passthrough that the whole answer is exposed", func() {
		ir := with(func(t *manifest.Tool) { t.Response, t.Extract, t.Contract = nil, nil, nil })
		Expect(document(ir)).To(ContainSubstring(`"exposes":[{"path":"$","name":"$","required":true,"via":"passthrough"}],"withholds":"unknown","passthrough":true}`))
	})
})
