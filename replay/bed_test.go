package replay_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// The ferry office is the manifest that these tests record and replay.
const (
	crossings = "ferry.find-crossings"
	harbours  = "ferry.harbours"
	sell      = "ferry.sell-ticket"
	tide      = "ferry.tide"
	oldList   = "ferry.old-list"
)

func ferry() map[string]string {
	return map[string]string{
		"capabilities.yaml": "company:\n  id: ferry\ncapabilities: [ferry.find-crossings, ferry.harbours, ferry.old-list, ferry.sell-ticket, ferry.tide]\nproviders: [office]\n",
		"ferry.crossing.resource.yaml": `resource:
  name: ferry.Crossing
  fields:
    id: { type: identifier }
    fare: { type: quantity }
    note: { type: text, required: false }
`,
		"ferry.find-crossings.capability.yaml": `capability:
  id: ferry.find-crossings
  description: Finds crossings from a pier.
  effect: read
  provider: office
  input:
    pier: { type: identifier }
    limit: { type: quantity, required: false }
  output:
    crossings: { collection: Crossing }
`,
		"ferry.harbours.capability.yaml": `capability:
  id: ferry.harbours
  description: Says how many harbours there are.
  effect: read
  provider: office
  output:
    count: { type: quantity }
`,
		"ferry.old-list.capability.yaml": "capability:\n  id: ferry.old-list\n  description: Retired.\n  effect: read\n  lifecycle: retired\n  provider: office\n  output:\n    count: { type: quantity }\n",
		"ferry.sell-ticket.capability.yaml": `capability:
  id: ferry.sell-ticket
  description: Sells a ticket.
  effect: write
  provider: office
  output:
    count: { type: quantity }
`,
		"ferry.tide.capability.yaml": "capability:\n  id: ferry.tide\n  description: The tide.\n  effect: read\n  provider: office\n  output:\n    text: { type: text }\n",
		"bindings/ferry.find-crossings.binding.yaml": `# how the office is asked
binding:
  capabilityId: ferry.find-crossings   # keep this
  connector:
    type: rest
    rest:
      baseUrl: "${FERRY_URL}"
      method: GET
      path: /piers/{pier}/crossings

  response:
    collection: "$.rows[*]"
    resource: Crossing
    map:
      id: "$.id"
      fare: "$.fare"
      note: "$.note"
# the end
`,
		"bindings/ferry.harbours.binding.yaml":    "binding:\n  capabilityId: ferry.harbours\n  connector:\n    type: rest\n    rest: { baseUrl: \"${FERRY_URL}\", method: GET, path: /harbours }\n  extract:\n    count: $.count\n",
		"bindings/ferry.old-list.binding.yaml":    "binding:\n  capabilityId: ferry.old-list\n  connector:\n    type: rest\n    rest: { baseUrl: \"${FERRY_URL}\", method: GET, path: /old }\n",
		"bindings/ferry.sell-ticket.binding.yaml": "binding:\n  capabilityId: ferry.sell-ticket\n  connector:\n    type: rest\n    rest: { baseUrl: \"${FERRY_URL}\", method: POST, path: /tickets }\n  extract:\n    count: $.count\n",
		"bindings/ferry.tide.binding.yaml":        "binding:\n  capabilityId: ferry.tide\n  connector:\n    type: rest\n    rest: { baseUrl: \"${FERRY_URL}\", method: GET, path: /tide }\n",
	}
}

// bed is a manifest on a disk and a backend that answers what it is told.
type bed struct {
	dir     string
	backend *scripted
}

func newBed(files map[string]string) *bed {
	GinkgoHelper()
	b := &bed{dir: GinkgoT().TempDir(), backend: &scripted{}}
	for name, text := range files {
		b.write(name, text)
	}
	b.answer(crossings, `{"rows":[{"id":"a","fare":3,"note":"x"},{"id":"b","fare":4.5,"note":null}]}`)
	b.answer(harbours, `{"count":7}`)
	b.answer(sell, `{"count":1}`)
	b.answer(tide, `{"level":"low"}`)
	return b
}

func (b *bed) write(name, text string) {
	GinkgoHelper()
	path := filepath.Join(b.dir, name)
	Expect(os.MkdirAll(filepath.Dir(path), 0o755)).To(Succeed())
	Expect(os.WriteFile(path, []byte(text), 0o644)).To(Succeed())
}

func (b *bed) read(name string) string {
	GinkgoHelper()
	data, err := os.ReadFile(filepath.Join(b.dir, name))
	Expect(err).NotTo(HaveOccurred())
	return string(data)
}

// snapshot is every file of the manifest.
func (b *bed) snapshot() map[string]string {
	GinkgoHelper()
	files := map[string]string{}
	Expect(filepath.WalkDir(b.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = string(data)
		return err
	})).To(Succeed())
	return files
}

func (b *bed) load() *manifest.Manifest {
	GinkgoHelper()
	m := manifest.Load(b.dir)
	Expect(m.Issues).To(BeEmpty())
	Expect(m.Valid()).To(BeTrue(), "%v", m.Diagnostics)
	return m
}

// answer sets what the backend says from now on; several answers come one
// after the other, the last one stays.
func (b *bed) answer(id string, bodies ...string) {
	answers := make([]replay.Answer, len(bodies))
	for i, body := range bodies {
		answers[i] = replay.Answer{Status: 200, Attempts: 1, Body: []byte(body)}
	}
	b.backend.set(id, answers)
}

func (b *bed) connectors() map[manifest.ConnectorType]replay.Connector {
	return map[manifest.ConnectorType]replay.Connector{manifest.ConnectorREST: b.backend}
}

func (b *bed) verify(change func(*replay.Options)) *finding.Run {
	GinkgoHelper()
	o := replay.Options{Connectors: b.connectors(), Clock: clock}
	if change != nil {
		change(&o)
	}
	run, err := replay.Verify(context.Background(), b.load(), o)
	Expect(err).NotTo(HaveOccurred())
	return run
}

func (b *bed) record(change func(*replay.RecordOptions)) *replay.Recording {
	GinkgoHelper()
	out, err := b.tryRecord(change)
	Expect(err).NotTo(HaveOccurred())
	return out
}

func (b *bed) tryRecord(change func(*replay.RecordOptions)) (*replay.Recording, error) {
	GinkgoHelper()
	o := replay.RecordOptions{Connectors: b.connectors(), Clock: clock}
	if change != nil {
		change(&o)
	}
	return replay.Record(context.Background(), b.load(), o)
}

func clock() time.Time { return time.Date(2031, 5, 6, 7, 8, 9, 0, time.UTC) }

// one records a single capability with a request.
func one(id, request string) func(*replay.RecordOptions) {
	return func(o *replay.RecordOptions) {
		o.Only = []string{id}
		if request != "" {
			in := input(request)
			o.Request = &in
		}
	}
}

// scripted is a connector whose answers are set by the test.
type scripted struct {
	mu      sync.Mutex
	answers map[string][]replay.Answer
	asked   []string // "<id> <input>", in the order of asking
	// before is called with the id before an answer is given.
	before func(ctx context.Context, id string)
	refuse map[string]*replay.Refusal
}

type fakeQuestion struct{ id, input string }

func (q fakeQuestion) Show() finding.Request {
	return finding.Request{Method: "GET", URL: "${FERRY_URL}/" + q.id, Body: q.input}
}

func (s *scripted) set(id string, answers []replay.Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.answers == nil {
		s.answers = map[string][]replay.Answer{}
	}
	s.answers[id] = answers
}

func (s *scripted) Prepare(tool *manifest.Tool, in replay.Input, _ replay.Caller) (replay.Prepared, *replay.Refusal) {
	if r := s.refuse[tool.ID]; r != nil {
		return nil, r
	}
	return fakeQuestion{tool.ID, in.JSON()}, nil
}

func (s *scripted) Ask(ctx context.Context, p replay.Prepared) replay.Answer {
	q := p.(fakeQuestion)
	s.mu.Lock()
	s.asked = append(s.asked, q.id+" "+q.input)
	// An answer to one input goes before the answers of the capability.
	key := q.id + " " + q.input
	if len(s.answers[key]) == 0 {
		key = q.id
	}
	queue := s.answers[key]
	answer := queue[0]
	if len(queue) > 1 {
		s.answers[key] = queue[1:]
	}
	s.mu.Unlock()
	if s.before != nil {
		s.before(ctx, q.id)
	}
	if ctx.Err() != nil {
		return replay.Answer{Refused: &replay.Refusal{Reason: finding.Timeout, Detail: "cut off"}, Attempts: 1}
	}
	return answer
}

func subject(run *finding.Run, id string) finding.Subject {
	GinkgoHelper()
	for _, s := range run.Subjects {
		if s.ID == id {
			return s
		}
	}
	Fail("no subject " + id)
	return finding.Subject{}
}

func item(r *replay.Recording, id string) replay.Recorded {
	GinkgoHelper()
	for _, i := range r.Items {
		if i.Tool.ID == id {
			return i
		}
	}
	Fail("no item " + id)
	return replay.Recorded{}
}

func (b *bed) golden(id string) *replay.Golden {
	GinkgoHelper()
	g, err := replay.ReadGolden(os.DirFS(b.dir), "fixtures/"+id+".golden.json")
	Expect(err).NotTo(HaveOccurred())
	return g
}

func loadBroken(dir string) *manifest.Manifest { return manifest.Load(dir) }
