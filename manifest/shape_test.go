package manifest_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = DescribeTable("shape issues, word for word",
	func(c change, want string) {
		Expect(issuesOf(changed(c))).To(Equal([]string{want}))
	},
	Entry("EX-1.3 members missing on two levels", put(catalogYAML, "company: {}\ncapabilities: [depot.list-carts]\n"),
		"capabilities.yaml: / must have required property 'providers'; /company must have required property 'id'"),
	Entry("EX-1.4 DR1.13 an unknown key", appendTo(catalogYAML, "extra: 1\n"),
		"capabilities.yaml: / must NOT have additional properties"),
	Entry("EX-1.5 everything at once", put(catalogYAML, "company: {id: Depot}\ncapabilities: [depot, depot.list, depot.list]\nproviders: []\n"),
		`capabilities.yaml: /company/id must match pattern "^[a-z][a-z0-9-]*$"; `+
			`/capabilities/0 must match pattern "^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$"; `+
			`/capabilities must NOT have duplicate items (items ## 2 and 1 are identical); `+
			`/providers must NOT have fewer than 1 items`),
	Entry("EX-1.9 DR1.16 an unknown word", edit(capabilityYAML, "effect: read", "effect: maybe"),
		capabilityYAML+`: /capability/effect must be equal to one of the allowed values (got "maybe")`),
	Entry("DR1.16 a word with a line break", edit(capabilityYAML, "effect: read", `effect: "a\nb"`),
		capabilityYAML+`: /capability/effect must be equal to one of the allowed values (got "a\nb")`),
	Entry("DR1.16 a long word", edit(capabilityYAML, "effect: read", "effect: "+strings.Repeat("é", 100)),
		capabilityYAML+`: /capability/effect must be equal to one of the allowed values (got "`+strings.Repeat("é", 76)+`…)`),
	Entry("DR1.17 no word at all", edit(capabilityYAML, "effect: read", "effect: 1"),
		capabilityYAML+`: /capability/effect must be string`),
	Entry("EX-1.10 a missing key", edit(capabilityYAML, "  effect: read\n", ""),
		capabilityYAML+`: /capability must have required property 'effect'`),
	Entry("DR1.11 a YAML 1.1 boolean is a string", edit(capabilityYAML, "{ collection: Cart }", "{ type: text, required: no }"),
		capabilityYAML+`: /capability/output/carts/required must be boolean; /capability/output/carts must match exactly one schema in oneOf`),
	Entry("2.2 an empty description", edit(capabilityYAML, "List the carts that stand idle.", "''"),
		capabilityYAML+`: /capability/description must NOT have fewer than 1 characters`),
	Entry("2.2 a description beyond 2,048 code points", edit(capabilityYAML, "List the carts that stand idle.", strings.Repeat("é", 2049)),
		capabilityYAML+`: /capability/description must NOT have more than 2048 characters`),
	Entry("2.2 an input without a value", edit(capabilityYAML, "  output:", "  input:\n  output:"),
		capabilityYAML+`: /capability/input must be object`),
	Entry("2.2 a policy token twice", appendTo(capabilityYAML, "  policies: [authenticated, authenticated]\n"),
		capabilityYAML+`: /capability/policies must NOT have duplicate items (items ## 1 and 0 are identical)`),
	Entry("EX-2.8 a failure's name", appendTo(capabilityYAML, "  failures: {NoCart: full}\n"),
		capabilityYAML+`: /capability/failures must match pattern "^[a-z][a-z0-9-]*$"; /capability/failures property name must be valid`),
	Entry("EX-2.9 no failure", appendTo(capabilityYAML, "  failures: {}\n"),
		capabilityYAML+`: /capability/failures must NOT have fewer than 1 properties`),
	Entry("EX-2.10 a method in lower case", edit(bindingYAML, "method: GET", "method: get"),
		bindingYAML+`: /binding/connector/rest/method must be equal to one of the allowed values (got "get")`),
	Entry("EX-2.11 no block for the type", edit(bindingYAML, "    rest: { method: GET, path: /carts }\n", ""),
		bindingYAML+`: /binding/connector must have required property 'rest'`),
	Entry("EX-2.12 a mapping that tightens", edit(bindingYAML, `"$.id"`, `{path: "$.id", required: true}`),
		bindingYAML+`: /binding/response/map/plate/required must be equal to constant; /binding/response/map/plate must match exactly one schema in oneOf`),
	Entry("2.6.4 no mapping", edit(bindingYAML, "    map:\n      plate: \"$.id\"\n      load: \"$.l\"\n", "    map: {}\n"),
		bindingYAML+`: /binding/response/map must NOT have fewer than 1 properties`),
	Entry("EX-2.16 an empty list of origins", appendTo(bindingYAML, "  origins: { pages: [] }\n"),
		bindingYAML+`: /binding/origins/pages must NOT have fewer than 1 items`),
	Entry("2.6.7 no list of origins", appendTo(bindingYAML, "  origins: {}\n"),
		bindingYAML+`: /binding/origins must NOT have fewer than 1 properties`),
	Entry("2.6.6 a contract of another source", appendTo(bindingYAML, "  contract: {source: guessed, fingerprint: x, probe: {}}\n"),
		bindingYAML+`: /binding/contract/source must be equal to constant; `+
			`/binding/contract/fingerprint must match pattern "^sha256:[0-9a-f]{64}$"; `+
			`/binding/contract/probe must have required property 'fixture'`),
	Entry("EX-5.18 a shape with an unknown word", appendTo(bindingYAML, contractYAML(`{"$": object, "$.a": int}`)),
		bindingYAML+`: /binding/contract/shape/$.a must be equal to one of the allowed values (got "int")`),
	Entry("DR1.15 a pointer is escaped", appendTo(bindingYAML, contractYAML(`{"$.a/b~c": int}`)),
		bindingYAML+`: /binding/contract/shape/$.a~1b~0c must be equal to one of the allowed values (got "int")`),
	Entry("EX-2.17 a policy's id", put("a.policy.yaml", policy("Guard_1", ", scope: provider, provider: yard", "{}")),
		`a.policy.yaml: /metadata/id must match pattern "^[a-z][a-z0-9-]*$"`),
	Entry("EX-2.18 numbers of a limit", put("a.policy.yaml", policy("g", "", "{rateLimit: {maxInvocations: 0, windowSeconds: 1.5}}")),
		`a.policy.yaml: /spec/rateLimit/maxInvocations must be >= 1; /spec/rateLimit/windowSeconds must be integer`),
	Entry("2.7.4 a spec without a value", put("a.policy.yaml", policy("g", "", "")),
		`a.policy.yaml: /spec must be object`),
	Entry("2.7.1 another version", put("a.policy.yaml", strings.Replace(policy("g", "", "{}"), "archstone/v1", "archstone/v2", 1)),
		`a.policy.yaml: /apiVersion must be equal to constant`),
)

func contractYAML(shape string) string {
	return "  contract:\n    source: recorded\n    fingerprint: sha256:" + strings.Repeat("0", 64) +
		"\n    probe: { fixture: fixtures/a.json }\n    shape: " + shape + "\n"
}

// field puts one input field into the capability.
func field(descriptor string) change {
	return edit(capabilityYAML, "  output:", "  input:\n    bay: "+descriptor+"\n  output:")
}

var _ = DescribeTable("field descriptors that are refused (DR1.18, DR2.1 to DR2.4)",
	func(descriptor, want string) {
		issues := issuesOf(changed(field(descriptor)))
		Expect(issues).To(HaveLen(1))
		Expect(issues[0]).To(ContainSubstring("/capability/input/bay"))
		Expect(issues[0]).To(ContainSubstring(want))
		Expect(issues[0]).To(HaveSuffix("/capability/input/bay must match exactly one schema in oneOf"))
	},
	Entry("EX-2.2 an enum without values", "{ type: enum }", "must have required property 'values'"),
	Entry("EX-2.3 values without an enum", "{ type: text, values: [a] }", "must NOT have additional properties"),
	Entry("EX-2.4 a collection with required", "{ collection: Cart, required: false }", "must NOT have additional properties"),
	Entry("EX-2.5 no such type", "{ type: boolean }", `/type must be equal to one of the allowed values (got "boolean")`),
	Entry("EX-2.6 two forms", "{ type: text, ref: Cart }", "must NOT have additional properties"),
	Entry("EX-1.14 a list of links", "{ list: web-page }", `/list must be equal to one of the allowed values (got "web-page")`),
	Entry("DR2.2 values that are no strings", "{ type: enum, values: [1, 2] }", "/values/0 must be string"),
	Entry("DR2.2 a value twice", "{ type: enum, values: [a, a] }", "duplicate items"),
	Entry("DR2.2 no value", "{ list: enum, values: [] }", "/values must NOT have fewer than 1 items"),
	Entry("a resource with values", "{ type: Cart, values: [a] }", "must NOT have additional properties"),
	Entry("a reference to something odd", "{ ref: cart }", "/ref must match pattern"),
	Entry("no form at all", "{ required: true }", "must have required property 'type'"),
	Entry("a string", "text", "must be object"),
)

var _ = DescribeTable("what is accepted by shape",
	func(c change) { Expect(changed(c).Issues).To(BeEmpty()) },
	Entry("EX-2.1 an enum", field("{ type: enum, values: [north, south] }")),
	Entry("EX-2.7 a list of images", edit(capabilityYAML, "{ collection: Cart }", "{ collection: Cart }\n    photos: { list: image }")),
	Entry("EX-2.19 a limit with something missing and something extra",
		put("a.policy.yaml", policy("g", ", scope: provider, provider: yard", "{rateLimit: {maxInvocations: 3, burst: 9}}"))),
	Entry("DR2.3 every semantic type as an input",
		field("{ type: location, required: false, description: Somewhere. }")),
	Entry("DR1.18 a base URL that is a placeholder", edit(bindingYAML, "path: /carts", `path: /carts, baseUrl: "${YARD_URL}"`)),
	Entry("2.5 a resource without fields", put(resourceYAML, "resource: {name: depot.Cart, fields: {}}\n")),
	Entry("DR2.8 all forms of a query entry",
		edit(bindingYAML, "path: /carts", "path: /carts, query: {a: b, c: {name: d, explode: false, onQuery: true}, e: {}}")),
	Entry("2.6.2 an open graphql block", edit(bindingYAML, "type: rest\n    rest: { method: GET, path: /carts }",
		"type: graphql\n    graphql: { endpoint: /q, operation: o, more: 1 }")),
	Entry("2.7.4 empty strings and repetitions in lists",
		put("a.policy.yaml", policy("g", ", scope: provider, provider: yard", `{allow: ["", a, a]}`))),
)

const sqlConnector = `type: sql
    sql:
      engine: postgres
      dsn: "${DEPOT_DSN}"
      statementKind: select
      query: SELECT plate FROM carts
      params: []
`

func sql(old, text string) change {
	return all(
		edit(bindingYAML, "type: rest\n    rest: { method: GET, path: /carts }\n", sqlConnector),
		edit(bindingYAML, old, text),
	)
}

var _ = DescribeTable("sql connectors",
	func(c change, want string) {
		issues := issuesOf(changed(c))
		if want == "" {
			Expect(issues).To(BeEmpty())
			return
		}
		Expect(issues).To(ConsistOf(ContainSubstring(want)))
	},
	Entry("2.6.3 accepted", sql("params: []", "params: []"), ""),
	Entry("EX-2.13 a literal connection string", sql(`"${DEPOT_DSN}"`, `"postgres://u:p@h/db"`), "/binding/connector/sql/dsn must match pattern"),
	Entry("EX-2.14 another engine", sql("postgres", "mysql"), `(got "mysql")`),
	Entry("EX-2.15 a rest block beside", sql("params: []", "params: []\n    rest: { method: GET, path: /x }"), "/binding/connector must NOT have additional properties"),
	Entry("A1 no params", sql("      params: []\n", ""), "must have required property 'params'"),
	Entry("A1 an unknown member", sql("params: []", "params: []\n      pool: 3"), "/binding/connector/sql must NOT have additional properties"),
	Entry("A1 a sql block beside rest", edit(bindingYAML, "path: /carts }", "path: /carts }\n    sql: {}"), "/binding/connector must NOT have additional properties"),
)
