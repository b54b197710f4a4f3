package rest_test

import (
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/redact"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/rest"
)

// seen is one request as a server got it.
type seen struct {
	method, uri, body string
	header            http.Header
}

// server notes what it gets and answers with handler.
func server(handler http.HandlerFunc) (*httptest.Server, *[]seen) {
	got := &[]seen{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*got = append(*got, seen{r.Method, r.URL.String(), string(body), r.Header})
		handler(w, r)
	}))
	DeferCleanup(s.Close)
	return s, got
}

func answers(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func redirectTo(status int, target *string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", *target)
		w.WriteHeader(status)
	}
}

var _ = Describe("credentials at a redirect", func() {
	const key = "canary-0123456789"
	connector := manifest.REST{
		Method: "POST", Path: "/x", BaseURL: base("${DEPOT}"),
		Headers: headers("Authorization", "Bearer ${KEY}", "X-Who", "${caller.principal}", "X-Plain", "p"),
		Body:    base(`{"k":"${KEY}"}`),
	}

	// follow asks first, which redirects to target, and returns the answer.
	follow := func(status int, target string, o rest.Options, connector manifest.REST) replay.Answer {
		first, _ := server(redirectTo(status, &target))
		o.Env = environment(map[string]string{"DEPOT": first.URL, "KEY": key, "PORT": strings.TrimPrefix(first.URL, "http://127.0.0.1")})
		c := rest.New(o)
		DeferCleanup(c.Close)
		return ask(c, tool(connector), replay.Input{}, values("principal", "ann-from-accounts", "host", "127.0.0.1"))
	}

	It("7.23 stay with the host that they were for", func() {
		for _, status := range []int{302, 303, 307, 308} {
			other, got := server(answers(200, "{}"))
			answer := follow(status, other.URL+"/y", rest.Options{}, connector)
			Expect(answer.Refused).To(BeNil())
			Expect(answer.CredentialsDropped).To(BeTrue())
			Expect(*got).To(HaveLen(1))
			Expect((*got)[0].header).NotTo(Or(HaveKey("Authorization"), HaveKey("X-Who")))
			Expect((*got)[0].header).To(HaveKeyWithValue("X-Plain", []string{"p"}))
			Expect((*got)[0].body).To(BeEmpty())
		}
	})

	It("7.23 go along on the same host", func() {
		var got []seen
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			got = append(got, seen{r.Method, r.URL.String(), string(body), r.Header})
			if r.URL.Path == "/x" {
				http.Redirect(w, r, "/y", http.StatusPermanentRedirect)
			}
		}))
		defer s.Close()
		c := rest.New(rest.Options{Env: environment(map[string]string{"DEPOT": s.URL, "KEY": key})})
		defer c.Close()
		answer := ask(c, tool(connector), replay.Input{}, values("principal", "ann"))
		Expect(answer.Refused).To(BeNil())
		Expect(answer.CredentialsDropped).To(BeFalse())
		Expect(got[1].header.Get("Authorization")).To(Equal("Bearer " + key))
		Expect(got[1].body).To(Equal(`{"k":"` + key + `"}`))
	})

	It("7.12 make every 4xx after them a redirect, not a verdict", func() {
		for _, status := range []int{400, 401, 403, 404} {
			other, _ := server(answers(status, "who are you?"))
			answer := follow(302, other.URL, rest.Options{}, connector)
			Expect(answer.Refused.Reason).To(Equal(finding.Redirect))
			Expect(answer.Refused.Detail).To(HavePrefix("${DEPOT} answered"))
			Expect(answer.Status).To(Equal(status))
		}
	})

	It("are not dropped, so nothing is said, where there were none", func() {
		other, got := server(answers(404, ""))
		answer := follow(302, other.URL, rest.Options{}, manifest.REST{Method: "GET", Path: "/x", BaseURL: base("${DEPOT}"), Headers: headers("X-Plain", "p")})
		Expect(answer.Refused).To(BeNil())
		Expect(answer.CredentialsDropped).To(BeFalse())
		Expect(*got).To(HaveLen(1))
	})

	It("7.23 do not travel in the target's URL, plain or encoded", func() {
		for _, carried := range []string{"/?t=" + key, "/" + key, "/?t=" + base64.StdEncoding.EncodeToString([]byte("user:"+key)), "/?who=" + url.QueryEscape("ann-from-accounts")} {
			other, got := server(answers(200, "{}"))
			answer := follow(302, other.URL+carried, rest.Options{}, connector)
			Expect(answer.Refused).NotTo(BeNil(), carried)
			Expect(answer.Refused.Reason).To(Equal(finding.Redirect))
			Expect(answer.Refused.Detail).NotTo(ContainSubstring(key))
			Expect(*got).To(BeEmpty())
		}
	})

	It("7.23 not even short ones as a value of the query", func() {
		other, got := server(answers(200, "{}"))
		target := other.URL + "/?pin=0421"
		first, _ := server(redirectTo(302, &target))
		c := rest.New(rest.Options{Env: environment(map[string]string{"DEPOT": first.URL, "PIN": "0421"})})
		defer c.Close()
		t := tool(manifest.REST{Method: "GET", Path: "/x", BaseURL: base("${DEPOT}"), Headers: headers("X-Pin", "${PIN}")})
		Expect(ask(c, t, replay.Input{}, replay.Caller{}).Refused.Reason).To(Equal(finding.Redirect))
		Expect(*got).To(BeEmpty())
	})

	It("section 5: a host that the caller chose is checked again on the target", func() {
		chosen := connector
		chosen.BaseURL = base("http://${caller.host}${PORT}")
		other, got := server(answers(200, "{}"))
		answer := follow(307, strings.Replace(other.URL, "127.0.0.1", "localhost", 1), rest.Options{AllowHosts: []string{"127.0.0.1"}}, chosen)
		Expect(answer.Refused.Reason).To(Equal(finding.HostNotAllowed))
		Expect(*got).To(BeEmpty())
		answer = follow(307, other.URL, rest.Options{AllowHosts: []string{"127.0.0.1"}}, chosen)
		Expect(answer.Refused).To(BeNil())
		Expect(*got).To(HaveLen(1))
	})
})

var _ = Describe("what may be shown", func() {
	secret := map[string]string{"DEPOT": "http://canary-host.test:81", "KEY": `canary-"key"/1`, "TENANT": "canary-tenant", "Q": "canary-query"}
	caller := values("accessToken", "canary-token", "host", "canary-chosen")
	connector := manifest.REST{
		Method: "POST", Path: "/v/{id}", BaseURL: base("${DEPOT}/base?key=${Q}"),
		Headers: headers("X-Tenant", "${TENANT}", "Authorization", "Bearer ${caller.accessToken}", "X-Api-Key", "written-down", "X-Plain", "p"),
		Body:    base(`{"k":"${KEY}","id":{id},"raw":${TENANT}}`),
		Query:   []manifest.QueryParam{{Field: "dry", Object: true, OnQuery: true}},
	}

	It("7.16 holds placeholders, recorded inputs, and who gets which variable", func() {
		c, _ := offline(&wire{}, rest.Options{Env: environment(secret)})
		p, refusal := c.Prepare(tool(connector), input(`{"id":"7 b","dry":true}`), caller)
		Expect(refusal).To(BeNil())
		Expect(p.Show()).To(Equal(finding.Request{
			Method: "POST", URL: "${DEPOT}/base?key=${Q}/v/7%20b?dry=true",
			Headers: []finding.Header{
				{Name: "accept", Value: "application/json"}, {Name: "Authorization", Value: "Bearer ${caller.accessToken}"},
				{Name: "content-type", Value: "application/json"}, {Name: "X-Api-Key", Value: "***"},
				{Name: "X-Plain", Value: "p"}, {Name: "X-Tenant", Value: "${TENANT}"},
			},
			Body: `{"k":"${KEY}","id":"7 b","raw":"${TENANT}"}`,
			Variables: []finding.Variable{
				{Name: "DEPOT", Host: "${DEPOT}"}, {Name: "Q", Host: "${DEPOT}"}, {Name: "TENANT", Host: "${DEPOT}"},
				{Name: "caller.accessToken", Host: "${DEPOT}"}, {Name: "KEY", Host: "${DEPOT}"},
			},
		}))
	})

	It("7.26 can be shown where variables are missing, as --plan on a machine without secrets does", func() {
		c, _ := offline(&wire{}, rest.Options{})
		literal := connector
		literal.BaseURL = base("https://api.depot.test/v1")
		p, refusal := c.Prepare(tool(literal), replay.Input{}, replay.Caller{})
		Expect(refusal.Reason).To(Equal(finding.EnvMissing))
		Expect(p.Show().URL).To(Equal("https://api.depot.test/v1/v/{id}"))
		Expect(p.Show().Variables).To(ContainElement(finding.Variable{Name: "KEY", Host: "api.depot.test"}))
	})

	It("7.16 never holds a value: not in Show, a detail, a warning, whatever goes wrong", func() {
		faults := []func(*http.Request) (*http.Response, error){
			reply(200, "{}"), reply(401, ""), reply(404, ""), reply(429, "", "Retry-After", "99"), reply(500, "canary"),
			reply(302, ""), reply(302, "", "Location", "ftp://canary-host.test"), reply(307, "", "Location", "https://elsewhere.test/?k=canary-tenant"),
			reply(302, "", "Location", "http://[canary-key"), reply(200, "x", "Content-Encoding", "canary-key"),
			func(r *http.Request) (*http.Response, error) {
				return nil, &url.Error{Op: "Get", URL: r.URL.String() + "canary-token", Err: io.ErrUnexpectedEOF}
			},
			func(r *http.Request) (*http.Response, error) { return nil, http.ErrSchemeMismatch },
		}
		broken := []manifest.REST{connector}
		for _, change := range []func(*manifest.REST){
			func(r *manifest.REST) { r.BaseURL = base("ftp://${TENANT}") },
			func(r *manifest.REST) { r.BaseURL = base("https://${caller.host}.test") },
			func(r *manifest.REST) { r.BaseURL = base("https://${TENANT}:${KEY}@depot.test") },
			func(r *manifest.REST) { r.BaseURL = base("https://${KEY}") },
			func(r *manifest.REST) { r.Headers = headers("X-V", "${KEY}\n${TENANT}", "X-U", "${UNSET}") },
			func(r *manifest.REST) { r.Headers = headers("X-V", "→${KEY}") },
			func(r *manifest.REST) { r.Body = base("k=${KEY}&${TENANT}") },
		} {
			changed := connector
			change(&changed)
			broken = append(broken, changed)
		}
		for _, connector := range broken {
			for _, fault := range faults {
				c, _ := offline(&wire{answers: []func(*http.Request) (*http.Response, error){fault}}, rest.Options{Env: environment(secret), Retries: 1})
				p, refusal := c.Prepare(tool(connector), input(`{"id":1}`), caller)
				answer := ask(c, tool(connector), input(`{"id":1}`), caller)
				answer.Body = nil
				text := asJSON([]any{p.Show(), refusal, answer, c.Warnings()})
				Expect(text).NotTo(ContainSubstring("canary"))
			}
		}
	})

	It("7.16 is scrubbed once more with everything that was resolved", func() {
		c, _ := offline(&wire{}, rest.Options{Env: environment(secret)})
		_, _ = c.Prepare(tool(connector), input(`{"id":1}`), caller)
		Expect(c.Resolved()).To(ContainElements(
			redact.Secret{Placeholder: "${KEY}", Value: `canary-"key"/1`}, redact.Secret{Placeholder: "${caller.accessToken}", Value: "canary-token"}))
		Expect(redact.New(c.Resolved()).String("x canary-tenant y " + url.QueryEscape(`canary-"key"/1`))).To(Equal("x ${TENANT} y ${KEY}"))
	})

	DescribeTable("7.25 warns about credentials over plain http to other machines",
		func(address string, h []manifest.KeyValue, body *string, warned bool) {
			c, _ := offline(&wire{}, rest.Options{Env: environment(map[string]string{"DEPOT": address, "KEY": "k"})})
			t := tool(manifest.REST{Method: "POST", Path: "/x", BaseURL: base("${DEPOT}"), Headers: h, Body: body})
			for range 3 {
				_, _ = c.Prepare(t, replay.Input{}, replay.Caller{})
			}
			if !warned {
				Expect(c.Warnings()).To(BeEmpty())
				return
			}
			Expect(c.Warnings()).To(HaveLen(1))
			Expect(c.Warnings()[0]).To(And(ContainSubstring("${DEPOT}"), Not(ContainSubstring("depot.test"))))
		},
		Entry("a header", "http://depot.test", headers("X", "${KEY}"), nil, true),
		Entry("a body", "http://depot.test", nil, base("${KEY}"), true),
		Entry("nothing bound", "http://depot.test", headers("X", "k"), nil, false),
		Entry("https", "https://depot.test", headers("X", "${KEY}"), nil, false),
		Entry("localhost", "http://localhost:1", headers("X", "${KEY}"), nil, false),
		Entry("127.9.9.9", "http://127.9.9.9", headers("X", "${KEY}"), nil, false),
		Entry("::1", "http://[::1]:80", headers("X", "${KEY}"), nil, false),
		Entry("a name that only begins so", "http://localhost.test", headers("X", "${KEY}"), nil, true),
	)
})

var _ = Describe("which variables a manifest may read", func() {
	DescribeTable("7.26",
		func(name string, allow []string, want bool) { Expect(rest.Readable(name, allow)).To(Equal(want)) },
		Entry("an ordinary one", "SHOP_KEY", nil, true),
		Entry("of the CI system", "GITHUB_TOKEN", nil, false),
		Entry("of the CI system, small", "github_token", nil, false),
		Entry("ACTIONS_", "ACTIONS_ID_TOKEN_REQUEST_TOKEN", nil, false),
		Entry("RUNNER_", "RUNNER_TEMP", nil, false),
		Entry("INPUT_", "INPUT_TOKEN", nil, false),
		Entry("AWS_", "AWS_SECRET_ACCESS_KEY", nil, false),
		Entry("AZURE_", "AZURE_CLIENT_SECRET", nil, false),
		Entry("GOOGLE_", "GOOGLE_APPLICATION_CREDENTIALS", nil, false),
		Entry("SSH_", "SSH_AUTH_SOCK", nil, false),
		Entry("a name that only holds it", "MY_GITHUB_TOKEN", nil, true),
		Entry("named", "GITHUB_TOKEN", []string{"GITHUB_TOKEN"}, true),
		Entry("with --env nothing else", "SHOP_KEY", []string{"GITHUB_TOKEN"}, false),
		Entry("by pattern", "SHOP_KEY", []string{"X", "SHOP_*"}, true),
		Entry("by a pattern that is none", "SHOP_KEY", []string{"[SHOP_KEY"}, false),
	)

	It("7.26 is refused before its value is looked at", func() {
		looked := false
		c, _ := offline(&wire{}, rest.Options{Env: func(name string) (string, bool) {
			looked = looked || name == "GITHUB_TOKEN"
			return depot, true
		}})
		t := tool(manifest.REST{Method: "GET", Path: "/x", BaseURL: base("${DEPOT}"), Headers: headers("X", "${GITHUB_TOKEN}")})
		_, refusal := c.Prepare(t, replay.Input{}, replay.Caller{})
		Expect(refusal.Reason).To(Equal(finding.EnvMissing))
		Expect(refusal.Detail).To(And(ContainSubstring("${GITHUB_TOKEN}"), ContainSubstring("--env")))
		Expect(looked).To(BeFalse())
	})
})
