package conformance

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// recordedKiosk is the manifest of the cases with what it recorded, made once
// by the program itself.
var recordedKiosk string

// The kiosk is the smallest company that can go wrong in every way: one list
// that is read, one thing that is written, one that is retired.
func kioskFiles() map[string]string {
	return map[string]string{
		"capabilities.yaml": `company: { id: kiosk, name: Corner Kiosk }
capabilities: [kiosk.list-papers, kiosk.order-paper, kiosk.old-list]
providers: [till]
`,
		"kiosk.paper.resource.yaml": `resource:
  name: kiosk.Paper
  fields:
    code: { type: identifier }
    title: { type: text }
    price: { type: quantity }
    note: { type: text, required: false }
`,
		"kiosk.list-papers.capability.yaml": `capability:
  id: kiosk.list-papers
  description: The papers on the rack.
  effect: read
  lifecycle: stable
  provider: till
  input:
    rack: { type: identifier, required: false }
  output:
    papers: { collection: Paper }
`,
		"kiosk.order-paper.capability.yaml": `capability:
  id: kiosk.order-paper
  description: Orders one paper for tomorrow.
  effect: write
  lifecycle: stable
  provider: till
  output:
    receipt: { type: identifier }
  failures:
    sold-out: There is none left.
`,
		"kiosk.old-list.capability.yaml": `capability:
  id: kiosk.old-list
  description: What the rack held once.
  effect: read
  lifecycle: retired
  provider: till
  output:
    titles: { list: text }
`,
		"bindings/papers.binding.yaml": papersBinding,
		"bindings/order.binding.yaml": `binding:
  capabilityId: kiosk.order-paper
  connector:
    type: rest
    rest:
      baseUrl: ${KIOSK_URL}
      method: POST
      path: /orders
      headers: { X-Api-Key: "${KIOSK_KEY}" }
  extract:
    receipt: $.receipt
  contract:
    source: recorded
    fingerprint: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
    verifiedAt: "2026-01-15T09:00:00.000Z"
    probe: { fixture: fixtures/kiosk.order-paper.golden.json }
`,
		"fixtures/kiosk.order-paper.golden.json": "{\"capabilityId\": \"kiosk.order-paper\", \"request\": {}}\n",
	}
}

const (
	papersFile   = "bindings/papers.binding.yaml"
	papersGolden = "fixtures/kiosk.list-papers.golden.json"
)

// papersBinding is the binding before anything is recorded.
const papersBinding = `binding:
  capabilityId: kiosk.list-papers
  connector:
    type: rest
    rest:
      baseUrl: ${KIOSK_URL}
      method: GET
      path: /papers
      headers:
        X-Api-Key: ${KIOSK_KEY}
      query:
        rack: rack
  response:
    resource: Paper
    collection: $.papers[*]
    map:
      code: $.code
      title: $.title
      price: $.price
      note: $.note
`

// papers is the answer as recorded; extra members go before its end.
func papers(extra string) string {
	return `{"papers":[` +
		`{"code":"` + valueCanary + `-1","title":"` + valueCanary + `","price":3,"note":"` + valueCanary + `"},` +
		`{"code":"` + valueCanary + `-2","title":"` + valueCanary + `","price":4}],"total":2` + extra + `}`
}

func recordedAnswer(w http.ResponseWriter, _ *http.Request) { say(w, papers("")) }

func say(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, body)
}

// answers is a backend that always answers this.
func answers(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { say(w, body) }
}

// TestMain cannot know of the kiosk: it is recorded before the first case.
func kiosk(t *testing.T) {
	t.Helper()
	if recordedKiosk != "" {
		return
	}
	dir := filepath.Join(filepath.Dir(binary), "kiosk")
	for name, text := range kioskFiles() {
		writeTo(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	s := httptest.NewServer(http.HandlerFunc(recordedAnswer))
	defer s.Close()
	cmd := exec.CommandContext(t.Context(), binary, "record", dir)
	cmd.Env = append(os.Environ(), "KIOSK_URL="+s.URL, "KIOSK_KEY="+keyCanary, "CI=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("record the kiosk: %v\n%s", err, out)
	}
	recordedKiosk = dir
}

func writeTo(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// onlyPapers knows no other address.
func onlyPapers(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/papers" {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	recordedAnswer(w, r)
}
