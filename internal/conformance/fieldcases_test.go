package conformance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/archverify/archverify/internal/sharedtest"
)

// fieldCase is one response case from the field: what was recorded, what is
// answered now, and what the case maps.
type fieldCase struct {
	ID      string
	A, B    json.RawMessage
	Mapping json.RawMessage
}

type fieldMapping struct {
	Collection string
	Map        map[string]string
	Required   []string
}

// fieldRun is one case, or a variant of one, tried with record and verify.
type fieldRun struct {
	name, id string
	// live replaces the case's second answer, expects the golden's expectation
	// of rows.
	live    string
	expects *bool
	// recordArgs are further arguments of record.
	recordArgs []string
	exit       int
	// want is the outcome and then every finding that is no note.
	want string
	// says are in the text that verify prints, hides are not.
	says, hides []string
}

var rowsExpected = true

// FC-14 asks for an ignore rule. There is none: what should not be judged is
// left out of the declaration, and what is undeclared is yellow at most, so that
// there is no rule that could switch a body off. Its bodies are judged without.
var fieldRuns = []fieldRun{
	{name: "FC-01", id: "FC-01", exit: 1, want: "red | required-wrong-type $.stays[].price", says: []string{"$.stays[1].price", "1 of 2"}, hides: []string{`"12"`}},
	{name: "FC-02", id: "FC-02", want: "green"},
	{name: "FC-03", id: "FC-03", want: "yellow | unproven $.stays", says: []string{"0 elements, 3 recorded paths not exercised"}, hides: []string{"shape changed", "lost"}},
	{name: "FC-03 where rows are expected", id: "FC-03", expects: &rowsExpected, exit: 1, want: "red | collection-empty $.stays"},
	{name: "FC-05", id: "FC-05", want: "yellow | optional-missing $.location_id"},
	{name: "FC-05 B", id: "FC-05", live: `{"id":2,"location_id":null,"meta":null}`, exit: 1, want: "red | required-missing $.meta | optional-missing $.location_id"},
	{name: "FC-06", id: "FC-06", want: "green"},
	{name: "FC-07", id: "FC-07", exit: 1, want: "red | required-wrong-type $.stays[].price", hides: []string{"12.5"}},
	{name: "FC-08 without the hint", id: "FC-08", recordArgs: []string{"--allow-dynamic-keys"}, want: "yellow | keys-as-data $.rates", says: []string{"record --map '$.rates'"}},
	{name: "FC-08 with a confirmed map", id: "FC-08", recordArgs: []string{"--map", "$.rates"}, want: "green"},
	{name: "FC-13", id: "FC-13", want: "yellow | gained $.a.b | lost $['a.b']"},
	{name: "FC-14 without its ignore rule", id: "FC-14", exit: 1, want: "red | required-wrong-type $.items[].price | retyped $.items[].stock", hides: []string{"1999"}},
	{name: "FC-16", id: "FC-16", exit: 1, want: "red | collection-missing $.stays | gained $.error", says: []string{"looks like an error envelope"}, hides: []string{"QUOTA"}},
	{name: "FC-16 B", id: "FC-16", live: `{"results":[{"name":"A","price":10}]}`, exit: 1, want: "red | collection-missing $.stays | gained $.results"},
	{name: "FC-22", id: "FC-22", want: "yellow | gained $.internal_cost", hides: []string{"3.7"}},
}

func TestFieldCases(t *testing.T) {
	cases := readFieldCases(t)
	for _, r := range fieldRuns {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			c, ok := cases[r.id]
			if !ok {
				t.Fatalf("there is no case %s", r.id)
			}
			r.try(t, c)
		})
	}
}

func readFieldCases(t *testing.T) map[string]fieldCase {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sharedtest.Dir(t), "field-cases", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []fieldCase
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	byID := map[string]fieldCase{}
	for _, c := range list {
		byID[c.ID] = c
	}
	return byID
}

func (r fieldRun) try(t *testing.T, c fieldCase) {
	t.Helper()
	b := newFieldBed(t, c)
	b.say(string(c.A))
	b.record(t, r.recordArgs...)
	if o := b.verify(t); o.exit != 0 || !strings.HasPrefix(reading(t, o), "green") {
		t.Fatalf("what was recorded is not green: exit %d, %s\n%s", o.exit, reading(t, o), o.stderr)
	}
	if r.expects != nil {
		b.expect(t, *r.expects)
	}
	live := r.live
	if live == "" {
		live = string(c.B)
	}
	b.say(live)
	o := b.verify(t)
	if got := reading(t, o); got != r.want || o.exit != r.exit {
		t.Errorf("exit %d, %s\nwant %d, %s", o.exit, got, r.exit, r.want)
	}
	text := run(t, b.env, "verify", b.dir)
	for _, s := range r.says {
		if !strings.Contains(flat(text.stdout), s) {
			t.Errorf("the text does not say %q:\n%s", s, text.stdout)
		}
	}
	for _, s := range r.hides {
		if strings.Contains(text.stdout+text.stderr+o.stdout, s) {
			t.Errorf("%q is shown:\n%s", s, text.stdout)
		}
	}
}

// flat undoes the wrapping of lines.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// reading is a report in one line.
func reading(t *testing.T, o output) string {
	t.Helper()
	var doc struct {
		Results []struct {
			Status   string
			Findings []struct{ Code, Severity, Path string }
		}
		Unverified []struct{ Reason string }
	}
	if err := json.Unmarshal([]byte(o.stdout), &doc); err != nil {
		t.Fatalf("report: %v\n%s%s", err, o.stdout, o.stderr)
	}
	var parts []string
	for _, r := range doc.Results {
		parts = append(parts, r.Status)
		for _, f := range r.Findings {
			if f.Severity != "note" {
				parts = append(parts, f.Code+" "+f.Path)
			}
		}
	}
	for _, u := range doc.Unverified {
		parts = append(parts, "unverified "+u.Reason)
	}
	return strings.Join(parts, " | ")
}

// fieldBed is one case's manifest and its backend.
type fieldBed struct {
	dir    string
	env    []string
	answer atomic.Pointer[http.HandlerFunc]
	asked  atomic.Int64
}

func newFieldBed(t *testing.T, c fieldCase) *fieldBed {
	t.Helper()
	b := &fieldBed{dir: t.TempDir()}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.asked.Add(1)
		(*b.answer.Load())(w, r)
	}))
	t.Cleanup(s.Close)
	b.env = []string{"FIELD_URL=" + s.URL}
	for name, text := range c.manifest() {
		writeTo(t, filepath.Join(b.dir, filepath.FromSlash(name)), text)
	}
	return b
}

func (b *fieldBed) handle(h http.HandlerFunc) { b.answer.Store(&h) }

func (b *fieldBed) say(body string) { b.handle(answers(body)) }

func (b *fieldBed) record(t *testing.T, args ...string) {
	t.Helper()
	if o := run(t, b.env, append([]string{"record", b.dir}, args...)...); o.exit != 0 {
		t.Fatalf("record: exit %d\n%s%s", o.exit, o.stdout, o.stderr)
	}
}

func (b *fieldBed) verify(t *testing.T, args ...string) output {
	t.Helper()
	return run(t, b.env, append([]string{"verify", b.dir, "--json"}, args...)...)
}

const fieldGolden = "fixtures/field.read.golden.json"

// expect sets the golden's expectation of rows.
func (b *fieldBed) expect(t *testing.T, rows bool) {
	t.Helper()
	name := filepath.Join(b.dir, filepath.FromSlash(fieldGolden))
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string]any
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	golden["expects"] = map[string]bool{"collectionNonEmpty": rows}
	if data, err = json.Marshal(golden); err != nil {
		t.Fatal(err)
	}
	writeTo(t, name, string(data))
}

// manifest declares what a case maps: numbers as quantities, the rest as text.
func (c fieldCase) manifest() map[string]string {
	var m fieldMapping
	mapped := json.Unmarshal(c.Mapping, &m) == nil && m.Map != nil
	files := map[string]string{
		"capabilities.yaml":          "company: { id: field, name: Field }\ncapabilities: [field.read]\nproviders: [field]\n",
		"field.read.capability.yaml": "capability:\n  id: field.read\n  description: One case.\n  effect: read\n  lifecycle: stable\n  provider: field\n",
		"bindings/read.binding.yaml": "binding:\n  capabilityId: field.read\n  connector:\n    type: rest\n    rest:\n      baseUrl: ${FIELD_URL}\n      method: GET\n      path: /read\n",
	}
	if mapped {
		m.declare(files)
	}
	return files
}

func (m fieldMapping) declare(files map[string]string) {
	kind, response := "type", "  response:\n    resource: field.Item\n"
	if m.Collection != "" {
		kind = "collection"
		response += fmt.Sprintf("    collection: %q\n", m.Collection)
	}
	files["field.read.capability.yaml"] += "  output:\n    items: { " + kind + ": field.Item }\n"
	fields := "resource:\n  name: field.Item\n  fields:\n"
	response += "    map:\n"
	for _, name := range sortedKeys(m.Map) {
		fields += fmt.Sprintf("    %s: { type: %s, required: %t }\n", name, fieldType(name), slices.Contains(m.Required, name))
		response += fmt.Sprintf("      %s: %q\n", name, m.Map[name])
	}
	files["field.item.resource.yaml"] = fields
	files["field.rates.resource.yaml"] = "resource:\n  name: field.Rates\n  fields:\n    note: { type: text, required: false }\n"
	files["bindings/read.binding.yaml"] += response
}

func fieldType(name string) string {
	switch name {
	case "rates":
		return "field.Rates"
	case "price", "value", "location_id":
		return "quantity"
	}
	return "text"
}
