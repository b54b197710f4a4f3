package replay_test

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// fixture is a declaration and what was recorded for it.
type fixture struct {
	ir     *manifest.IR
	tool   *manifest.Tool
	golden *replay.Golden
}

func pos(line int) finding.Position {
	return finding.Position{File: "bindings/harbour.berths.binding.yaml", Line: line, Column: 5}
}

func scalar(s manifest.Semantic) manifest.Type {
	return manifest.Type{Kind: manifest.KindScalar, Semantic: s}
}

func declared(name string, t manifest.Type, required bool) *manifest.Field {
	return &manifest.Field{Name: name, Type: t, Required: required, Pos: finding.Position{File: "harbour.Berth.resource.yaml", Line: 9, Column: 3}}
}

// passthrough is a tool without mapping: the shape alone is judged.
func passthrough() fixture {
	tool := &manifest.Tool{ID: "harbour.log", Effect: manifest.Read, Connector: &manifest.Connector{Type: manifest.ConnectorREST, Pos: pos(2)}}
	return fixture{ir: &manifest.IR{Tools: []*manifest.Tool{tool}}, tool: tool}
}

// berths maps a collection at the given path: name and fee required, since and
// keeper optional; a keeper needs a call name.
func berths(collection string) fixture {
	f := passthrough()
	f.tool.ID = "harbour.berths"
	f.tool.Output = []*manifest.Field{declared("berths", manifest.Type{Kind: manifest.KindCollection, Resource: "harbour.Berth"}, true)}
	f.ir.Resources = []*manifest.Resource{
		{Name: "harbour.Berth", Fields: []*manifest.Field{
			declared("name", scalar(manifest.Text), true),
			declared("fee", scalar(manifest.Quantity), true),
			declared("since", scalar(manifest.Date), false),
			declared("keeper", manifest.Type{Kind: manifest.KindResource, Resource: "harbour.Keeper"}, false),
		}},
		{Name: "harbour.Keeper", Fields: []*manifest.Field{
			declared("call", scalar(manifest.Text), true),
			declared("shift", scalar(manifest.Text), false),
		}},
		{Name: "harbour.Fault", Fields: []*manifest.Field{
			declared("code", scalar(manifest.Identifier), true),
			declared("hint", scalar(manifest.Text), false),
		}},
	}
	f.tool.Response = &manifest.Response{Resource: "harbour.Berth", Field: "berths", Collection: collection, Pos: pos(10), CollectionPos: pos(11)}
	for i, name := range []string{"name", "fee", "since", "keeper"} {
		f.tool.Response.Fields = append(f.tool.Response.Fields, &manifest.FieldMapping{Name: name, Path: "$." + name, Pos: pos(20 + i)})
	}
	return f
}

// only keeps the mapping entries of that name.
func (f fixture) only(names ...string) fixture {
	f.tool.Response.Fields = slices.DeleteFunc(f.tool.Response.Fields, func(m *manifest.FieldMapping) bool {
		return !slices.Contains(names, m.Name)
	})
	return f
}

// withFaults adds onError: rows that hold a fault are error rows.
func (f fixture) withFaults() fixture {
	exists := true
	f.tool.Response.OnError = &manifest.OnError{ErrorResource: "harbour.Fault", When: manifest.When{Path: "$.fault", Exists: &exists},
		Map: []*manifest.FieldMapping{{Name: "code", Path: "$.fault", Pos: pos(31)}}, Pos: pos(30)}
	return f
}

// field replaces the type of one resource field.
func (f fixture) field(resource, name string, t manifest.Type, required bool) fixture {
	d := f.ir.Resource(resource).Field(name)
	d.Type, d.Required = t, required
	return f
}

func scan(body string, maps ...string) *fingerprint.Result {
	GinkgoHelper()
	r, err := fingerprint.ScanBytes([]byte(body), fingerprint.Options{Maps: maps})
	Expect(err).NotTo(HaveOccurred())
	return r
}

// contract writes the contract that recording a body leaves behind.
func (f fixture) contract(body string) fixture {
	GinkgoHelper()
	r := scan(body)
	f.tool.Contract = &manifest.Contract{Fingerprint: r.Fingerprint(), Pos: pos(40), FingerprintPos: pos(41), FixturePos: pos(80), ProbeFixture: "fixtures/x.golden.json"}
	for i, pair := range r.Shape() {
		f.tool.Contract.Shape = append(f.tool.Contract.Shape, manifest.ShapeEntry{Path: pair.Path, Type: string(pair.Type), Pos: pos(50 + i)})
	}
	if f.tool.Contract.Shape[0].Type == string(fingerprint.WordUndefined) {
		f.tool.Contract.Shape = nil
	}
	f.golden = &replay.Golden{CapabilityID: f.tool.ID}
	return f
}

// bare records a shape without evidence, as the reference does.
func (f fixture) bare(body string) fixture { return f.contract(body) }

// recorded records evidence of every sample; the contract is the last one's.
func (f fixture) recorded(bodies ...string) fixture {
	GinkgoHelper()
	f = f.contract(bodies[len(bodies)-1])
	f.golden.Evidence = evidence(bodies...)
	return f
}

func evidence(bodies ...string) *fingerprint.Evidence {
	GinkgoHelper()
	var e *fingerprint.Evidence
	for i, body := range bodies {
		sample := fingerprint.NewEvidence(scan(body), fmt.Sprintf("2031-01-0%dT00:00:00Z", i%9+1))
		if e == nil {
			e = sample
		} else {
			e = fingerprint.MergeEvidence(e, sample)
		}
	}
	return e
}

// mapped records evidence with confirmed maps.
func (f fixture) mapped(body string, maps ...string) fixture {
	GinkgoHelper()
	f = f.contract(body)
	f.tool.Contract.Shape = nil
	f.golden.Evidence = fingerprint.NewEvidence(scan(body, maps...), "2031-01-01T00:00:00Z")
	return f
}

func (f fixture) expects(nonEmpty bool) fixture {
	f.golden.CollectionNonEmpty = &nonEmpty
	return f
}

func (f fixture) case_(status int, body string) replay.Case {
	return replay.Case{IR: f.ir, Tool: f.tool, Golden: f.golden, Request: 1, Status: status, Body: []byte(body), Attempts: 1}
}

// judge replays a body.
func (f fixture) judge(body string) replay.Verdict {
	GinkgoHelper()
	v := replay.Judge(f.case_(200, body))
	Expect(v.Refused).To(BeNil())
	return v
}

// reading is a verdict in one line: the outcome, then each finding that is no
// note, as "code path".
func reading(v replay.Verdict) string {
	parts := []string{string(finding.OutcomeOf(v.Findings))}
	for _, f := range v.Findings {
		if f.Severity != finding.Note {
			parts = append(parts, string(f.Code)+" "+f.Path)
		}
	}
	return strings.Join(parts, " | ")
}

// notes are the notes of a verdict, as "code path".
func notes(v replay.Verdict) []string {
	var out []string
	for _, f := range v.Findings {
		if f.Severity == finding.Note {
			out = append(out, string(f.Code)+" "+f.Path)
		}
	}
	return out
}

func findingAt(v replay.Verdict, code finding.Code, path string) finding.Finding {
	GinkgoHelper()
	for _, f := range v.Findings {
		if f.Code == code && f.Path == path {
			return f
		}
	}
	Fail(fmt.Sprintf("no %s at %s in %s", code, path, reading(v)))
	return finding.Finding{}
}

// rows makes n rows of one text.
func rows(n int, row string) string {
	return strings.TrimSuffix(strings.Repeat(row+",", n), ",")
}

func replayJudge(c replay.Case) replay.Verdict { return replay.Judge(c) }
