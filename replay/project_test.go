package replay

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

func plainType(s manifest.Semantic) manifest.Type {
	return manifest.Type{Kind: manifest.KindScalar, Semantic: s}
}

func listOf(s manifest.Semantic) manifest.Type {
	return manifest.Type{Kind: manifest.KindList, Semantic: s}
}

func resourceOf(name string) manifest.Type {
	return manifest.Type{Kind: manifest.KindResource, Resource: name}
}

func aField(name string, t manifest.Type, required bool) *manifest.Field {
	return &manifest.Field{Name: name, Type: t, Required: required}
}

// library is the registry of the worked examples, in words of our own: a book
// with a fine, lent at a desk that somebody runs.
func library(deskRequired bool) (*manifest.IR, *manifest.Tool) {
	ir := &manifest.IR{Resources: []*manifest.Resource{
		{Name: "Book", Fields: []*manifest.Field{aField("title", plainType(manifest.Text), true), aField("fine", plainType(manifest.Money), true),
			aField("due", plainType(manifest.Date), false), aField("desk", resourceOf("Desk"), deskRequired)}},
		{Name: "Desk", Fields: []*manifest.Field{aField("city", plainType(manifest.Text), true), aField("chief", resourceOf("Chief"), false)}},
		{Name: "Chief", Fields: []*manifest.Field{aField("nick", plainType(manifest.Text), true)}},
		{Name: "BookFault", Fields: []*manifest.Field{aField("code", plainType(manifest.Identifier), true), aField("hint", plainType(manifest.Text), false)}},
	}}
	r := &manifest.Response{Resource: "Book", Field: "books", Collection: "$.rows[*]"}
	for _, name := range []string{"title", "fine", "due", "desk"} {
		r.Fields = append(r.Fields, &manifest.FieldMapping{Name: name, Path: "$." + name})
	}
	return ir, &manifest.Tool{ID: "library.books", Response: r, Connector: &manifest.Connector{}}
}

func withFaultRows(t *manifest.Tool) *manifest.Tool {
	exists := true
	t.Response.OnError = &manifest.OnError{ErrorResource: "BookFault", When: manifest.When{Path: "$.fault", Exists: &exists},
		Map: []*manifest.FieldMapping{{Name: "code", Path: "$.fault"}}}
	return t
}

func bodyOf(text string) fingerprint.Value {
	GinkgoHelper()
	r, err := fingerprint.ScanBytes([]byte(text), fingerprint.Options{Keep: true})
	Expect(err).NotTo(HaveOccurred())
	return r.Root()
}

// read is a projection in one line.
func read(p *projection) string {
	return fmt.Sprintf("%s missing%v invalid%v degraded%v withheld%v undeclared%v", p.status, p.missing, p.invalid, p.degraded, p.withheld, p.undeclared)
}

const fine2 = `{"amount":2,"currency":"EUR"}`

var _ = DescribeTable("EX-3.9 mapping a collection",
	func(deskRequired, faults bool, body, want string) {
		ir, tool := library(deskRequired)
		if faults {
			withFaultRows(tool)
		}
		Expect(read(project(ir, tool, bodyOf(body), &baseline{}))).To(Equal(want))
	},
	Entry("X3.1", false, false, `{"rows":[{"title":"A","fine":`+fine2+`,"due":"2030-01-01","desk":{"city":"Oslo"}}]}`, "ok missing[] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.2", false, false, `{"rows":[]}`, "ok missing[] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.3 a renamed list reads as an empty one", false, false, `{"items":[{"title":"A"}]}`, "ok missing[] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.4", false, false, `{"rows":[{"title":"A","fine":`+fine2+`}]}`, "degraded missing[] invalid[] degraded[due desk] withheld[] undeclared[]"),
	Entry("X3.5", false, false, `{"rows":[{"fine":`+fine2+`,"due":null}]}`, "violation missing[title] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.6", false, false, `{"rows":[{"title":"A","fine":"2.00"}]}`, "violation missing[] invalid[{fine money}] degraded[] withheld[] undeclared[]"),
	Entry("X3.7", false, false, `{"rows":[{"title":{"en":"A"},"fine":`+fine2+`}]}`, "violation missing[] invalid[{title text}] degraded[] withheld[] undeclared[]"),
	Entry("X3.8", false, false, `{"rows":[{"title":"A","fine":{"amount":2,"currency":"EUR","cost":1},"due":"d","desk":{"city":"Oslo","vault":9}}]}`, "ok missing[] invalid[] degraded[] withheld[] undeclared[fine.cost desk.vault]"),
	Entry("X3.9", false, false, `{"rows":[{"title":"A","fine":`+fine2+`,"due":"d","desk":{"vault":1}}]}`, "degraded missing[] invalid[] degraded[desk] withheld[] undeclared[desk.vault]"),
	Entry("X3.10", false, false, `{"rows":[{"title":"A","fine":`+fine2+`,"due":"d","desk":{"city":"O","chief":{}}}]}`, "degraded missing[] invalid[] degraded[desk.chief] withheld[] undeclared[]"),
	Entry("X3.11", false, false, `{"rows":[{"title":"A","fine":`+fine2+`,"due":"d","desk":"Oslo"}]}`, "degraded missing[] invalid[{desk resource}] degraded[desk] withheld[] undeclared[]"),
	Entry("X3.12", false, false, `{"rows":[{"title":7,"fine":`+fine2+`,"due":false,"desk":{"city":"O"}}]}`, "ok missing[] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.13", false, false, `{"rows":[{"title":"A","fine":`+fine2+`,"due":["d"],"desk":{"city":"O"}}]}`, "degraded missing[] invalid[{due date}] degraded[due] withheld[] undeclared[]"),
	Entry("X3.14", false, false, `{"rows":[null,5]}`, "violation missing[title fine] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.15 in our order of rows", false, false, `{"rows":[{"title":"A"},{"fine":`+fine2+`}]}`, "violation missing[fine title] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.16", true, false, `{"rows":[{"title":"A","fine":`+fine2+`,"due":"d","desk":{"chief":{"x":1}}}]}`, "violation missing[desk.city] invalid[] degraded[] withheld[] undeclared[desk.chief.x]"),
	Entry("X3.18 two error rows", false, true, `{"rows":[{"fault":"E1"},{"fault":"E2"}]}`, "ok missing[] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.19 no usable row", false, true, `{"rows":[{"title":"B"}]}`, "violation missing[fine] invalid[] degraded[] withheld[] undeclared[]"),
)

var _ = Describe("X3.17 rows that match neither shape", func() {
	It("are counted, with the first one's index and what they lack", func() {
		ir, tool := library(false)
		p := project(ir, withFaultRows(tool), bodyOf(`{"rows":[{"title":"A","fine":`+fine2+`,"due":"d","desk":{"city":"O"}},{"fault":"E1","hint":"gone"},{"title":"B"}]}`), &baseline{})
		Expect(read(p)).To(HavePrefix("ok missing[] invalid[] degraded[]"))
		Expect(p.rows.all).To(Equal(3))
		Expect([]int{p.rows.ok, p.rows.failed, p.rows.bad, p.rows.firstBad}).To(Equal([]int{1, 1, 1, 2}))
		Expect(p.rows.badNames).To(Equal([]string{"fine"}))
		Expect(p.rows.kept).To(Equal([]bool{true, false, false}))
	})
})

var _ = DescribeTable("EX-3.9 extracted fields, and table 3.5",
	func(t manifest.Type, required bool, path, body, want string) {
		tool := &manifest.Tool{ID: "t.t", Output: []*manifest.Field{aField("f", t, required)}, Extract: []*manifest.FieldMapping{{Name: "f", Path: path}},
			Origins: &manifest.Origins{Images: []string{"https://img.pier.example"}}}
		Expect(read(project(&manifest.IR{}, tool, bodyOf(body), &baseline{}))).To(Equal(want))
	},
	Entry("X3.20 zero is present", plainType(manifest.Quantity), true, "$.total", `{"total":0}`, "ok missing[] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.21", plainType(manifest.Quantity), true, "$.total", `[]`, "violation missing[f] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.22 the reference takes a missing list for an empty one", listOf(manifest.Text), true, "$.warns[*]", `{}`, "ok missing[] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.23", listOf(manifest.Text), false, "$.warns[*]", `{"warns":["a",{"x":1}]}`, "degraded missing[] invalid[{f list}] degraded[f] withheld[] undeclared[]"),
	Entry("X3.24", listOf(manifest.Image), true, "$.pics[*]", `{"pics":["https://img.pier.example/1.png","https://cdn.other.example/2.png","https://IMG.pier.example/3.png"]}`, "degraded missing[] invalid[] degraded[] withheld[f[1]] undeclared[]"),
	Entry("X3.25", plainType(manifest.Image), true, "$.cover", `{"cover":"http://img.pier.example/a"}`, "violation missing[] invalid[] degraded[] withheld[f] undeclared[]"),
	Entry("VR3.28 optional", plainType(manifest.Image), false, "$.cover", `{"cover":"http://img.pier.example/a"}`, "degraded missing[] invalid[] degraded[] withheld[f] undeclared[]"),
	Entry("VR3.27 no list of pages", plainType(manifest.WebPage), false, "$.cover", `{"cover":"https://img.pier.example/a"}`, "degraded missing[] invalid[] degraded[] withheld[f] undeclared[]"),
	Entry("X3.26", plainType(manifest.Party), true, "$.p", `{"p":3}`, "ok missing[] invalid[] degraded[] withheld[] undeclared[]"),
	Entry("X3.27", plainType(manifest.Party), true, "$.p", `{"p":{"adults":2,"children":{"a":1},"dog":1}}`, "degraded missing[] invalid[] degraded[f.children] withheld[] undeclared[f.dog]"),
	Entry("VR3.5 party without adults", plainType(manifest.Party), true, "$.p", `{"p":{"children":1}}`, "violation missing[] invalid[{f party}] degraded[] withheld[] undeclared[]"),
	Entry("X3.28 amount in text", plainType(manifest.Money), true, "$.p", `{"p":{"amount":"2","currency":"EUR"}}`, "violation missing[] invalid[{f money}] degraded[] withheld[] undeclared[]"),
	Entry("X3.28 small letters", plainType(manifest.Money), true, "$.p", `{"p":{"amount":2,"currency":"eur"}}`, "violation missing[] invalid[{f money}] degraded[] withheld[] undeclared[]"),
	Entry("X3.28 infinite", plainType(manifest.Money), true, "$.p", `{"p":{"amount":1e400,"currency":"EUR"}}`, "violation missing[] invalid[{f money}] degraded[] withheld[] undeclared[]"),
	Entry("X3.29", manifest.Type{Kind: manifest.KindResource, Resource: "R", Identity: true}, false, "$.h", `{"h":{"id":"h1"}}`, "degraded missing[] invalid[{f resource}] degraded[f] withheld[] undeclared[]"),
	Entry("3.5 date range", plainType(manifest.DateRange), true, "$.d", `{"d":{"from":"a","to":{}}}`, "violation missing[] invalid[{f date-range}] degraded[] withheld[] undeclared[]"),
	Entry("3.5 preference set", plainType(manifest.PreferenceSet), true, "$.d", `{"d":["a",null]}`, "violation missing[] invalid[{f preference-set}] degraded[] withheld[] undeclared[]"),
	Entry("3.5 an unknown resource fits nothing", resourceOf("X"), true, "$.d", `{"d":{}}`, "violation missing[] invalid[{f resource}] degraded[] withheld[] undeclared[]"),
	Entry("VR3.6 the first match decides", plainType(manifest.Text), true, "$..d", `{"a":{"d":null},"b":{"d":"x"}}`, "violation missing[f] invalid[] degraded[] withheld[] undeclared[]"),
)

var _ = Describe("projection limits", func() {
	It("VR3.24 names at most fifty undeclared keys", func() {
		ir, tool := library(false)
		keys := ""
		for i := range 80 {
			keys += fmt.Sprintf(`,"k%d":1`, i)
		}
		p := project(ir, tool, bodyOf(`{"rows":[{"title":"A","fine":`+fine2+`,"desk":{"city":"O"`+keys+`}}]}`), &baseline{})
		Expect(p.undeclared).To(HaveLen(50))
		Expect(p.undeclared[49]).To(Equal("desk.k49"))
	})
	It("VR3.29 names at most 25 withheld items, then one for all others", func() {
		tool := &manifest.Tool{Output: []*manifest.Field{aField("f", listOf(manifest.Image), true)}, Extract: []*manifest.FieldMapping{{Name: "f", Path: "$[*]"}}}
		body := "["
		for i := range 40 {
			body += fmt.Sprintf(`"http://x%d",`, i)
		}
		p := project(&manifest.IR{}, tool, bodyOf(body+`1]`), &baseline{})
		Expect(p.withheld).To(HaveLen(26))
		Expect(p.withheld[25]).To(Equal("f[…]"))
	})
	It("3.5 looks into 32 nested resources, not into more", func() {
		ir := &manifest.IR{Resources: []*manifest.Resource{{Name: "Box", Fields: []*manifest.Field{aField("box", resourceOf("Box"), false)}}}}
		tool := &manifest.Tool{Response: &manifest.Response{Resource: "Box", Field: "b", Fields: []*manifest.FieldMapping{{Name: "box", Path: "$.box"}}}}
		nested := func(n int) string {
			text := "{}"
			for range n {
				text = `{"box":` + text + `}`
			}
			return text
		}
		Expect(project(ir, tool, bodyOf(nested(32)), &baseline{}).invalid).To(BeEmpty())
		Expect(project(ir, tool, bodyOf(nested(33)), &baseline{}).degraded).NotTo(BeEmpty())
	})
	It("VR3.23 a misfit that could have carried an image is withheld, through cycles", func() {
		ir := &manifest.IR{Resources: []*manifest.Resource{
			{Name: "A", Fields: []*manifest.Field{aField("b", resourceOf("B"), false)}},
			{Name: "B", Fields: []*manifest.Field{aField("a", resourceOf("A"), false), aField("pic", plainType(manifest.Image), false)}},
		}}
		tool := &manifest.Tool{Output: []*manifest.Field{aField("f", resourceOf("A"), false)}, Extract: []*manifest.FieldMapping{{Name: "f", Path: "$.f"}}}
		p := project(ir, tool, bodyOf(`{"f":"x"}`), &baseline{})
		Expect(read(p)).To(Equal("degraded missing[] invalid[] degraded[] withheld[f] undeclared[]"))
	})
})
