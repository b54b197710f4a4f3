package httpx_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/httpx"
)

// hop answers by URL: a redirect, or 200.
type hop struct {
	status int
	to     string
}

// paths is a transport over a table of URLs; it notes what it is asked.
type paths struct {
	hops map[string]hop
	got  []string
}

func (p *paths) RoundTrip(r *http.Request) (*http.Response, error) {
	body := "-"
	if r.Body != nil {
		data, _ := io.ReadAll(r.Body)
		body = string(data)
	}
	p.got = append(p.got, fmt.Sprintf("%s %s auth=%s trace=%s type=%s body=%s", r.Method, r.URL,
		r.Header.Get("X-Auth"), r.Header.Get("X-Trace"), r.Header.Get("Content-Type"), body))
	rec := httptest.NewRecorder()
	h := p.hops[r.URL.String()]
	if h.to != "" {
		rec.Header().Set("Location", h.to)
	}
	if h.status > 0 {
		rec.WriteHeader(h.status)
	}
	return rec.Result(), nil
}

var _ = Describe("a redirect", func() {
	request := func(method string) httpx.Request {
		r := get("https://a.test/1")
		r.Method = method
		r.Headers = []httpx.Header{{Name: "X-Auth", Value: "k", Bound: true}, {Name: "X-Trace", Value: "t"}, {Name: "content-type", Value: "j"}}
		if method != http.MethodGet {
			r.Body, r.BodyBound = []byte("b"), true
		}
		return r
	}

	DescribeTable("is followed by the rules of browsers",
		func(method string, status int, to, want string, dropped bool) {
			p := &paths{hops: map[string]hop{"https://a.test/1": {status, to}}}
			c, _ := client(httpx.Options{Transport: p})
			res, failure := c.Do(context.Background(), request(method))
			Expect(failure).To(BeNil())
			Expect(res.Status).To(Equal(200))
			Expect(p.got).To(HaveLen(2))
			Expect(p.got[1]).To(Equal(want))
			Expect(res.Dropped).To(Equal(dropped))
			Expect(res.Attempts).To(Equal(1))
		},
		Entry("VR1.26 301 keeps GET", "GET", 301, "/2?x=1#f", "GET https://a.test/2?x=1 auth=k trace=t type=j body=-", false),
		Entry("VR1.26 301 turns POST into GET", "POST", 301, "2", "GET https://a.test/2 auth=k trace=t type= body=-", false),
		Entry("VR1.26 302 turns POST into GET", "POST", 302, "/2", "GET https://a.test/2 auth=k trace=t type= body=-", false),
		Entry("VR1.26 302 keeps PUT", "PUT", 302, "/2", "PUT https://a.test/2 auth=k trace=t type=j body=b", false),
		Entry("VR1.26 303 turns PUT into GET", "PUT", 303, "/2", "GET https://a.test/2 auth=k trace=t type= body=-", false),
		Entry("VR1.26 307 keeps all", "POST", 307, "/2", "POST https://a.test/2 auth=k trace=t type=j body=b", false),
		Entry("VR1.26 308 keeps all", "POST", 308, "https://A.test:443/2", "POST https://A.test:443/2 auth=k trace=t type=j body=b", false),
		Entry("7.23 another host gets no credentials", "GET", 302, "https://b.test/2", "GET https://b.test/2 auth= trace=t type=j body=-", true),
		Entry("7.23 another port is another host", "GET", 302, "https://a.test:8443/2", "GET https://a.test:8443/2 auth= trace=t type=j body=-", true),
		Entry("7.23 a name below is another host", "GET", 302, "https://x.a.test/2", "GET https://x.a.test/2 auth= trace=t type=j body=-", true),
		Entry("7.23 another host gets no body that was bound", "POST", 308, "//b.test/2", "POST https://b.test/2 auth= trace=t type= body=", true),
		Entry("user information in a target is not used", "GET", 302, "https://u:p@a.test/2", "GET https://a.test/2 auth=k trace=t type=j body=-", false),
	)

	DescribeTable("is not followed",
		func(status int, to string, why string) {
			p := &paths{hops: map[string]hop{"https://a.test/1": {status, to}, "https://a.test/round": {302, "/round"}}}
			c, _ := client(httpx.Options{Transport: p, Retries: 2})
			r := request("GET")
			r.Vet = func(target *url.URL, crossed bool) *httpx.Failure {
				if target.Hostname() == "c.test" {
					Expect(crossed).To(BeTrue())
					return &httpx.Failure{Kind: httpx.NotAllowed, Why: "vetoed"}
				}
				return nil
			}
			res, failure := c.Do(context.Background(), r)
			Expect(failure).NotTo(BeNil())
			Expect(failure.Why).To(ContainSubstring(why))
			Expect(res.Attempts).To(Equal(1))
			Expect(p.got).NotTo(ContainElement(ContainSubstring("c.test")))
		},
		Entry("without a target", 302, "", "without a target"),
		Entry("to something that is no URL", 302, "http://[", "no web address"),
		Entry("to another scheme", 302, "ftp://a.test/", "no web address"),
		Entry("from https to http", 302, "http://a.test/2", "https to http"),
		Entry("round and round", 302, "/round", "more than 5"),
		Entry("where the caller vetoes", 302, "https://c.test/", "vetoed"),
	)

	It("follows five, not six", func() {
		p := &paths{hops: map[string]hop{}}
		for n := 1; n <= 5; n++ {
			p.hops[fmt.Sprintf("https://a.test/%d", n)] = hop{302, fmt.Sprintf("/%d", n+1)}
		}
		c, _ := client(httpx.Options{Transport: p})
		_, failure := c.Do(context.Background(), request("GET"))
		Expect(failure).To(BeNil())
		p.hops["https://a.test/6"] = hop{302, "/7"}
		_, failure = c.Do(context.Background(), request("GET"))
		Expect(failure.Kind).To(Equal(httpx.Redirect))
	})

	It("7.23 does not give back what it dropped when it comes home", func() {
		p := &paths{hops: map[string]hop{"https://a.test/1": {302, "https://b.test/"}, "https://b.test/": {302, "https://a.test/2"}}}
		c, _ := client(httpx.Options{Transport: p})
		res, _ := c.Do(context.Background(), request("GET"))
		Expect(p.got[2]).To(HavePrefix("GET https://a.test/2 auth= "))
		Expect(res.Dropped).To(BeTrue())
	})

	It("tells the same host from another", func() {
		same := func(from, to string) bool {
			a, _ := url.Parse(from)
			b, _ := url.Parse(to)
			return httpx.SameHost(a, b)
		}
		Expect(same("http://a.test", "https://a.test")).To(BeTrue())
		Expect(same("http://a.test:80", "https://A.test:443")).To(BeTrue())
		Expect(same("http://a.test:8080", "https://a.test:8080")).To(BeTrue())
		Expect(same("http://a.test:8080", "https://a.test:8443")).To(BeFalse())
		Expect(same("http://a.test:8080", "https://a.test")).To(BeFalse())
		Expect(same("https://a.test", "http://a.test")).To(BeFalse())
		Expect(same("https://a.test", "https://a.test.")).To(BeFalse())
	})

	It("keeps literal authorization from another host too", func() {
		var got http.Header
		other := serve(func(_ http.ResponseWriter, r *http.Request) { got = r.Header })
		first := serve(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, strings.Replace(other.URL, "127.0.0.1", "localhost", 1), http.StatusFound)
		})
		c, _ := client(httpx.Options{})
		r := get(first.URL)
		r.Headers = []httpx.Header{{Name: "Authorization", Value: "x"}, {Name: "cookie", Value: "x"}, {Name: "X-Plain", Value: "y"}}
		res, failure := c.Do(context.Background(), r)
		Expect(failure).To(BeNil())
		Expect(res.Dropped).To(BeTrue())
		Expect(got).NotTo(Or(HaveKey("Authorization"), HaveKey("Cookie")))
		Expect(got).To(HaveKeyWithValue("X-Plain", []string{"y"}))
	})
})
