package rest_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	. "github.com/onsi/ginkgo/v2"
	"pgregory.net/rapid"

	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/rest"
)

var _ = Describe("whatever the values are", func() {
	env := environment(map[string]string{"DEPOT": depot})
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOf(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
			"evil.test", ".core.test", "/", `\`, "@", ":", "#", "?", "%2f", "..", "\t", "[", "]", `"`, `\"`, "{p}", "${DEPOT}", "\x00", "。",
		}))).Draw(t, "parts"), "")
	})

	It("VR1.8 a caller reaches allowed hosts only", func() {
		connector := manifest.REST{Method: "GET", Path: "/x", BaseURL: base("https://${caller.t}.core.test")}
		rapid.Check(GinkgoT(), func(t *rapid.T) {
			w := &wire{}
			c, _ := offline(w, rest.Options{Env: env, AllowHosts: []string{"*.core.test"}})
			_ = ask(c, tool(connector), replay.Input{}, values("t", text.Draw(t, "tenant")))
			for _, r := range w.requests {
				if host := r.URL.Hostname(); !strings.HasSuffix(host, ".core.test") || r.URL.User != nil || strings.ContainsAny(host, "/\\@#? ") {
					t.Fatalf("reached %q", r.URL)
				}
			}
		})
	})

	It("7.24 a JSON body stays the JSON that was authored", func() {
		connector := manifest.REST{Method: "POST", Path: "/x", BaseURL: base("${DEPOT}"), Body: base(`{"a":"<{p}>","b":[{p},"${caller.t}"],"c":1}`)}
		rapid.Check(GinkgoT(), func(t *rapid.T) {
			w := &wire{}
			c, _ := offline(w, rest.Options{Env: env})
			p, caller := text.Draw(t, "p"), text.Draw(t, "t")
			in := replay.Input{}.With("p", replay.StringValue(p))
			if answer := ask(c, tool(connector), in, values("t", caller)); answer.Refused != nil {
				t.Fatal(answer.Refused.Detail)
			}
			var got map[string]any
			if err := json.Unmarshal([]byte(w.bodies[0]), &got); err != nil || len(got) != 3 || got["a"] != "<"+p+">" || got["b"].([]any)[1] != caller {
				t.Fatalf("%s: %v", w.bodies[0], err)
			}
		})
	})

	It("VR1.11 VR1.18 path and query read back as they were given", func() {
		connector := manifest.REST{Method: "GET", Path: "/a/{p}/z", BaseURL: base("${DEPOT}")}
		rapid.Check(GinkgoT(), func(t *rapid.T) {
			w := &wire{}
			c, _ := offline(w, rest.Options{Env: env})
			p, q := text.Draw(t, "p"), text.Draw(t, "q")
			if p == "" || p == "." || p == ".." {
				return
			}
			in := replay.Input{}.With("p", replay.StringValue(p)).With("q", replay.StringValue(q))
			if answer := ask(c, tool(connector), in, replay.Caller{}); answer.Refused != nil {
				t.Fatal(answer.Refused.Detail)
			}
			u := w.requests[0].URL
			back, err := url.PathUnescape(strings.TrimSuffix(strings.TrimPrefix(u.EscapedPath(), "/a/"), "/z"))
			if err != nil || back != p || u.Query().Get("q") != q {
				t.Fatalf("%s: %q %q (%v)", u, back, u.Query().Get("q"), err)
			}
		})
	})
})

func FuzzPrepare(f *testing.F) {
	f.Add("https://${A}.test/${caller.b}", "/x/{p}?a", `{"k":"{p}${A}"}`, "v", `{"p":1}`)
	f.Add("https://depot.test?k=${A}", "/{p}", `{"k":"${A}","c":${caller.b}}`, "canary-value", `{"p":1}`)
	f.Add("${A}", "{p}", "{{p}}", "https://[::1]:8/", `{"p":[null,{"a":"\ud800"}]}`)
	f.Fuzz(func(t *testing.T, address, path, body, value, in string) {
		recorded, err := replay.ParseInput([]byte(in))
		if err != nil || !utf8.ValidString(address+path+body+value) {
			return
		}
		c := rest.New(rest.Options{Env: environment(map[string]string{"A": value}), AllowHosts: []string{"*.test"}})
		connector := manifest.REST{Method: "POST", Path: path, BaseURL: &address, Body: &body}
		p, _ := c.Prepare(tool(connector), recorded, values("b", value))
		const secret = "canary-value"
		if !strings.Contains(value, secret) || strings.Contains(address+path+body+in, "canary") {
			return
		}
		if shown, _ := json.Marshal(p.Show()); strings.Contains(string(shown), secret) {
			t.Fatalf("shown: %s", shown)
		}
	})
}
