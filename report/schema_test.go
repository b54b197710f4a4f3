package report_test

import (
	"bytes"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/archverify/archverify/report"
	"github.com/archverify/archverify/schemas"
)

// strict compiles a schema with every object closed: what it does not describe
// is a fault here, although readers must bear it.
func strict(data []byte) *jsonschema.Schema {
	GinkgoHelper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	Expect(err).NotTo(HaveOccurred())
	closeObjects(doc)
	c := jsonschema.NewCompiler()
	Expect(c.AddResource("s.json", doc)).To(Succeed())
	schema, err := c.Compile("s.json")
	Expect(err).NotTo(HaveOccurred())
	return schema
}

func closeObjects(node any) {
	switch v := node.(type) {
	case map[string]any:
		if _, object := v["properties"]; object {
			v["additionalProperties"] = false
		}
		for _, child := range v {
			closeObjects(child)
		}
	case []any:
		for _, child := range v {
			closeObjects(child)
		}
	}
}

func expectValid(schema *jsonschema.Schema, text string) {
	GinkgoHelper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	Expect(err).NotTo(HaveOccurred())
	Expect(schema.Validate(value)).To(Succeed())
}

var _ = Describe("documents", func() {
	It("fit their schemas, with no member that these do not describe", func() {
		runSchema, verifySchema := strict(schemas.Run()), strict(schemas.Verify())
		for name, run := range everything() {
			By(name)
			expectValid(runSchema, render("json", run, report.Options{}))
			verify, err := report.VerifyJSON(run, true)
			Expect(err).NotTo(HaveOccurred())
			expectValid(verifySchema, string(verify))
		}
	})

	It("read back as they were", func() {
		for name, run := range everything() {
			if name == "hostile broken characters" {
				continue // JSON cannot hold them
			}
			text := render("json", run, report.Options{})
			back, err := report.ReadRun([]byte(text))
			Expect(err).NotTo(HaveOccurred(), name)
			Expect(render("json", back, report.Options{})).To(Equal(text), name)
		}
	})

	DescribeTable("are refused in one clear line", func(text, reason string) {
		_, err := report.ReadRun([]byte(text))
		Expect(err).To(MatchError(ContainSubstring(reason)))
		Expect(err.Error()).NotTo(ContainSubstring("\n"))
	},
		Entry("nothing", "", "no run document"),
		Entry("no JSON", "<html>", "no run document"),
		Entry("another document", `{"results":[],"skipped":[],"sandbox":false}`, "`--report json` writes one, `--json` does not"),
		Entry("another version", `{"schemaVersion":2,"command":"verify","subjects":[]}`, "schema version 2: this program reads version 1"),
		Entry("an unknown outcome", `{"schemaVersion":1,"command":"verify","subjects":[{"id":"a","outcome":"blue"}]}`, `unknown outcome "blue"`),
		Entry("an unknown severity", `{"schemaVersion":1,"command":"verify","subjects":[{"id":"a","outcome":"red","findings":[{"severity":"bad"}]}]}`, `unknown severity "bad"`),
	)
})
