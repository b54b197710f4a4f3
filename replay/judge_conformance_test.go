package replay_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/sharedtest"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// recordedState is one state of the recorded backend, and the reference's
// reading of it.
type recordedState struct {
	Exchanges []struct {
		Request  struct{ Method, Target string }
		Response struct {
			Status int
			Body   string
		}
	}
	ReferenceReading map[string]struct{ Status, Detail string }
}

type referenceResult struct {
	CapabilityID, ObservedFingerprint, Status string
	UndeclaredNested                          []string
	Drift                                     *finding.Drift
}

// decided lists every capability of every state that we colour differently
// from the reference, with the rule that says so.
func decided() map[string]map[string]finding.Outcome {
	return map[string]map[string]finding.Outcome{
		// 05 section 2, required-wrong-type: its JSON type moved from the recorded one.
		"drift-retyped-required-string": {"wanderlust.search": finding.OutcomeRed},
	}
}

// question is the exchange that belongs to a capability of the showcase.
func question(capability string) (method, target string) {
	switch capability {
	case "tourism.search":
		return "POST", "/v1/search"
	case "wanderlust.search":
		return "POST", "/v1/stays/search"
	case "wanderlust.neighbourhood":
		return "GET", "/v1/neighbourhoods"
	case "wanderlust.room-status":
		return "GET", "/v1/room-status"
	}
	return "GET", "/v1/stays/"
}

func readJSON(name string, into any) {
	GinkgoHelper()
	data, err := os.ReadFile(name)
	Expect(err).NotTo(HaveOccurred())
	Expect(json.Unmarshal(data, into)).To(Succeed())
}

func goldenOf(dir string, tool *manifest.Tool) *replay.Golden {
	GinkgoHelper()
	data, err := os.ReadFile(filepath.Join(dir, tool.Contract.ProbeFixture))
	Expect(err).NotTo(HaveOccurred())
	golden, err := replay.ParseGolden(data)
	Expect(err).NotTo(HaveOccurred())
	return golden
}

var _ = Describe("VR6.3 the recorded backend states", func() {
	It("read as the reference reads them, or as decided", func() {
		shared := sharedtest.Dir(GinkgoT())
		dir := filepath.Join(shared, "conformance/data/examples/showcase/manifest")
		m := manifest.Load(dir)
		Expect(m.Valid()).To(BeTrue(), "%v %v", m.Issues, m.Diagnostics)
		files, err := filepath.Glob(filepath.Join(shared, "conformance/backend/*.json"))
		Expect(err).NotTo(HaveOccurred())
		Expect(files).To(HaveLen(26))
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".json")
			var state recordedState
			readJSON(file, &state)
			want := referenceResults(shared, name)
			for _, tool := range m.IR.Tools {
				if tool.Contract == nil {
					continue
				}
				compareState(name, state, want[tool.ID], m.IR, tool, goldenOf(dir, tool))
			}
		}
	})
})

func referenceResults(shared, name string) map[string]referenceResult {
	expected := "verify-" + name + ".json"
	switch name {
	case "base":
		expected = "verify.json"
	case "guest-email":
		expected = "verify-guestEmail.json"
	}
	var document struct{ Results []referenceResult }
	readJSON(filepath.Join(shared, "conformance/expected", expected), &document)
	byID := map[string]referenceResult{}
	for _, r := range document.Results {
		byID[r.CapabilityID] = r
	}
	return byID
}

func compareState(name string, state recordedState, want referenceResult, ir *manifest.IR, tool *manifest.Tool, golden *replay.Golden) {
	GinkgoHelper()
	method, target := question(tool.ID)
	compared := false
	for _, e := range state.Exchanges {
		if e.Request.Method != method || !strings.HasPrefix(e.Request.Target, target) {
			continue
		}
		compared = true
		v := replay.Judge(replay.Case{IR: ir, Tool: tool, Golden: golden, Request: 1, Status: e.Response.Status, Body: []byte(e.Response.Body), Attempts: 1})
		about := name + " " + tool.ID + ": " + v.Detail
		status := finding.Outcome(want.Status)
		if d, ok := decided()[name][tool.ID]; ok {
			status = d
		}
		Expect(finding.OutcomeOf(v.Findings)).To(Equal(status), about)
		Expect(v.Refused).To(BeNil(), about)
		Expect(v.Observed).To(Equal(want.ObservedFingerprint), about)
		Expect(v.UndeclaredNested).To(Equal(want.UndeclaredNested), about)
		Expect(v.Drift).To(Equal(want.Drift), about)
		if want.Status == "green" {
			Expect(v.Detail).To(Equal("fingerprint unchanged, mapping OK"), about)
		}
		GinkgoWriter.Println(about)
		for _, f := range v.Findings {
			GinkgoWriter.Printf("    %s %s %s %d/%d: %s\n", f.Severity, f.Code, f.Path, f.Rows, f.Of, f.Message)
		}
	}
	Expect(compared).To(BeTrue(), name+" "+tool.ID)
}
