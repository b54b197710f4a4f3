package rest_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	"encoding/pem"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/rest"
)

var _ = Describe("an answer", func() {
	look := tool(manifest.REST{Method: "GET", Path: "/x", BaseURL: base("${DEPOT}")})
	env := environment(map[string]string{"DEPOT": depot})

	DescribeTable("is judged or refused by its status",
		func(status int, reason finding.Reason, detail string, attempts int) {
			w := &wire{answers: []func(*http.Request) (*http.Response, error){reply(status, `{"a":1}`)}}
			c, _ := offline(w, rest.Options{Env: env, Retries: 2})
			answer := ask(c, look, replay.Input{}, replay.Caller{})
			Expect(answer.Status).To(Equal(status))
			Expect(answer.Attempts).To(Equal(attempts))
			if reason == "" {
				Expect(answer.Refused).To(BeNil())
				Expect(string(answer.Body)).To(Equal(`{"a":1}`))
				return
			}
			Expect(answer.Refused.Reason).To(Equal(reason))
			Expect(answer.Refused.Detail).To(HavePrefix("${DEPOT} answered "))
			Expect(answer.Refused.Detail).To(ContainSubstring(detail))
			Expect(answer.Body).To(BeNil())
		},
		Entry("VR1.24 200", 200, finding.Reason(""), "", 1),
		Entry("VR1.24 299", 299, finding.Reason(""), "", 1),
		Entry("section 1: 400", 400, finding.Reason(""), "", 1),
		Entry("section 1: 404", 404, finding.Reason(""), "", 1),
		Entry("section 1: 410", 410, finding.Reason(""), "", 1),
		Entry("section 1: 422", 422, finding.Reason(""), "", 1),
		Entry("section 1: 401", 401, finding.Unauthorized, "401", 1),
		Entry("section 1: 403", 403, finding.Forbidden, "403", 1),
		Entry("section 1: 407", 407, finding.Unauthorized, "proxy", 1),
		Entry("section 1: 408", 408, finding.Timeout, "408", 3),
		Entry("section 1: 421", 421, finding.ServerError, "421", 1),
		Entry("section 1: 425", 425, finding.ServerError, "425", 3),
		Entry("section 1: 429", 429, finding.RateLimited, "429", 3),
		Entry("section 1: 500", 500, finding.ServerError, "500", 1),
		Entry("X1.21 503", 503, finding.ServerError, "503", 3),
		Entry("VR1.26 304", 304, finding.Redirect, "neither", 1),
		Entry("VR1.26 300", 300, finding.Redirect, "neither", 1),
	)

	DescribeTable("is text as browsers read it",
		func(sent, want string) {
			w := &wire{answers: []func(*http.Request) (*http.Response, error){reply(200, sent, "Content-Type", "image/png")}}
			c, _ := offline(w, rest.Options{Env: env})
			Expect(string(ask(c, look, replay.Input{}, replay.Caller{}).Body)).To(Equal(want))
		},
		Entry("X1.20 not JSON", "not json", "not json"),
		Entry("7.32 one byte order mark goes", "\xef\xbb\xbf{}", "{}"),
		Entry("7.32 a second one stays", "\xef\xbb\xbf\xef\xbb\xbf{}", "\ufeff{}"),
		Entry("7.32 a lone byte", "\"a\xffb\"", "\"a\ufffdb\""),
		Entry("7.32 a cut sequence is one replacement", "\"\xe2\x82\"", "\"\ufffd\""),
		Entry("7.32 a surrogate is three", "\xed\xa0\x80", "\ufffd\ufffd\ufffd"),
		Entry("7.32 an overlong slash is two", "\xc0\xaf", "\ufffd\ufffd"),
		Entry("7.32 beyond Unicode", "\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"),
		Entry("7.32 a cut astral one", "\xf0\x9f\x98x", "\ufffdx"),
	)

	It("has no body when there was none", func() {
		c, _ := offline(&wire{answers: []func(*http.Request) (*http.Response, error){reply(204, "")}}, rest.Options{Env: env})
		answer := ask(c, look, replay.Input{}, replay.Caller{})
		Expect(answer.Refused).To(BeNil())
		Expect(answer.Body).To(BeNil())
	})

	It("7.22 tells the seconds that were demanded", func() {
		w := &wire{answers: []func(*http.Request) (*http.Response, error){reply(429, "", "Retry-After", "120")}}
		c, pauses := offline(w, rest.Options{Env: env, Retries: 2})
		answer := ask(c, look, replay.Input{}, replay.Caller{})
		Expect(answer.Attempts).To(Equal(1))
		Expect(*pauses).To(BeEmpty())
		Expect(answer.Refused.RetryAfter).To(Equal(120))
		Expect(answer.Refused.Detail).To(ContainSubstring("wait 120 s"))
	})

	It("section 5: only reads are repeated", func() {
		for effect, attempts := range map[manifest.Effect]int{manifest.Read: 3, manifest.Write: 1, manifest.Irreversible: 1} {
			t := tool(manifest.REST{Method: "GET", Path: "/x", BaseURL: base("${DEPOT}")})
			t.Effect = effect
			c, _ := offline(&wire{answers: []func(*http.Request) (*http.Response, error){reply(503, "")}}, rest.Options{Env: env, Retries: 2})
			Expect(ask(c, t, replay.Input{}, replay.Caller{}).Attempts).To(Equal(attempts), string(effect))
		}
	})

	It("names what the retries were for", func() {
		w := &wire{answers: []func(*http.Request) (*http.Response, error){reply(429, ""), reply(502, ""), reply(200, "{}")}}
		c, pauses := offline(w, rest.Options{Env: env, Retries: 2})
		answer := ask(c, look, replay.Input{}, replay.Caller{})
		Expect(answer.Refused).To(BeNil())
		Expect(answer.Retried).To(Equal([]string{"429", "502"}))
		Expect(*pauses).To(Equal([]time.Duration{375 * time.Millisecond, 750 * time.Millisecond}))
	})

	It("7.16 speaks of the placeholder when nobody listens", func() {
		s := httptest.NewServer(http.NotFoundHandler())
		s.Close()
		c, _ := offline(nil, rest.Options{Env: environment(map[string]string{"DEPOT": s.URL})})
		defer c.Close()
		answer := ask(c, look, replay.Input{}, replay.Caller{})
		Expect(*answer.Refused).To(Equal(replay.Refusal{Reason: finding.Refused, Detail: "could not connect to ${DEPOT}: connection refused"}))
	})

	It("section 5: points at the line that cannot be resolved", func() {
		at := func(line int) finding.Position { return finding.Position{File: "b.yaml", Line: line, Column: 3} }
		c, _ := offline(&wire{}, rest.Options{Env: env})
		for line, change := range map[int]func(*manifest.REST){
			4: func(r *manifest.REST) { r.BaseURL = base("${GONE}") },
			5: func(r *manifest.REST) { r.Headers = []manifest.KeyValue{{Key: "A", Value: "${GONE}", Pos: at(5)}} },
			6: func(r *manifest.REST) { r.Body = base("${GONE}") },
			7: func(r *manifest.REST) { r.Path = "/{gone}" },
			8: func(r *manifest.REST) { r.Headers = []manifest.KeyValue{{Key: "A", Value: "→", Pos: at(8)}} },
			9: func(r *manifest.REST) {
				r.Headers = []manifest.KeyValue{{Key: "A", Value: "${caller.gone}", Pos: at(9)}}
			},
		} {
			r := manifest.REST{Method: "POST", Path: "/x", BaseURL: base("${DEPOT}"), BaseURLPos: at(4), BodyPos: at(6), PathPos: at(7)}
			change(&r)
			_, refusal := c.Prepare(tool(r), replay.Input{}, replay.Caller{})
			Expect(refusal.Pos).To(Equal(at(line)))
		}
	})

	It("is interrupted with the run", func() {
		c, _ := offline(&wire{}, rest.Options{Env: env})
		p, _ := c.Prepare(look, replay.Input{}, replay.Caller{})
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		answer := c.Ask(ctx, p)
		Expect(answer.Refused.Reason).To(Equal(finding.Interrupted))
		Expect(answer.Attempts).To(BeZero())
	})

	It("refuses connectors of other kinds, and requests of other connectors", func() {
		c, _ := offline(&wire{}, rest.Options{})
		sql := tool(manifest.REST{})
		sql.Connector = &manifest.Connector{Type: manifest.ConnectorSQL, SQL: &manifest.SQL{}}
		for _, t := range []*manifest.Tool{sql, {ID: "a.b"}} {
			p, refusal := c.Prepare(t, replay.Input{}, replay.Caller{})
			Expect(p).To(BeNil())
			Expect(refusal.Reason).To(Equal(finding.ConnectorUnsupported))
		}
		Expect(c.Ask(context.Background(), nil).Refused.Reason).To(Equal(finding.ConnectorUnsupported))
	})

	It("7.25 trusts a certificate file, and says what is wrong with one", func() {
		s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("{}")) }))
		defer s.Close()
		dir := GinkgoT().TempDir()
		file := filepath.Join(dir, "ca.pem")
		data := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
		Expect(os.WriteFile(file, data, 0o600)).To(Succeed())
		vars := environment(map[string]string{"DEPOT": s.URL, "SSL_CERT_FILE": file})

		byFlag, err := rest.LoadRoots(file, nil)
		Expect(err).NotTo(HaveOccurred())
		byVariable, err := rest.LoadRoots("", vars)
		Expect(err).NotTo(HaveOccurred())
		for _, o := range []rest.Options{{Env: vars, RootCAs: byFlag}, {Env: vars, RootCAs: byVariable}} {
			c := rest.New(o)
			Expect(ask(c, look, replay.Input{}, replay.Caller{}).Refused).To(BeNil())
			c.Close()
		}

		Expect(rest.LoadRoots("", nil)).To(BeNil())
		_, err = rest.LoadRoots(filepath.Join(dir, "none"), nil)
		Expect(err).To(MatchError(ContainSubstring("none")))
		Expect(os.WriteFile(file, []byte("no certificate"), 0o600)).To(Succeed())
		_, err = rest.LoadRoots(file, nil)
		Expect(err).To(MatchError(ContainSubstring("no PEM certificate")))
	})

	It("7.25 goes through the proxy, but not for hosts that NO_PROXY names", func() {
		var asked []string
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.URL.String())
			_, _ = w.Write([]byte("{}"))
		}))
		defer proxy.Close()
		backend, got := server(answers(200, "{}"))
		// Loopback names never go through a proxy; this spelling of them may.
		address := strings.Replace(backend.URL, "127.0.0.1", "0.0.0.0", 1)
		vars := map[string]string{"DEPOT": address, "http_proxy": proxy.URL, "NO_PROXY": "other.test"}
		c := rest.New(rest.Options{Env: environment(vars)})
		defer c.Close()
		Expect(ask(c, look, replay.Input{}, replay.Caller{}).Refused).To(BeNil())
		Expect(asked).To(Equal([]string{address + "/x"}))
		Expect(*got).To(BeEmpty())

		vars["NO_PROXY"] = "0.0.0.0"
		direct := rest.New(rest.Options{Env: environment(vars)})
		defer direct.Close()
		Expect(ask(direct, look, replay.Input{}, replay.Caller{}).Refused).To(BeNil())
		Expect(asked).To(HaveLen(1))
		Expect(*got).To(HaveLen(1))
	})
})
