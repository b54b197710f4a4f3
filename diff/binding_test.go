package diff_test

import (
	"slices"

	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func withREST(change func(r *manifest.REST)) *manifest.IR {
	return withMoorings(func(t *manifest.Tool) { change(t.Connector.REST) })
}

const bound = " binding-changed harbour.list-moorings "

var _ = DescribeTable("bindings (section 7.6)", check,
	Entry("EX-7.20 path", withREST(func(r *manifest.REST) { r.Path = "/v2/moorings" }), "compatible"+bound+"connector: binding connector changed"),
	Entry("EX-7.21 removed", withMoorings(func(t *manifest.Tool) { t.Connector = nil }),
		"breaking"+bound+"connector: binding removed — still advertised, no longer invocable"),
	Entry("added", withTool(skipper, func(t *manifest.Tool) { t.Connector = &manifest.Connector{Type: manifest.ConnectorSQL} }),
		"compatible binding-changed harbour.find-skipper connector: binding added (sql) — now invocable"),
	Entry("another type", withMoorings(func(t *manifest.Tool) { t.Connector = &manifest.Connector{Type: manifest.ConnectorGRPC} }),
		"compatible"+bound+"connector: binding connector changed"),
	Entry("an empty body is not an absent one", withREST(func(r *manifest.REST) { r.Body = new(string) }),
		"compatible"+bound+"connector: binding connector changed"),
	Entry("response", withMoorings(func(t *manifest.Tool) {
		t.Response = &manifest.Response{Resource: "harbour.Mooring", Field: "moorings"}
	}),
		"compatible"+bound+"response: binding response mapping changed"),
	Entry("extract", withMoorings(func(t *manifest.Tool) { t.Extract = []*manifest.FieldMapping{{Name: "total", Path: "$.n"}} }),
		"compatible"+bound+"extract: binding extract mapping changed"),
	Entry("an empty extract is none", withMoorings(func(t *manifest.Tool) { t.Extract = []*manifest.FieldMapping{} })),
	Entry("origins", withMoorings(func(t *manifest.Tool) { t.Origins = &manifest.Origins{Pages: []string{"https://harbour.example"}} }),
		"compatible"+bound+"origins: binding origins changed"),
	Entry("provider", withMoorings(func(t *manifest.Tool) { t.Provider = "quay" }), "compatible"+bound+"provider: provider changed: pier → quay"),
)

var _ = Describe("equality of bindings (DR7.8)", func() {
	full := func() *manifest.IR {
		yes := true
		return withMoorings(func(t *manifest.Tool) {
			t.Connector.REST.Headers = []manifest.KeyValue{{Key: "accept", Value: "a"}, {Key: "x-key", Value: "${KEY}"}}
			t.Connector.REST.Query = []manifest.QueryParam{{Field: "day", Name: "d", Object: true, Explode: &yes}, {Field: "size"}}
			t.Response = &manifest.Response{
				Resource: "harbour.Mooring", Field: "moorings",
				Fields:  []*manifest.FieldMapping{{Name: "code", Path: "$.c"}, {Name: "skipper", Path: "$.s", Loosened: true}},
				OnError: &manifest.OnError{ErrorResource: "harbour.Attic", When: manifest.When{Path: "$.e", Equals: `{"a":1,"b":[1,2]}`}},
			}
		})
	}
	same := func(change func(t *manifest.Tool)) []string {
		after := full()
		change(after.Tool(moorings))
		return brief(diff.Compare(full(), after))
	}
	DescribeTable("does not see", func(change func(t *manifest.Tool)) { Expect(same(change)).To(BeEmpty()) },
		Entry("nothing", func(*manifest.Tool) {}),
		Entry("the order of headers", func(t *manifest.Tool) { slices.Reverse(t.Connector.REST.Headers) }),
		Entry("the order of query parameters", func(t *manifest.Tool) { slices.Reverse(t.Connector.REST.Query) }),
		Entry("the order of keys in equals", func(t *manifest.Tool) { t.Response.OnError.When.Equals = `{"b":[1,2],"a":1}` }),
		Entry("lines", func(t *manifest.Tool) { t.Response.Fields[0].Pos = at("x", 7) }),
	)
	DescribeTable("sees", func(change func(t *manifest.Tool)) { Expect(same(change)).To(HaveLen(1)) },
		Entry("the order of mapped fields", func(t *manifest.Tool) { slices.Reverse(t.Response.Fields) }),
		Entry("a header's value", func(t *manifest.Tool) { t.Connector.REST.Headers[0].Value = "b" }),
		Entry("a query parameter's name", func(t *manifest.Tool) { t.Connector.REST.Query[0].Name = "date" }),
		Entry("a query parameter's explode", func(t *manifest.Tool) { t.Connector.REST.Query[0].Explode = nil }),
		Entry("a loosened field", func(t *manifest.Tool) { t.Response.Fields[1].Loosened = false }),
		Entry("the value of equals", func(t *manifest.Tool) { t.Response.OnError.When.Equals = `{"a":1,"b":[2,1]}` }),
		Entry("a test for existence", func(t *manifest.Tool) { t.Response.OnError.When.Exists = new(bool) }),
		Entry("onError going", func(t *manifest.Tool) { t.Response.OnError = nil }),
	)
})
