package schemas_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/schemas"
)

var _ = DescribeTable("schemas are valid 2020-12 and fix their version", func(data []byte) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	Expect(err).NotTo(HaveOccurred())
	root := doc.(map[string]any)
	Expect(root["$schema"]).To(Equal("https://json-schema.org/draft/2020-12/schema"))
	Expect(root["$id"]).To(HaveSuffix(".schema.json"))
	Expect(root["properties"].(map[string]any)["schemaVersion"]).To(HaveKeyWithValue("const", json.Number("1")))
	c := jsonschema.NewCompiler()
	Expect(c.AddResource("s.json", doc)).To(Succeed())
	_, err = c.Compile("s.json")
	Expect(err).NotTo(HaveOccurred())
},
	Entry("run", schemas.Run()),
	Entry("verify", schemas.Verify()),
)

// What the program writes and what the schema describes are the same members:
// neither side may gain one alone.
var _ = DescribeTable("the schema of a run describes every member", func(def string, of any) {
	var root struct {
		Properties map[string]any
		Required   []string
		Defs       map[string]struct {
			Properties map[string]any
			Required   []string
		} `json:"$defs"`
	}
	Expect(json.Unmarshal(schemas.Run(), &root)).To(Succeed())
	properties, required := root.Properties, root.Required
	if def != "" {
		properties, required = root.Defs[def].Properties, root.Defs[def].Required
	}
	var names, always []string
	t := reflect.TypeOf(of)
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
		if options == "" {
			always = append(always, name)
		}
	}
	described := []string{}
	for name := range properties {
		described = append(described, name)
	}
	Expect(described).To(ConsistOf(names))
	Expect(required).To(ConsistOf(always), "required")
},
	Entry("run", "", finding.Run{}),
	Entry("part", "part", finding.Part{}),
	Entry("comparison", "comparison", finding.Comparison{}),
	Entry("tool", "tool", finding.Tool{}),
	Entry("bar", "bar", finding.Bar{}),
	Entry("subject", "subject", finding.Subject{}),
	Entry("past", "past", finding.Past{}),
	Entry("finding", "finding", finding.Finding{}),
	Entry("position", "position", finding.Position{}),
	Entry("request", "request", finding.Request{}),
	Entry("shape node", "shapeNode", finding.ShapeNode{}),
	Entry("drift", "drift", finding.Drift{}),
	Entry("drift entry", "driftEntry", finding.DriftEntry{}),
	Entry("summary", "summary", finding.Summary{}),
	Entry("counts", "counts", finding.FindingSummary{}),
	Entry("receipt", "receipt", finding.Receipt{}),
)
