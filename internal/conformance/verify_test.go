package conformance

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// A decision is a deliberate difference from the reference for one capability
// of one scenario: the status that we give, and the rule that says so.
type decision struct {
	status, reason, rule string
}

const every = "*" // stands for every capability of the scenario

// decisions lists every deliberate difference in the verdicts of the recorded
// scenarios. Everything that is not listed must be as the reference has it.
var decisions = map[string]map[string]decision{
	"drift-retyped-required-string": {"wanderlust.search": {status: "red", rule: "2 required-wrong-type: the JSON type moved from the recorded one"}},
	"backend-down":                  {every: {status: "unverified", reason: "refused", rule: "1 unverified"}},
	"env-unset":                     {every: {status: "unverified", reason: "env-missing", rule: "1 unverified"}},
	"http-401":                      {every: {status: "unverified", reason: "unauthorized", rule: "1 unverified"}},
	"http-503":                      {every: {status: "unverified", reason: "server-error", rule: "1 unverified"}},
	"http-reset":                    {every: {status: "unverified", reason: "reset", rule: "1 unverified"}},
	"http-204":                      {"wanderlust.room-status": {status: "red", rule: "2 not-json"}},
	"http-empty":                    {"wanderlust.room-status": {status: "red", rule: "2 not-json"}},
	"http-html":                     {"wanderlust.room-status": {status: "red", rule: "2 not-json"}},
	"no-fixture":                    {"wanderlust.neighbourhood": {status: "unverified", reason: "fixture-unreadable", rule: "7 unverified reasons"}},
	"bad-fixture":                   {"wanderlust.neighbourhood": {status: "unverified", reason: "fixture-unreadable", rule: "7 unverified reasons"}},
	"policy-denied":                 {"wanderlust.neighbourhood": {status: "unverified", reason: "policy-denied", rule: "1 unverified"}},
}

type result struct {
	CapabilityID        string          `json:"capabilityId"`
	ObservedFingerprint string          `json:"observedFingerprint"`
	UndeclaredNested    []string        `json:"undeclaredNested"`
	Status              string          `json:"status"`
	Detail              string          `json:"detail"`
	PolicyDenied        bool            `json:"policyDenied"`
	Drift               json.RawMessage `json:"drift"`
}

type document struct {
	Results    []result `json:"results"`
	Skipped    []result `json:"skipped"`
	Sandbox    bool     `json:"sandbox"`
	Unverified []struct {
		CapabilityID string `json:"capabilityId"`
		Reason       string `json:"reason"`
		PolicyDenied bool   `json:"policyDenied"`
	} `json:"unverified"`
}

type exchange struct {
	Request struct{ Method, Target string }
	Answer  struct {
		Status      int
		ContentType string
		Body        string
	} `json:"response"`
}

// backend serves the recorded exchanges of one state.
func backend(t *testing.T, shared, scenario string) *httptest.Server {
	t.Helper()
	var state struct{ Exchanges []exchange }
	read(t, filepath.Join(shared, "backend", scenario+".json"), &state)
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		for _, e := range state.Exchanges {
			if e.Request.Method == r.Method && e.Request.Target == r.URL.RequestURI() {
				w.Header().Set("Content-Type", e.Answer.ContentType)
				w.WriteHeader(e.Answer.Status)
				_, _ = w.Write([]byte(e.Answer.Body))
				return
			}
		}
		http.NotFound(w, r)
	})
}

func serve(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func read(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// same compares one scenario's document with the reference's, through the table.
func same(t *testing.T, scenario string, want, got document) {
	t.Helper()
	have := map[string]result{}
	for _, r := range got.Results {
		have[r.CapabilityID] = r
	}
	for _, u := range got.Unverified {
		have[u.CapabilityID] = result{CapabilityID: u.CapabilityID, Status: "unverified", Detail: u.Reason, PolicyDenied: u.PolicyDenied}
	}
	if len(have) != len(want.Results) {
		t.Errorf("judged or unverified: %d capabilities, want %d", len(have), len(want.Results))
	}
	for _, w := range want.Results {
		g := have[w.CapabilityID]
		if d, decided := decisionFor(scenario, w.CapabilityID); decided {
			if g.Status != d.status || (d.reason != "" && g.Detail != d.reason) {
				t.Errorf("%s: %s (%s), decided %s %s by %s", w.CapabilityID, g.Status, g.Detail, d.status, d.reason, d.rule)
			}
			if d.status == "unverified" {
				if g.PolicyDenied != w.PolicyDenied {
					t.Errorf("%s: policyDenied %v, want %v", w.CapabilityID, g.PolicyDenied, w.PolicyDenied)
				}
				continue
			}
			w.Status = d.status
		}
		if g.Status != w.Status {
			t.Errorf("%s: %s (%s), want %s (%s)", w.CapabilityID, g.Status, g.Detail, w.Status, w.Detail)
		}
		if g.ObservedFingerprint != w.ObservedFingerprint {
			t.Errorf("%s: observed %s, want %s", w.CapabilityID, g.ObservedFingerprint, w.ObservedFingerprint)
		}
		if !reflect.DeepEqual(g.UndeclaredNested, w.UndeclaredNested) {
			t.Errorf("%s: undeclaredNested %v, want %v", w.CapabilityID, g.UndeclaredNested, w.UndeclaredNested)
		}
		if !sameJSON(t, g.Drift, w.Drift) {
			t.Errorf("%s: drift %s, want %s", w.CapabilityID, g.Drift, w.Drift)
		}
	}
	if len(got.Skipped) != len(want.Skipped) || got.Sandbox != want.Sandbox {
		t.Errorf("skipped %v sandbox %v, want %v %v", got.Skipped, got.Sandbox, want.Skipped, want.Sandbox)
	}
	for i := range got.Skipped {
		if i < len(want.Skipped) && !reflect.DeepEqual(got.Skipped[i], want.Skipped[i]) {
			t.Errorf("skipped %+v, want %+v", got.Skipped[i], want.Skipped[i])
		}
	}
}

func decisionFor(scenario, capability string) (decision, bool) {
	byCapability := decisions[scenario]
	if d, ok := byCapability[capability]; ok {
		return d, true
	}
	d, ok := byCapability[every]
	return d, ok
}

func sameJSON(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		t.Fatalf("no JSON: %s, %s", a, b)
	}
	return reflect.DeepEqual(x, y)
}

// wantExit is the exit code that the decided statuses amount to.
func wantExit(scenario string, want document) int {
	exit := 0
	for _, w := range want.Results {
		status := w.Status
		if d, ok := decisionFor(scenario, w.CapabilityID); ok {
			status = d.status
		}
		switch status {
		case "red":
			return 1
		case "unverified":
			exit = 3
		}
	}
	return exit
}

func verifyCase(t *testing.T, scenario, manifest, url string, flags ...string) {
	t.Helper()
	var want document
	read(t, filepath.Join(sharedDir(t), "expected", "verify-"+scenario+".json"), &want)
	env := []string{"SHOWCASE_API_URL=" + url}
	if url == "" {
		env = nil
	}
	out := run(t, env, append([]string{"verify", manifest, "--json", "--retries", "0"}, flags...)...)
	var got document
	if err := json.Unmarshal([]byte(out.stdout), &got); err != nil {
		t.Fatalf("stdout is no JSON: %v\n%s%s", err, out.stdout, out.stderr)
	}
	same(t, scenario, want, got)
	if w := wantExit(scenario, want); out.exit != w {
		t.Errorf("exit %d, want %d\n%s", out.exit, w, out.stderr)
	}
}

func TestEveryRecordedBackendStateReadsAsTheReferenceOrAsDecided(t *testing.T) {
	shared := sharedDir(t)
	manifest := filepath.Join(shared, "data/examples/showcase/manifest")
	names, err := filepath.Glob(filepath.Join(shared, "backend", "*.json"))
	if err != nil || len(names) != 26 {
		t.Fatalf("%d recorded states: %v", len(names), err)
	}
	for _, name := range names {
		scenario := strings.TrimSuffix(filepath.Base(name), ".json")
		t.Run(scenario, func(t *testing.T) {
			expected := map[string]string{"base": "", "guest-email": "guestEmail"}
			as, renamed := expected[scenario]
			switch {
			case !renamed:
				as = scenario
			case as == "":
				plainGreen(t, manifest, backend(t, shared, scenario).URL)
				return
			}
			verifyCase(t, as, manifest, backend(t, shared, scenario).URL)
		})
	}
}

func plainGreen(t *testing.T, manifest, url string) {
	t.Helper()
	var want, got document
	read(t, filepath.Join(sharedDir(t), "expected", "verify.json"), &want)
	out := run(t, []string{"SHOWCASE_API_URL=" + url}, "verify", manifest, "--json")
	if err := json.Unmarshal([]byte(out.stdout), &got); err != nil || out.exit != 0 {
		t.Fatalf("exit %d: %v\n%s", out.exit, err, out.stderr)
	}
	same(t, "base", want, got)
	for i := range want.Results {
		if got.Results[i].Detail != want.Results[i].Detail {
			t.Errorf("detail %q, want %q", got.Results[i].Detail, want.Results[i].Detail)
		}
	}
}

func TestFaultsOfTheBackendAreNeverDrift(t *testing.T) {
	shared := sharedDir(t)
	manifest := filepath.Join(shared, "data/examples/showcase/manifest")
	status := func(code int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(code)
			_, _ = w.Write([]byte(body))
		}
	}
	handlers := map[string]http.HandlerFunc{
		"http-401":   status(401, `{"error":"no"}`),
		"http-503":   status(503, "busy"),
		"http-204":   status(204, ""),
		"http-empty": status(200, ""),
		"http-html":  status(200, "<html><body>sign in</body></html>"),
		"http-reset": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	}
	for scenario, h := range handlers {
		t.Run(scenario, func(t *testing.T) { verifyCase(t, scenario, manifest, serve(t, h).URL) })
	}
	t.Run("backend-down", func(t *testing.T) {
		s := httptest.NewServer(http.NotFoundHandler())
		url := s.URL
		s.Close()
		verifyCase(t, "backend-down", manifest, url)
	})
	t.Run("env-unset", func(t *testing.T) { verifyCase(t, "env-unset", manifest, "") })
}

func TestManifestsWithOneThingBroken(t *testing.T) {
	shared := sharedDir(t)
	url := backend(t, shared, "base").URL
	for _, variant := range []string{"no-shape", "stale-shape", "no-fixture"} {
		t.Run(variant, func(t *testing.T) { verifyCase(t, variant, filepath.Join(shared, "variants", variant), url) })
	}
	t.Run("policy-denied", func(t *testing.T) {
		verifyCase(t, "policy-denied", filepath.Join(shared, "variants/policy-denied"), url)
	})
	t.Run("skipped-write", func(t *testing.T) {
		verifyCase(t, "skipped-write", filepath.Join(shared, "variants/write-contract"), url)
	})
}
