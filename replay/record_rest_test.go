package replay_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/rest"
)

var _ = Describe("Record and Verify over HTTP", func() {
	const token = "tok-9f8e7d6c5b4a"
	var b *bed
	var handler atomic.Value
	var connectors map[manifest.ConnectorType]replay.Connector

	serve := func(h http.HandlerFunc) { handler.Store(h) }
	BeforeEach(func() {
		files := ferry()
		files["bindings/ferry.harbours.binding.yaml"] = strings.Replace(files["bindings/ferry.harbours.binding.yaml"],
			"path: /harbours }", "path: /harbours, headers: { x-key: \"${FERRY_KEY}\" } }", 1)
		b = newBed(files)
		serve(office)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			handler.Load().(http.HandlerFunc)(w, r)
		}))
		DeferCleanup(server.Close)
		env := map[string]string{"FERRY_URL": server.URL, "FERRY_KEY": token}
		client := rest.New(rest.Options{Env: func(name string) (string, bool) { v, ok := env[name]; return v, ok }})
		DeferCleanup(client.Close)
		connectors = map[manifest.ConnectorType]replay.Connector{manifest.ConnectorREST: client}
	})
	record := func(change func(*replay.RecordOptions)) *replay.Recording {
		GinkgoHelper()
		o := replay.RecordOptions{Connectors: connectors, Clock: clock}
		change(&o)
		out, err := replay.Record(context.Background(), b.load(), o)
		Expect(err).NotTo(HaveOccurred())
		return out
	}
	verify := func() *finding.Run {
		GinkgoHelper()
		run, err := replay.Verify(context.Background(), b.load(), replay.Options{Connectors: connectors, Clock: clock})
		Expect(err).NotTo(HaveOccurred())
		return run
	}

	It("7.3 what is recorded is green; what drifts is not; what is down is unverified", func() {
		Expect(record(one(crossings, `{"pier":"nörd / 1"}`)).Exit).To(Equal(finding.ExitOK))
		Expect(record(func(*replay.RecordOptions) {}).Exit).To(Equal(finding.ExitOK))
		run := verify()
		Expect(run.Exit).To(Equal(finding.ExitOK), "%+v", run.Subjects)
		Expect(run.Summary.Green).To(Equal(3))

		serve(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"error":"moved"}`)) })
		run = verify()
		Expect(subject(run, crossings).Outcome).To(Equal(finding.OutcomeRed))
		Expect(subject(run, harbours).Outcome).To(Equal(finding.OutcomeRed))
		Expect(run.Exit).To(Equal(finding.ExitFailed))

		serve(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
		run = verify()
		Expect(run.Summary.Unverified).To(Equal(3))
		Expect(run.Exit).To(Equal(finding.ExitUnverified))
	})

	It("never lets a resolved value into a golden, a binding or a report", func() {
		record(one(harbours, ""))
		serve(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"count":1,"` + token + `":true}`))
		})
		for _, allow := range []bool{false, true} { // no flag lets a credential land
			out := record(func(o *replay.RecordOptions) { one(harbours, "")(o); o.Force, o.AllowDynamicKeys = true, allow })
			Expect(item(out, harbours).Code).To(Equal(replay.RecordSecretKeys), "%+v", item(out, harbours))
			Expect(item(out, harbours).Detail).NotTo(ContainSubstring(token))
		}
		for name, text := range b.snapshot() {
			Expect(text).NotTo(ContainSubstring(token), name)
		}
	})
})

// office is the backend as it was when everything was recorded.
func office(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, "/piers/"):
		_, _ = w.Write([]byte(`{"rows":[{"id":"a","fare":3,"note":null},{"id":"b","fare":4.5,"note":"x"},{"id":"c","fare":1}]}`))
	case r.URL.Path == "/harbours" && r.Header.Get("X-Key") != "":
		_, _ = w.Write([]byte(`{"count":7}`))
	case r.URL.Path == "/tide":
		_, _ = w.Write([]byte(`["low","high"]`))
	default:
		http.NotFound(w, r)
	}
}
