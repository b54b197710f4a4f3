package manifest_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/manifest"
)

// diagnoses expects exactly those diagnostics, in that order, and messages that
// hold every one of the names.
func diagnoses(c change, want []string, names ...string) {
	GinkgoHelper()
	m := changed(c)
	Expect(m.Issues).To(BeEmpty())
	Expect(codesOf(m)).To(Equal(want))
	var messages []string
	for _, d := range m.Diagnostics {
		Expect(d.Pos.Known()).To(BeTrue(), "%s has a position", d.Code)
		Expect(d.Message).NotTo(ContainSubstring("\n"))
		messages = append(messages, d.Message)
	}
	for _, name := range names {
		Expect(strings.Join(messages, "\n")).To(ContainSubstring(name))
	}
	Expect(m.Valid()).To(Equal(!strings.Contains(strings.Join(want, " "), "error ")))
}

func is(diagnostics ...string) []string { return append([]string{}, diagnostics...) }

const ghostBinding = `binding:
  capabilityId: depot.ghost
  connector: { type: rest, rest: { method: GET, path: /g } }
`

var _ = DescribeTable("catalog, providers and bindings (3.2)", diagnoses,
	Entry("EX-3.1 nothing", unchanged, is()),
	Entry("EX-3.2 an unknown provider", edit(capabilityYAML, "provider: yard", "provider: harbour"),
		is("error unknown-provider", "warning unused-provider"), "'harbour'", "'yard'"),
	Entry("EX-3.3 no provider", edit(capabilityYAML, "  provider: yard\n", ""),
		is("error missing-provider", "warning unused-provider"), capabilityYAML),
	Entry("EX-3.4 a listed id without a file", edit(catalogYAML, "[depot.list-carts]", "[depot.list-carts, depot.book]"),
		is("error declared-without-file"), "'depot.book'"),
	Entry("EX-3.5 an id twice", func(files map[string]string) { files["z.capability.yaml"] = files[capabilityYAML] },
		is("error duplicate-capability"), "depot.list-carts.capability.yaml, z.capability.yaml"),
	Entry("EX-3.6 no binding", drop(bindingYAML), is("warning capability-without-binding")),
	Entry("EX-3.7 a binding for nothing", edit(bindingYAML, "capabilityId: depot.list-carts", "capabilityId: depot.ghost"),
		is("error binding-without-capability", "warning capability-without-binding"), "'depot.ghost'"),
	Entry("EX-3.32 no catalog, no rules that need it", func(files map[string]string) {
		files[capabilityYAML] = strings.Replace(files[capabilityYAML], "provider: yard", "provider: harbour", 1)
		files["b.capability.yaml"] = "capability: {id: depot.more, description: x, effect: read, provider: other}"
	}, is("error unknown-provider", "error unknown-provider", "error file-not-declared", "warning unused-provider", "warning capability-without-binding")),
	Entry("05.6 two bindings", func(files map[string]string) { files["bindings/z.binding.yaml"] = files[bindingYAML] },
		is("error duplicate-binding"), bindingYAML+", bindings/z.binding.yaml"),
	Entry("05.6 three bindings", func(files map[string]string) {
		files["bindings/y.binding.yaml"], files["bindings/z.binding.yaml"] = files[bindingYAML], files[bindingYAML]
	}, is("error duplicate-binding", "error duplicate-binding")),
	Entry("05.6 two bindings for nothing", all(put("bindings/y.binding.yaml", ghostBinding), put("bindings/z.binding.yaml", ghostBinding)),
		is("error binding-without-capability", "error binding-without-capability", "error duplicate-binding")),
	Entry("DR3.3 the order inside", all(
		edit(catalogYAML, "[yard]", "[yard, unused]"),
		edit(catalogYAML, "[depot.list-carts]", "[depot.list-carts, depot.gone]"),
		put("m.capability.yaml", "capability: {id: depot.more, description: x, effect: read}"),
		put("z.capability.yaml", "capability: {id: depot.more, description: x, effect: read, provider: yard}"),
		put("bindings/ghost.binding.yaml", ghostBinding),
	), is("error duplicate-capability", "error missing-provider", "error declared-without-file", "error file-not-declared",
		"error file-not-declared", "warning unused-provider", "error binding-without-capability",
		"warning capability-without-binding", "warning capability-without-binding")),
)

var _ = It("EX-3.32 DR1.14 DR3.5 skips what needs a catalog that was refused", func() {
	m := changed(all(put(catalogYAML, "x: 1"), edit(capabilityYAML, "provider: yard", "provider: harbour"),
		put("a.policy.yaml", policy("g", ", scope: provider, provider: nobody", "{allow: [a]}"))))
	Expect(m.Issues).To(HaveLen(1))
	Expect(m.Diagnostics).To(BeEmpty())
	Expect(m.Valid()).To(BeFalse())
})

var _ = It("DR1.12 lets a refused file have its consequences", func() {
	m := changed(edit(capabilityYAML, "effect: read", "effect: maybe"))
	Expect(m.Issues).To(HaveLen(1))
	Expect(codesOf(m)).To(Equal(is("error declared-without-file", "warning unused-provider", "error binding-without-capability")))
})

const authenticated = "  policies: [authenticated]\n"

func rest(members string) change {
	return edit(bindingYAML, "path: /carts }", "path: /carts, "+members+" }")
}

var _ = DescribeTable("connectors (3.3)", diagnoses,
	Entry("EX-3.28 authenticated, but nothing is sent", appendTo(capabilityYAML, authenticated),
		is("warning authenticated-capability-no-caller-placeholder"), "policies:[authenticated]", "${caller.…}"),
	Entry("a credential in a header", all(appendTo(capabilityYAML, authenticated), rest(`headers: {X: "${caller.token}"}`)), is()),
	Entry("a credential in the body", all(appendTo(capabilityYAML, authenticated), rest(`body: "${caller.token}"`)), is()),
	Entry("a credential in the query", all(appendTo(capabilityYAML, authenticated), rest(`query: {a: "${caller.token}"}`)), is()),
	Entry("a query object does not count", all(appendTo(capabilityYAML, authenticated), rest(`query: {a: {name: "${caller.token}"}}`)),
		is("warning authenticated-capability-no-caller-placeholder")),
	Entry("the caller in the base URL", rest(`baseUrl: "https://${caller.host}"`),
		is("warning caller-influenced-baseurl-no-allowlist"), "InvokeOptions.allowedHosts", "--allow-host"),
	Entry("the caller in the base URL of a binding for nothing",
		put("bindings/ghost.binding.yaml", strings.Replace(ghostBinding, "path: /g", `path: /g, baseUrl: "${caller.x}"`, 1)),
		is("error binding-without-capability", "warning caller-influenced-baseurl-no-allowlist")),
	Entry("EX-3.29 soap", put(bindingYAML, "binding: {capabilityId: depot.list-carts, connector: {type: soap}}"),
		is("error connector-type-not-implemented"), "'soap'"),
	Entry("graphql", put(bindingYAML, "binding: {capabilityId: depot.list-carts, connector: {type: graphql}}"),
		is("error connector-type-not-implemented")),
	Entry("grpc", put(bindingYAML, "binding: {capabilityId: depot.list-carts, connector: {type: grpc}}"),
		is("error connector-type-not-implemented")),
)

// statement makes a sql binding of the depot with inputs id and day.
func statement(query, params string) change {
	return all(
		edit(capabilityYAML, "  output:", "  input:\n    id: { type: identifier }\n    day: { type: date }\n  output:"),
		sql("query: SELECT plate FROM carts", "query: "+query),
		edit(bindingYAML, "params: []", "params: "+params),
	)
}

var _ = DescribeTable("sql (3.4)", diagnoses,
	Entry("a statement that selects", statement(`"SELECT 1 WHERE a = $1 AND b = $2"`, "[id, day]"), is()),
	Entry("comments first", statement(`"-- a\n /* b */ select 1"`, "[]"), is()),
	Entry("EX-3.30 WITH that selects nothing", statement(`"/* x */ WITH a AS (TABLE t) TABLE a"`, "[]"), is("error sql-statement-not-read-only"), "connector.sql.query"),
	Entry("WITH that selects", statement(`"with a as (select 1) table a"`, "[]"), is()),
	Entry("a statement that writes", statement(`"DELETE FROM carts"`, "[]"), is("error sql-statement-not-read-only")),
	Entry("a word that only begins like it", statement(`"selected 1"`, "[]"), is("error sql-statement-not-read-only")),
	Entry("an open comment", statement(`"/* select 1"`, "[]"), is("error sql-statement-not-read-only")),
	Entry("no statement", statement(`""`, "[]"), is("error sql-statement-not-read-only")),
	Entry("EX-3.31 a parameter that is never used", statement(`"SELECT 1 WHERE a=$1"`, "[id, day]"),
		is("error sql-param-count-mismatch"), "connector.sql.params[1] ('day')", "$2"),
	Entry("a placeholder without a parameter", statement(`"SELECT $1, $3"`, "[id]"), is("error sql-param-count-mismatch"), "$3", "1 entry"),
	Entry("DR3.7 in a string and a comment", statement(`"SELECT '$1' -- $2"`, "[]"), is("error sql-param-count-mismatch"), "$2", "0 entries"),
	Entry("DR3.7 $0 satisfies nothing", statement(`"SELECT $0"`, "[id]"), is("error sql-param-count-mismatch"), "$1"),
	Entry("a parameter that is no input", statement(`"SELECT $1"`, "[plate]"), is("error sql-param-unresolved"), "'plate'", "'depot.list-carts'"),
)

var _ = DescribeTable("resources and references (3.5, 4.1)", diagnoses,
	Entry("a resource twice", put("z.resource.yaml", "resource: {name: depot.Cart, fields: {plate: {type: text}, load: {type: text, required: false}}}"),
		is("warning duplicate-resource"), "depot.cart.resource.yaml, z.resource.yaml"),
	Entry("an input of nothing", field("{ ref: Bay }"), is("error unknown-resource"),
		"capability 'depot.list-carts' (depot.list-carts.capability.yaml) input field 'bay' references resource 'Bay'"),
	Entry("an output of nothing", edit(capabilityYAML, "{ collection: Cart }", "{ collection: Cart }\n    bay: { type: Bay }"),
		is("error unknown-resource", "error unbound-output-field"), "output field 'bay'"),
	Entry("a resource of nothing, reached or not", put("z.resource.yaml", "resource: {name: depot.Bay, fields: {hall: {ref: Hall}}}"),
		is("error unknown-resource"), "resource 'depot.Bay' (z.resource.yaml) field 'hall' references resource 'Hall'"),
	Entry("EX-4.5 an ambiguous name", all(field("{ ref: Bay }"), put("y.resource.yaml", "resource: {name: Bay, fields: {}}"),
		put("z.resource.yaml", "resource: {name: depot.Bay, fields: {}}")),
		is("error unknown-resource"), "is ambiguous — it matches both depot.Bay and Bay; qualify it"),
	Entry("EX-4.9 a global resource reaches global ones only", all(put("y.resource.yaml", "resource: {name: Bay, fields: {hall: {type: Hall}}}"),
		put("z.resource.yaml", "resource: {name: depot.Hall, fields: {}}")), is("error unknown-resource"), "'Hall'"),
	Entry("DR4.2 a list references nothing", field("{ list: text }"), is()),
)

var _ = DescribeTable("name resolution (4.3)",
	func(loaded []string, ref, domain string, want manifest.Resolution) {
		known := map[string]bool{}
		for _, name := range loaded {
			known[name] = true
		}
		Expect(manifest.ResolveResource(ref, domain, func(name string) bool { return known[name] })).To(Equal(want))
	},
	Entry("EX-4.1", []string{"depot.Cart"}, "Cart", "depot", manifest.Resolution{Name: "depot.Cart"}),
	Entry("EX-4.2 DR4.5", []string{"depot.Cart"}, "Cart", "clinic", manifest.Resolution{}),
	Entry("EX-4.3", []string{"depot.Cart"}, "depot.Cart", "clinic", manifest.Resolution{Name: "depot.Cart"}),
	Entry("EX-4.4", []string{"Cart"}, "Cart", "clinic", manifest.Resolution{Name: "Cart"}),
	Entry("EX-4.5", []string{"depot.Cart", "Cart"}, "Cart", "depot", manifest.Resolution{Candidates: []string{"depot.Cart", "Cart"}}),
	Entry("EX-4.6", []string{"depot.Cart", "Cart"}, "Cart", "clinic", manifest.Resolution{Name: "Cart"}),
	Entry("EX-4.7", []string{"Cart"}, "depot.Cart", "depot", manifest.Resolution{}),
	Entry("EX-4.8", []string{"depot.Cart", "depot.Owner"}, "Owner", manifest.DomainOf("depot.Cart"), manifest.Resolution{Name: "depot.Owner"}),
	Entry("EX-4.9", []string{"Cart", "depot.Owner"}, "Owner", manifest.DomainOf("Cart"), manifest.Resolution{}),
	Entry("DR4.1 the first dot", []string{"depot.Cart"}, "Cart", manifest.DomainOf("depot.north.list"), manifest.Resolution{Name: "depot.Cart"}),
)
