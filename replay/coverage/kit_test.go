package coverage_test

import (
	"context"
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/coverage"
)

// orchard is a declaration and what was recorded for it.
type orchard struct {
	ir      *manifest.IR
	goldens map[string]*replay.Golden
}

func scalar(s manifest.Semantic) manifest.Type {
	return manifest.Type{Kind: manifest.KindScalar, Semantic: s}
}

func field(name string, t manifest.Type, required bool) *manifest.Field {
	return &manifest.Field{Name: name, Type: t, Required: required}
}

// trees declares rows at $.trees[*]: name required, planted optional.
func trees(more ...*manifest.Field) *orchard {
	fields := append([]*manifest.Field{field("name", scalar(manifest.Text), true), field("planted", scalar(manifest.Date), false)}, more...)
	tool := bare("orchard.trees")
	tool.Output = []*manifest.Field{field("trees", manifest.Type{Kind: manifest.KindCollection, Resource: "orchard.Tree"}, true)}
	tool.Response = &manifest.Response{Resource: "orchard.Tree", Field: "trees", Collection: "$.trees[*]"}
	for _, f := range fields {
		tool.Response.Fields = append(tool.Response.Fields, &manifest.FieldMapping{Name: f.Name, Path: "$." + f.Name})
	}
	o := passing(tool)
	o.ir.Resources = []*manifest.Resource{{Name: "orchard.Tree", Fields: fields}}
	return o
}

// bare is a tool without mapping: only its shape is judged.
func bare(id string) *manifest.Tool {
	return &manifest.Tool{ID: id, Effect: manifest.Read, Lifecycle: manifest.Stable, Connector: &manifest.Connector{Type: manifest.ConnectorREST}}
}

func passing(tools ...*manifest.Tool) *orchard {
	return &orchard{ir: &manifest.IR{Tools: tools}, goldens: map[string]*replay.Golden{}}
}

func scan(body string, maps ...string) *fingerprint.Result {
	GinkgoHelper()
	r, err := fingerprint.ScanBytes([]byte(body), fingerprint.Options{Maps: maps})
	Expect(err).NotTo(HaveOccurred())
	return r
}

// shaped records the shape alone, as the reference does.
func (o *orchard) shaped(body string) *orchard {
	GinkgoHelper()
	tool, r := o.ir.Tools[0], scan(body)
	tool.Contract = &manifest.Contract{Fingerprint: r.Fingerprint(), ProbeFixture: "fixtures/a.golden.json"}
	for _, pair := range r.Shape() {
		tool.Contract.Shape = append(tool.Contract.Shape, manifest.ShapeEntry{Path: pair.Path, Type: string(pair.Type)})
	}
	o.goldens[tool.ID] = &replay.Golden{CapabilityID: tool.ID}
	return o
}

// recorded records shape and evidence.
func (o *orchard) recorded(body string, maps ...string) *orchard {
	GinkgoHelper()
	o.shaped(body)
	o.goldens[o.ir.Tools[0].ID].Evidence = fingerprint.NewEvidence(scan(body, maps...), "2031-01-01T00:00:00Z")
	return o
}

func (o *orchard) assess() *coverage.Report {
	GinkgoHelper()
	report, err := coverage.Assess(context.Background(), o.ir, func(tool *manifest.Tool) (*replay.Golden, error) {
		return o.goldens[tool.ID], nil
	})
	Expect(err).NotTo(HaveOccurred())
	return report
}

// only is the one capability of a report.
func (o *orchard) only() coverage.Capability {
	GinkgoHelper()
	r := o.assess()
	Expect(r.Capabilities).To(HaveLen(1))
	return r.Capabilities[0]
}

// verdict judges a body without going through the package under test.
func (o *orchard) verdict(body string) replay.Verdict {
	tool := o.ir.Tools[0]
	return replay.Judge(replay.Case{IR: o.ir, Tool: tool, Golden: o.goldens[tool.ID], Request: 1, Status: 200, Body: []byte(body), Attempts: 1})
}

// rowsOf is an answer of n equal rows.
func rowsOf(n int, row string) string {
	return `{"trees":[` + strings.TrimSuffix(strings.Repeat(row+",", n), ",") + `]}`
}

func asJSON(v any) string {
	GinkgoHelper()
	text, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

// missedOn are the changes of a path that were not noticed, as change@where.
func missedOn(c coverage.Capability, path string) []string {
	var all []string
	for _, m := range c.Missed {
		if m.Path == path {
			all = append(all, m.Change+"@"+string(m.Where))
		}
	}
	return all
}
