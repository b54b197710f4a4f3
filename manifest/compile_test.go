package manifest_test

import (
	"flag"
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/manifest"
)

var update = flag.Bool("update", false, "rewrite the expected artifacts in testdata")

// fleet uses every part of a declaration at once.
func fleet() map[string]string {
	return map[string]string{
		catalogYAML: "company: {id: fleet, name: Fleet & Söhne, description: Not compiled.}\ncapabilities: [fleet.find-carts, fleet.sum-loads]\nproviders: [yard, books]\n",
		"a.capability.yaml": `capability:
  id: fleet.find-carts
  description: "Find carts <free> & \"near\"."
  effect: read
  provider: yard
  lifecycle: beta
  policies: [authenticated, human-approval]
  failures: { none-free: Every cart is taken. }
  input:
    day: { type: date }
    size: { type: enum, values: [s, l], required: false, description: Size of the bed. }
  output:
    carts: { collection: Cart }
    total: { type: quantity, required: false }
    tags: { list: enum, values: [a, b], required: false }
`,
		"b.capability.yaml": "capability: {id: fleet.sum-loads, description: Sum., effect: read, provider: books, input: {yard: {type: identifier}}, output: {sum: {type: Sum}}}\n",
		"cart.resource.yaml": `resource:
  name: fleet.Cart
  fields:
    plate: { type: identifier }
    owner: { ref: Owner, required: false }
    photo: { type: image, required: false }
    page: { type: web-page, required: false }
    maker: { type: Owner, required: false }
`,
		"error.resource.yaml": "resource: {name: fleet.CartError, fields: {code: {type: text}}}\n",
		"owner.resource.yaml": "resource: {name: Owner, fields: {name: {type: text}}}\n",
		"sum.resource.yaml":   "resource: {name: fleet.Sum, fields: {value: {type: money}}}\n",
		"bindings/a.binding.yaml": `binding:
  capabilityId: fleet.find-carts
  connector:
    type: rest
    rest:
      method: POST
      path: /carts/{size}
      baseUrl: "${YARD_URL}"
      headers: { X-Later: "2", X-First: "${caller.accessToken}" }
      body: ""
      query: { day: on, size: { name: s, explode: false, onQuery: true } }
  response:
    collection: "$.rows[*]"
    resource: Cart
    map:
      plate: "$.id"
      owner: { path: "$.own", required: false }
      maker: { path: "$.maker" }
    onError:
      errorResource: CartError
      when: { path: "$.e", equals: [1.50, { a: "b, {}" }, [], {}, null], exists: true }
      map: { code: "$.e.code" }
  extract:
    total: "$.n"
    tags: { path: "$.t[*]", required: false }
  origins:
    images: ["https://i.fleet.example"]
    pages: ["https://fleet.example"]
  contract:
    source: recorded
    fingerprint: sha256:3f34feb8fd30afdb751dafa7d28308c376f1f448028d376d36f52a918e89fb07
    probe: { fixture: fixtures/b.json }
    shape: { "$": object, "$.z": array, "$.a": number }
    verifiedAt: "2026-01-02T03:04:05Z"
`,
		"bindings/b.binding.yaml": `binding:
  capabilityId: fleet.sum-loads
  connector:
    type: sql
    sql:
      engine: postgres
      dsn: "${BOOKS_DSN}"
      statementKind: select
      query: |
        SELECT sum FROM loads WHERE yard = $1
      params: [yard]
  response: { resource: Sum, map: { value: "$.sum" } }
`,
		"guard.policy.yaml": policy("guard", ", scope: provider, provider: yard", "{allow: [], deny: ['user:x'], constraints: {}, rateLimit: {maxInvocations: 3.0, windowSeconds: 60}}"),
		"other.policy.yaml": policy("other", ", scope: capability, capabilityId: fleet.sum-loads", "{allow: ['user:y']}"),
	}
}

func golden(name string, got []byte) {
	GinkgoHelper()
	file := "testdata/" + name
	if *update {
		Expect(os.WriteFile(file, got, 0o600)).To(Succeed())
	}
	want, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred())
	Expect(string(got)).To(Equal(string(want)))
}

var _ = Describe("the artifact (5.2 to 5.10)", func() {
	It("EX-5.9 DR5.20 is canonical to the byte, contracts included", func() {
		m := load(fleet())
		Expect(issuesOf(m)).To(BeEmpty())
		Expect(m.IR).NotTo(BeNil(), "%v", m.Diagnostics)
		golden("fleet.artifact.json", m.IR.Artifact())
	})
	It("DR5.21 loses its contracts, and nothing else, in a build", func() {
		ir := load(fleet()).IR
		golden("fleet.build.json", ir.Build())
		for _, t := range ir.Tools {
			t.Contract = nil
		}
		Expect(ir.Artifact()).To(Equal(ir.Build()))
	})
	It("DR5.20 escapes only what must be escaped", func() {
		m := changed(edit(capabilityYAML, "List the carts that stand idle.", `"<&> ü \u2028\u2029 \t\x01 \" \\"`))
		Expect(string(m.IR.Artifact())).To(ContainSubstring("<&> ü \u2028\u2029 \\t\\u0001 \\\" \\\\"))
	})
	It("DR5.1 is the same however often", func() {
		Expect(load(fleet()).IR.Artifact()).To(Equal(load(fleet()).IR.Artifact()))
	})
	It("reads its own artifact back", func() {
		want := load(fleet()).IR.Artifact()
		ir, err := manifest.ParseArtifact(want)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(ir.Artifact())).To(Equal(string(want)))
	})
})

var _ = DescribeTable("what a part compiles to (5.12)",
	func(c change, want string, there bool) {
		m := changed(c)
		Expect(m.IR).NotTo(BeNil(), "%v %v", m.Issues, m.Diagnostics)
		flat := strings.Join(strings.Fields(string(m.IR.Artifact())), "")
		if there {
			Expect(flat).To(ContainSubstring(want))
		} else {
			Expect(flat).NotTo(ContainSubstring(want))
		}
	},
	Entry("EX-5.10 no lifecycle", unchanged, `"lifecycle":"stable"`, true),
	Entry("EX-5.10 beta", appendTo(capabilityYAML, "  lifecycle: beta\n"), `"lifecycle":"beta"`, true),
	Entry("EX-5.11 a list", field("{list: enum, values: [a,b], required: false}"), `{"name":"bay","required":false,"type":{"kind":"list","items":"enum","values":["a","b"]}}`, true),
	Entry("EX-5.12 origins in one order", all(link("{type: image, required: false}", `"$.i"`), output("page", "{type: web-page}"), appendTo(bindingYAML, "  extract: {page: \"$.p\"}\n"),
		origins(`{images: ["https://i.depot.example"], pages: ["https://depot.example"]}`)),
		`"origins":{"pages":["https://depot.example"],"images":["https://i.depot.example"]}`, true),
	Entry("EX-5.13 an empty allow list", rule(forCapability, `{allow: [], deny: ["user:x"]}`), `"policyRules":[{"id":"guard","allow":[],"deny":["user:x"]}]`, true),
	Entry("EX-5.14 no policy", unchanged, `policyRules`, false),
	Entry("EX-5.15 error rows", onError(`{errorResource: CartError, when: {path: "$.e", exists: true}}`),
		`"onError":{"errorResource":"depot.CartError","when":{"path":"$.e","exists":true}}`, true),
	Entry("DR5.10 an empty error mapping", onError(`{errorResource: CartError, when: {path: "$.e"}, map: {}}`), `"when":{"path":"$.e"}}`, true),
	Entry("EX-5.16 a block of sql keeps its line end", sql("query: SELECT plate FROM carts", "query: |\n        SELECT plate\n"), `SELECTplate\n"`, true),
	Entry("EX-5.17 a contract without a shape", appendTo(bindingYAML, strings.Replace(contractYAML("x"), "    shape: x\n", "", 1)), `"probeFixture":"fixtures/a.json"}`, true),
	Entry("DR5.13 a contract with an empty shape", appendTo(bindingYAML, contractYAML("{}")), `"probeFixture":"fixtures/a.json"}`, true),
	Entry("DR5.12 policies of a provider", rule(forProvider, `{allow: [a, a]}`), `"policyRules":[{"id":"guard","allow":["a","a"]}]`, true),
	Entry("DR5.4 the last resource of a name", put("z.resource.yaml", "resource: {name: depot.Cart, fields: {plate: {type: text}, load: {type: text}}}"),
		`"resources":{"depot.Cart":[{"name":"plate","required":true,"type":{"kind":"scalar","semantic":"text"}}`, true),
)

var _ = DescribeTable("DR2.10 the value of equals is kept as JSON",
	func(authored, want string) {
		m := changed(onError(`{errorResource: CartError, when: {path: "$.e", equals: ` + authored + `}}`))
		Expect(m.IR).NotTo(BeNil(), "%v", m.Issues)
		Expect(m.IR.Tools[0].Response.OnError.When.Equals).To(Equal(want))
	},
	Entry("a string", "failed", `"failed"`),
	Entry("a YAML 1.1 boolean", "no", `"no"`),
	Entry("a boolean", "True", `true`),
	Entry("null", "~", `null`),
	Entry("an integer", "007", `7`),
	Entry("hexadecimal", "0xFF", `255`),
	Entry("a float", "1.10", `1.1`),
	Entry("negative zero", "-0.0", `0`),
	Entry("a large number", "1e21", `1e+21`),
	Entry("a small number", "0.00000012", `1.2e-7`),
	Entry("a plain large number", "100000000000000000000", `100000000000000000000`),
	Entry("a structure", "{b: [1, x], a: {}}", `{"b":[1,"x"],"a":{}}`),
)

var _ = It("refuses an equals that no JSON value equals", func() {
	m := changed(onError(`{errorResource: CartError, when: {path: "$.e", equals: [.inf]}}`))
	Expect(issuesOf(m)).To(Equal([]string{bindingYAML + ": /binding/response/onError/when/equals/0 must be a finite number"}))
})
