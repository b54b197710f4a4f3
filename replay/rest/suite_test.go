package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/rest"
)

func TestRest(t *testing.T) {
	// Ginkgo keeps one goroutine of its own waiting for signals.
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent(),
		goleak.IgnoreTopFunction("github.com/onsi/ginkgo/v2/internal/interrupt_handler.(*InterruptHandler).registerForInterrupts.func2"))
	RegisterFailHandler(Fail)
	RunSpecs(t, "replay/rest")
}

// environment is a lookup over a map.
func environment(vars map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := vars[name]
		return v, ok
	}
}

// tool makes a capability with that connector.
func tool(connector manifest.REST, input ...*manifest.Field) *manifest.Tool {
	return &manifest.Tool{
		ID: "depot.look", Effect: manifest.Read, Input: input,
		Connector: &manifest.Connector{Type: manifest.ConnectorREST, REST: &connector},
	}
}

func listField(name string) *manifest.Field {
	return &manifest.Field{Name: name, Type: manifest.Type{Kind: manifest.KindList, Semantic: manifest.String}}
}

func headers(pairs ...string) []manifest.KeyValue {
	var list []manifest.KeyValue
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, manifest.KeyValue{Key: pairs[i], Value: pairs[i+1]})
	}
	return list
}

func input(text string) replay.Input {
	GinkgoHelper()
	in, err := replay.ParseInput([]byte(text))
	Expect(err).NotTo(HaveOccurred())
	return in
}

func values(pairs ...string) replay.Caller {
	c := replay.Caller{Values: map[string]string{}}
	for i := 0; i < len(pairs); i += 2 {
		c.Values[pairs[i]] = pairs[i+1]
	}
	return c
}

// wire is a RoundTripper that notes requests and answers from a script; the
// last answer stands for all that follow.
type wire struct {
	requests []*http.Request
	bodies   []string
	answers  []func(*http.Request) (*http.Response, error)
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	body := ""
	if r.Body != nil {
		data := new(bytes.Buffer)
		_, _ = data.ReadFrom(r.Body)
		body = data.String()
	}
	w.requests = append(w.requests, r)
	w.bodies = append(w.bodies, body)
	n := min(len(w.requests), len(w.answers)) - 1
	if n < 0 {
		return reply(200, "{}")(r)
	}
	return w.answers[n](r)
}

func reply(status int, body string, header ...string) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) {
		rec := httptest.NewRecorder()
		for i := 0; i < len(header); i += 2 {
			rec.Header().Add(header[i], header[i+1])
		}
		rec.WriteHeader(status)
		_, _ = rec.WriteString(body)
		res := rec.Result()
		res.Request = r
		return res, nil
	}
}

// offline makes a client whose network is w and whose pauses are noted.
func offline(w http.RoundTripper, o rest.Options) (*rest.Client, *[]time.Duration) {
	pauses := &[]time.Duration{}
	o.Transport = w
	o.Random = func() float64 { return 0.5 }
	if o.Sleep == nil {
		o.Sleep = func(_ context.Context, d time.Duration) error {
			*pauses = append(*pauses, d)
			return nil
		}
	}
	return rest.New(o), pauses
}

// ask prepares and asks; a refusal of Prepare is an answer's refusal.
func ask(c *rest.Client, t *manifest.Tool, in replay.Input, caller replay.Caller) replay.Answer {
	p, refusal := c.Prepare(t, in, caller)
	if refusal != nil {
		return replay.Answer{Refused: refusal}
	}
	return c.Ask(context.Background(), p)
}

func asJSON(v any) string {
	GinkgoHelper()
	data, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return string(data)
}

func with(base map[string]string, more map[string]string) map[string]string {
	all := maps.Clone(base)
	maps.Copy(all, more)
	return all
}
