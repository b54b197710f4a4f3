package manifest_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// output adds an output field.
func output(name, descriptor string) change {
	return edit(capabilityYAML, "{ collection: Cart }", "{ collection: Cart }\n    "+name+": "+descriptor)
}

const cartError = "resource: {name: depot.CartError, fields: {code: {type: text}, hint: {type: text}}}"

// onError adds error rows; the resource depot.CartError exists.
func onError(block string) change {
	return all(put("e.resource.yaml", cartError), appendTo(bindingYAML, "    onError: "+block+"\n"))
}

var _ = DescribeTable("response and extract (3.6)", diagnoses,
	Entry("EX-3.8 an unknown resource silences what depends on it", all(output("total", "{type: quantity}"), edit(bindingYAML, "resource: Cart", "resource: Pier")),
		is("error unknown-response-resource"), "'Pier' which is not defined by any *.resource.yaml"),
	Entry("an ambiguous resource", all(put("z.resource.yaml", "resource: {name: Cart, fields: {}}"), edit(capabilityYAML, "collection: Cart", "collection: depot.Cart")),
		is("error unknown-response-resource"), "'Cart' which is ambiguous — it matches both depot.Cart and Cart; qualify it"),
	Entry("EX-3.9 an unknown field", appendTo(bindingYAML, "      width: \"$.w\"\n"), is("error unknown-response-field"), "'width', not a field of resource 'depot.Cart'"),
	Entry("EX-3.10 a path without a root", edit(bindingYAML, `"$.id"`, "id"), is("error bad-response-path"), "must start with '$' (root)"),
	Entry("an unknown field with a bad path", appendTo(bindingYAML, "      width: w\n"), is("error unknown-response-field", "error bad-response-path")),
	Entry("a bad collection path", edit(bindingYAML, `"$.items[*]"`, `"$.items["`), is("error bad-response-path"), "response collection has an invalid JSONPath"),
	Entry("an empty collection path", edit(bindingYAML, `"$.items[*]"`, `""`), is("error bad-response-path", "error response-collection-mismatch"), "empty path"),
	Entry("05.6 a path that cannot be evaluated", edit(bindingYAML, `"$.id"`, `"$.a^"`), is("error bad-response-path"), "special characters"),
	Entry("05.6 a path that never matches", edit(bindingYAML, `"$.id"`, `"$id"`), is("error bad-response-path")),
	Entry("EX-3.11 an output that nothing fills", output("total", "{type: quantity}"), is("error unbound-output-field"), "'total', which is reachable by neither response: nor extract:"),
	Entry("EX-3.12 an extracted output", all(output("total", "{type: quantity}"), appendTo(bindingYAML, "  extract: {total: \"$.n\"}\n")), is()),
	Entry("EX-3.13 a collection cannot be extracted", all(output("total", "{type: quantity}"), appendTo(bindingYAML, "  extract: {total: \"$.n\", carts: \"$.items\"}\n")),
		is("error extract-field-wrong-kind"), "'carts', a resource/collection-typed output field", "response:"),
	Entry("an unknown extraction", appendTo(bindingYAML, "  extract: {sum: \"$.n\"}\n"), is("error unknown-extract-field"), "'sum', not a declared output field of capability 'depot.list-carts'"),
	Entry("a bad extraction path", all(output("total", "{type: quantity}"), appendTo(bindingYAML, "  extract: {total: \"@.n\"}\n")), is("error bad-extract-path"), "must start with '$' — '@'"),
	Entry("EX-3.14 two outputs of the resource", output("second", "{type: Cart}"), is("error response-output-mismatch"), "2 output fields reference resource 'depot.Cart' (need exactly one)"),
	Entry("EX-3.15 no output of the resource", edit(capabilityYAML, "carts: { collection: Cart }", "total: { type: quantity }"),
		is("error response-output-mismatch"), "no output field references resource 'depot.Cart'"),
	Entry("05.6 B1 only a reference to the resource", edit(capabilityYAML, "collection: Cart", "ref: Cart"), is("error response-output-mismatch"), "'carts' references resource 'depot.Cart' by ref"),
	Entry("05.8.5 a reference beside", output("again", "{ref: Cart}"), is("error response-output-mismatch"), "2 output fields"),
	Entry("05.6 B3 a collection without rows", edit(bindingYAML, "    collection: \"$.items[*]\"\n", ""), is("error response-collection-mismatch"), "'carts' is a collection"),
	Entry("05.6 B3 rows for a single object", edit(capabilityYAML, "collection: Cart", "type: Cart"), is("error response-collection-mismatch"), "'carts' is a single object"),
	Entry("05.6 B4 a required field without an entry", edit(bindingYAML, "      plate: \"$.id\"\n", ""), is("warning required-field-unmapped"), "'plate'"),
	Entry("05.6 an optional field without an entry", edit(bindingYAML, "      load: \"$.l\"\n", ""), is()),
	Entry("a quoted path", edit(bindingYAML, `"$.id"`, `"$['the id']"`), is()),
	Entry("DR3.8 neither block", put(bindingYAML, "binding: {capabilityId: depot.list-carts, connector: {type: rest, rest: {method: GET, path: /c}}}"), is()),
)

var _ = DescribeTable("onError (3.6)", diagnoses,
	Entry("accepted", onError(`{errorResource: CartError, when: {path: "$.e", equals: {a: [1, null]}}, map: {code: "$.c"}}`), is()),
	Entry("EX-3.16 the mapped resource itself", onError(`{errorResource: Cart, when: {path: "$.e"}}`), is("error bad-response-onerror"), "must differ from resource 'depot.Cart'"),
	Entry("EX-3.17 no rows", all(onError(`{errorResource: CartError, when: {path: "$.e"}}`), edit(bindingYAML, "    collection: \"$.items[*]\"\n", "")),
		is("error response-onerror-without-collection"), "declares onError but no collection"),
	Entry("an unknown resource", onError(`{errorResource: Oops, when: {path: "$.e"}}`), is("error unknown-response-onerror-resource"), "'Oops' is not defined by any *.resource.yaml"),
	Entry("an unknown field", onError(`{errorResource: CartError, when: {path: "$.e"}, map: {why: "$.w"}}`), is("error unknown-response-onerror-field"), "'why', not a field of resource 'depot.CartError'"),
	Entry("a bad path in map", onError(`{errorResource: CartError, when: {path: "$.e"}, map: {code: c}}`), is("error bad-response-path"), "onError.map field 'code'"),
	Entry("a bad path in when", onError(`{errorResource: CartError, when: {path: e}}`), is("error bad-response-path"), "onError.when"),
	Entry("an empty path in when", onError(`{errorResource: CartError, when: {path: ""}}`), is("error bad-response-onerror"), "missing path"),
)

// link adds a field to the cart and maps it.
func link(descriptor, mapping string) change {
	return all(
		appendTo(resourceYAML, "    page: "+descriptor+"\n"),
		appendTo(bindingYAML, "      page: "+mapping+"\n"),
	)
}

func origins(lists string) change { return appendTo(bindingYAML, "  origins: "+lists+"\n") }

var optionalLink = link("{ type: web-page, required: false }", `"$.u"`)

var _ = DescribeTable("links and images (3.7)", diagnoses,
	Entry("EX-3.18 no origins", optionalLink, is("error web-page-no-origins"), "'carts.page'", "origins.pages"),
	Entry("images have their own list", all(link("{ type: image, required: false }", `"$.u"`), origins(`{pages: ["https://depot.example"]}`)),
		is("error image-no-origins", "warning origins-unused"), "origins.images"),
	Entry("EX-3.19 a required link in a collection", all(link("{ type: web-page }", `"$.u"`), origins(`{pages: ["https://depot.example"]}`)),
		is("warning web-page-required-in-collection"), "'carts.page'"),
	Entry("EX-3.20 loosened by the mapping", all(link("{ type: web-page }", `{path: "$.u", required: false}`), origins(`{pages: ["https://depot.example"]}`)), is()),
	Entry("a required image in a collection", all(link("{ type: image }", `"$.u"`), origins(`{images: ["https://depot.example"]}`)), is("warning image-required-in-collection")),
	Entry("a list of images drops one by one", all(link("{ list: image }", `"$.u"`), origins(`{images: ["https://depot.example"]}`)), is()),
	Entry("EX-3.22 a duplicate that nothing uses", origins(`{pages: ["https://depot.example", "https://DEPOT.example:443"]}`),
		is("error origins-malformed", "warning origins-unused"), "duplicates 'https://depot.example'"),
	Entry("malformed entries count as a list", all(optionalLink, origins(`{pages: ["http://depot.example"]}`)), is("error origins-malformed")),
	Entry("EX-3.23 a link as an input", all(optionalLink, origins(`{pages: ["https://depot.example"]}`), field("{ type: Cart }")),
		is("error web-page-in-input"), "'bay.page' through resource 'depot.Cart'", "output-only"),
	Entry("EX-3.23 a reference is not walked", all(optionalLink, origins(`{pages: ["https://depot.example"]}`), field("{ ref: Cart }")), is()),
	Entry("a list of images as an input", field("{ list: image }"), is("error image-in-input"), "of type list: image"),
	Entry("neither block", all(output("logo", "{type: image}"), put(bindingYAML, "binding: {capabilityId: depot.list-carts, connector: {type: rest, rest: {method: GET, path: /c}}}")),
		is("error image-needs-mapping", "error image-no-origins"), "'logo'"),
	Entry("neither block, links and images in order of the first", all(output("logo", "{type: image}\n    home: {type: web-page}"),
		put(bindingYAML, "binding: {capabilityId: depot.list-carts, connector: {type: rest, rest: {method: GET, path: /c}}}")),
		is("error image-needs-mapping", "error image-no-origins", "error web-page-needs-mapping", "error web-page-no-origins")),
	Entry("DR3.12 no binding", all(optionalLink, drop(bindingYAML)), is("warning capability-without-binding")),
	Entry("DR3.10 error rows count", all(onError(`{errorResource: CartError, when: {path: "$.e"}}`),
		put("e.resource.yaml", "resource: {name: depot.CartError, fields: {more: {type: web-page, required: false}}}")), is("error web-page-no-origins"), "'more'"),
	Entry("DR3.9 resources that hold each other", all(optionalLink, origins(`{pages: ["https://depot.example"]}`),
		appendTo(resourceYAML, "    next: { type: Cart, required: false }\n")), is()),
	Entry("malformed before anything else", all(optionalLink, origins(`{images: ["x"]}`)),
		is("error origins-malformed", "error web-page-no-origins", "warning origins-unused")),
	Entry("malformed without a capability", put("bindings/ghost.binding.yaml", ghostBinding+"  origins: {pages: [x]}\n"),
		is("error binding-without-capability", "error origins-malformed")),
)

var _ = DescribeTable("DR3.11 bare origins",
	func(entry string, bare bool) {
		want := is()
		if !bare {
			want = is("error origins-malformed")
		}
		diagnoses(all(optionalLink, origins("{pages: ['"+entry+"']}")), want)
	},
	Entry("a host", "https://depot.example", true),
	Entry("a port", "https://depot.example:8443", true),
	Entry("letters of any script", "https://dépôt.例え", true),
	Entry("digits and inner hyphens", "https://a-1.10.example", true),
	Entry("EX-3.21 a slash", "https://depot.example/", false),
	Entry("EX-3.21 http", "http://depot.example", false),
	Entry("EX-3.21 a wildcard", "https://*.depot.example", false),
	Entry("EX-3.21 a trailing dot", "https://depot.example.", false),
	Entry("EX-3.21 port 0", "https://depot.example:0", false),
	Entry("an upper-case scheme", "HTTPS://depot.example", false),
	Entry("no port after the colon", "https://depot.example:", false),
	Entry("port 65536", "https://depot.example:65536", false),
	Entry("a port of letters", "https://depot.example:https", false),
	Entry("userinfo", "https://me@depot.example", false),
	Entry("a query", "https://depot.example?x", false),
	Entry("a fragment", "https://depot.example#x", false),
	Entry("a placeholder", "https://${HOST}", false),
	Entry("white space", "https://depot .example", false),
	Entry("brackets", "https://[::1]", false),
	Entry("a backslash", `https://depot\\.example`, false),
	Entry("an outer hyphen", "https://-depot.example", false),
	Entry("nothing", "https://", false),
)

var _ = DescribeTable("subjects, paths and positions",
	func(c change, code finding.Code, subject, path string, pos finding.Position) {
		for _, d := range changed(c).Diagnostics {
			if d.Code == code {
				Expect(d.Subject).To(Equal(subject))
				Expect(d.Path).To(Equal(path))
				Expect(d.Pos).To(Equal(pos))
				return
			}
		}
		Fail("no " + string(code))
	},
	Entry("of an output", output("total", "{type: quantity}"), manifest.UnboundOutputField, "depot.list-carts", "output.total",
		finding.Position{File: capabilityYAML, Line: 8, Column: 5, EndLine: 8, EndColumn: 10}),
	Entry("of a mapping entry", edit(bindingYAML, `"$.id"`, "id"), manifest.BadResponsePath, "depot.list-carts", "response.map.plate",
		finding.Position{File: bindingYAML, Line: 10, Column: 7, EndLine: 10, EndColumn: 12}),
	Entry("of a token", appendTo(capabilityYAML, "  policies: [human-approval]\n"), manifest.UnenforcedPolicyToken, "depot.list-carts", "policies[human-approval]",
		finding.Position{File: capabilityYAML, Line: 8, Column: 14, EndLine: 8, EndColumn: 28}),
	Entry("of a provider", edit(catalogYAML, "[yard]", "[yard, crane]"), manifest.UnusedProvider, "", "providers[crane]",
		finding.Position{File: catalogYAML, Line: 4, Column: 19, EndLine: 4, EndColumn: 24}),
	Entry("of a listed id", edit(catalogYAML, "[depot.list-carts]", "[depot.list-carts, depot.x]"), manifest.DeclaredWithoutFile, "depot.x", "capabilities[depot.x]",
		finding.Position{File: catalogYAML, Line: 3, Column: 34, EndLine: 3, EndColumn: 41}),
	Entry("of a resource's field", appendTo(resourceYAML, "    bay: { ref: Bay }\n"), manifest.UnknownResource, "depot.Cart", "fields.bay",
		finding.Position{File: resourceYAML, Line: 6, Column: 5, EndLine: 6, EndColumn: 8}),
	Entry("of a sql parameter", statement(`"SELECT $1"`, "[plate]"), manifest.SQLParamUnresolved, "depot.list-carts", "connector.sql.params[0]",
		finding.Position{File: bindingYAML, Line: 10, Column: 16, EndLine: 10, EndColumn: 21}),
	Entry("of a policy's provider", rule(", scope: provider, provider: crane", "{allow: [a]}"), manifest.PolicyScopeUnresolvable, "", "policy[guard].metadata.provider",
		finding.Position{File: "guard.policy.yaml", Line: 3, Column: 64, EndLine: 3, EndColumn: 69}),
	Entry("of a policy's capability", rule(", scope: capability, capabilityId: depot.gone", "{allow: [a]}"), manifest.PolicyScopeUnresolvable, "", "policy[guard].metadata.capabilityId",
		finding.Position{File: "guard.policy.yaml", Line: 3, Column: 70, EndLine: 3, EndColumn: 80}),
	Entry("of a scope that lacks its name", rule(", scope: provider", "{allow: [a]}"), manifest.PolicyScopeUnresolvable, "", "policy[guard].metadata.provider",
		finding.Position{File: "guard.policy.yaml", Line: 3, Column: 44, EndLine: 3, EndColumn: 52}),
	Entry("of a provider that is not the capability's", rule(forCapability+", provider: crane", "{allow: [a]}"), manifest.PolicyScopeConflict, "depot.list-carts", "policy[guard].metadata.provider",
		finding.Position{File: "guard.policy.yaml", Line: 3, Column: 98, EndLine: 3, EndColumn: 103}),
	Entry("of a mapped resource", edit(bindingYAML, "resource: Cart", "resource: Gone"), manifest.UnknownResponseResource, "depot.list-carts", "response.resource",
		finding.Position{File: bindingYAML, Line: 8, Column: 15, EndLine: 8, EndColumn: 19}),
	Entry("of an error resource", appendTo(bindingYAML, "    onError: { errorResource: Gone, when: { path: e } }\n"), manifest.UnknownOnErrorResource, "depot.list-carts", "response.onError",
		finding.Position{File: bindingYAML, Line: 12, Column: 31, EndLine: 12, EndColumn: 35}),
	Entry("of a test for error rows", appendTo(bindingYAML, "    onError: { errorResource: Gone, when: { path: e } }\n"), manifest.BadResponsePath, "depot.list-carts", "response.onError.when",
		finding.Position{File: bindingYAML, Line: 12, Column: 51, EndLine: 12, EndColumn: 52}),
	Entry("of a connector's type", edit(bindingYAML, "type: rest", "type: soap"), manifest.ConnectorNotImplemented, "depot.list-carts", "connector.type",
		finding.Position{File: bindingYAML, Line: 4, Column: 11, EndLine: 4, EndColumn: 15}),
)
