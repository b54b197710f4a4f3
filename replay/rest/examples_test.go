package rest_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/rest"
)

// example is one worked example: a connector, an input, and either what goes
// over the wire or why nothing does.
type example struct {
	connector manifest.REST
	declared  []*manifest.Field
	env       map[string]string
	allow     []string
	caller    replay.Caller
	input     string

	method, url, body, contentType string
	header                         [2]string
	reason                         finding.Reason
	detail                         string
}

const depot = "https://api.depot.test"

func base(text string) *string { return &text }

var _ = Describe("a request", func() {
	DescribeTable("is made as the rules say",
		func(e example) {
			w := &wire{}
			c, _ := offline(w, rest.Options{Env: environment(with(map[string]string{"DEPOT": depot}, e.env)), AllowHosts: e.allow})
			if e.connector.BaseURL == nil {
				e.connector.BaseURL = base("${DEPOT}")
			}
			if e.input == "" {
				e.input = "{}"
			}
			answer := ask(c, tool(e.connector, e.declared...), input(e.input), e.caller)
			if e.reason != "" {
				Expect(w.requests).To(BeEmpty())
				Expect(answer.Attempts).To(BeZero())
				Expect(answer.Refused).NotTo(BeNil())
				Expect(answer.Refused.Reason).To(Equal(e.reason))
				Expect(answer.Refused.Detail).To(ContainSubstring(e.detail))
				return
			}
			Expect(answer.Refused).To(BeNil())
			Expect(w.requests).To(HaveLen(1))
			sent := w.requests[0]
			if e.method == "" {
				e.method = "GET"
			}
			Expect(sent.Method).To(Equal(e.method))
			Expect(sent.URL.String()).To(Equal(e.url))
			Expect(w.bodies[0]).To(Equal(e.body))
			Expect(sent.Header.Get("Content-Type")).To(Equal(e.contentType))
			Expect(sent.Header.Get("Accept")).To(Equal("application/json"))
			if e.header[0] != "" {
				Expect(sent.Header).To(HaveKeyWithValue(e.header[0], []string{e.header[1]}))
			}
		},
		Entry("X1.1 fields go into the query", example{
			connector: manifest.REST{Method: "GET", Path: "/parts"}, input: `{"make":"Fiat","doors":4}`,
			url: depot + "/parts?make=Fiat&doors=4"}),
		Entry("X1.2 a path parameter is escaped and consumed", example{
			connector: manifest.REST{Method: "GET", Path: "/cars/{plate}/parts"}, input: `{"plate":"B 12/ÄX","page":2}`,
			url: depot + "/cars/B%2012%2F%C3%84X/parts?page=2"}),
		Entry("X1.3 an empty path parameter is missing", example{
			connector: manifest.REST{Method: "GET", Path: "/cars/{plate}"}, input: `{"plate":""}`,
			reason: finding.PathParameterMissing, detail: "lacks path parameters: plate"}),
		Entry("X1.4 VR1.18 forms escape their own way", example{
			connector: manifest.REST{Method: "GET", Path: "/parts"}, input: `{"q":"two words","sym":"a*b~c!'"}`,
			url: depot + "/parts?q=two+words&sym=a*b%7Ec%21%27"}),
		Entry("X1.5 a declared list repeats its key", example{
			connector: manifest.REST{Method: "GET", Path: "/parts"}, declared: []*manifest.Field{listField("tags")},
			input: `{"tags":["red","x,y"]}`, url: depot + "/parts?tags=red&tags=x%2Cy"}),
		Entry("X1.6 explode false joins, and the wire name counts", example{
			connector: manifest.REST{Method: "GET", Path: "/parts", Query: []manifest.QueryParam{{Field: "tags", Object: true, Name: "t", Explode: new(bool)}}},
			declared:  []*manifest.Field{listField("tags")}, input: `{"tags":["red","blue"]}`, url: depot + "/parts?t=red%2Cblue"}),
		Entry("X1.7 an empty list is left out", example{
			connector: manifest.REST{Method: "GET", Path: "/parts", Query: []manifest.QueryParam{{Field: "tags", Object: true, Name: "t", Explode: new(bool)}}},
			declared:  []*manifest.Field{listField("tags")}, input: `{"tags":[]}`, url: depot + "/parts"}),
		Entry("X1.8 undeclared arrays and objects are JSON", example{
			connector: manifest.REST{Method: "GET", Path: "/parts"}, input: `{"tags":["red"],"f":{"min":1}}`,
			url: depot + "/parts?tags=%5B%22red%22%5D&f=%7B%22min%22%3A1%7D"}),
		Entry("X1.9 a body is the whole input", example{
			connector: manifest.REST{Method: "POST", Path: "/quotes"}, input: `{"plate":"X","note":null}`,
			method: "POST", url: depot + "/quotes", body: `{"plate":"X","note":null}`, contentType: "application/json"}),
		Entry("X1.10 onQuery fields leave the body", example{
			connector: manifest.REST{Method: "POST", Path: "/quotes", Query: []manifest.QueryParam{{Field: "dry", Object: true, OnQuery: true}}},
			input:     `{"dry":true,"plate":"X"}`,
			method:    "POST", url: depot + "/quotes?dry=true", body: `{"plate":"X"}`, contentType: "application/json"}),
		Entry("X1.11 a template takes what it names", example{
			connector: manifest.REST{Method: "POST", Path: "/quotes", Body: base(`{"p":"{plate}","n":"{note}"}`)}, input: `{"plate":"X","secret":"s"}`,
			method: "POST", url: depot + "/quotes", body: `{"p":"X","n":""}`, contentType: "application/json"}),
		Entry("X1.12 decided otherwise: strings are escaped in JSON templates (7.24)", example{
			connector: manifest.REST{Method: "POST", Path: "/quotes", Body: base(`{"p":"{plate}"}`)}, input: `{"plate":"a\"b\n"}`,
			method: "POST", url: depot + "/quotes", body: `{"p":"a\"b\n"}`, contentType: "application/json"}),
		Entry("X1.13 an unset variable", example{
			connector: manifest.REST{Method: "GET", Path: "/x", Headers: headers("Authorization", "Bearer ${KEY}")},
			reason:    finding.EnvMissing, detail: "not set: ${KEY}"}),
		Entry("X1.14 VR1.4 an empty variable is a value", example{
			connector: manifest.REST{Method: "GET", Path: "/x", Headers: headers("X-V", "${V}")}, env: map[string]string{"V": ""},
			url: depot + "/x", header: [2]string{"X-V", ""}}),
		Entry("X1.15 an absent caller value", example{
			connector: manifest.REST{Method: "GET", Path: "/x", Headers: headers("X-For", "${caller.principal}")},
			reason:    finding.CredentialMissing, detail: "${caller.principal}"}),
		Entry("X1.16 a caller chooses an allowed host", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("https://${caller.tenantId}.core.test")}, allow: []string{"*.core.test"},
			caller: values("tenantId", "t1"), url: "https://t1.core.test/x"}),
		Entry("X1.17 a caller chooses another host", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("https://${caller.tenantId}.core.test")}, allow: []string{"*.core.test"},
			caller: values("tenantId", "evil.example/"), reason: finding.HostNotAllowed, detail: "https://${caller.tenantId}.core.test"}),
		Entry("X1.18 a base URL without host", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("${BASE}/v1")}, env: map[string]string{"BASE": ""},
			reason: finding.BaseURLInvalid, detail: "${BASE}/v1"}),
		Entry("X1.19 VR1.5 braces that are no placeholder", example{
			connector: manifest.REST{Method: "GET", Path: "/hotels/{room-id}"}, input: `{"room-id":"7"}`,
			url: depot + "/hotels/%7Broom-id%7D?room-id=7"}),
		Entry("X1.23 VR1.9 a template that is not used is not resolved", example{
			connector: manifest.REST{Method: "GET", Path: "/x", Body: base(`{"k":"${UNSET}"}`)}, input: `{"a":1}`, url: depot + "/x?a=1"}),

		Entry("VR1.3 a caller placeholder inside a variable", example{
			connector: manifest.REST{Method: "GET", Path: "/x", Headers: headers("X-V", "${V}")}, env: map[string]string{"V": "a-${caller.who}-${DEPOT}"},
			caller: values("who", "${DEPOT}"), url: depot + "/x", header: [2]string{"X-V", "a-${DEPOT}-${DEPOT}"}}),
		Entry("VR1.5 ${NAME} in a path is a path parameter", example{
			connector: manifest.REST{Method: "GET", Path: "/x/${plate}"}, input: `{"plate":"7"}`, url: depot + "/x/$7"}),
		Entry("VR1.6 variables are told before caller values, once, in order", example{
			connector: manifest.REST{Method: "POST", Path: "/x/{gone}", Headers: headers("A", "${B}${A}${B}", "C", "${caller.x}"), Body: base("${C}")},
			reason:    finding.EnvMissing, detail: "not set: ${B}, ${A}, ${C}"}),
		Entry("1.3 no base URL comes before path parameters", example{
			connector: manifest.REST{Method: "GET", Path: "/x/{gone}", BaseURL: base("")}, reason: finding.BaseURLInvalid, detail: "no base URL"}),
		Entry("1.3 step 5 comes before step 6", example{
			connector: manifest.REST{Method: "GET", Path: "/x/{gone}", BaseURL: base("https://${caller.t}.core.test")}, caller: values("t", "a"),
			reason: finding.HostNotAllowed, detail: "--allow-host"}),
		Entry("1.3 step 5a what a caller makes of the base URL", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("${caller.t}")}, caller: values("t", "nonsense"),
			reason: finding.BaseURLInvalid, detail: "${caller.t}"}),
		Entry("1.3 step 6 every occurrence, in template order", example{
			connector: manifest.REST{Method: "GET", Path: "/{b}/{a}/{b}"}, input: `{"a":null}`, reason: finding.PathParameterMissing, detail: ": b, a, b"}),
		Entry("VR1.8 the bare domain is not below itself", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("https://${caller.t}core.test")}, allow: []string{"*.core.test"},
			caller: values("t", ""), reason: finding.HostNotAllowed}),
		Entry("VR1.8 a name that only ends alike", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("https://${caller.t}core.test")}, allow: []string{"*.core.test"},
			caller: values("t", "x"), reason: finding.HostNotAllowed}),
		Entry("VR1.8 several levels below, any case, port aside", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("https://${caller.t}.core.test:8443")}, allow: []string{"*.CORE.test"},
			caller: values("t", "A.b"), url: "https://a.b.core.test:8443/x"}),
		Entry("VR1.8 a backslash ends a host as a slash does", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("https://${caller.t}.core.test")}, allow: []string{"*.core.test"},
			caller: values("t", `evil.example\`), reason: finding.HostNotAllowed}),
		Entry("VR1.8 so do # and ?", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("https://${caller.t}.core.test")}, allow: []string{"*.core.test"},
			caller: values("t", `evil.example?`), reason: finding.HostNotAllowed}),
		Entry("VR1.8 user information hides no host", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("https://a.core.test${caller.t}")}, allow: []string{"*.core.test"},
			caller: values("t", `@evil.example`), reason: finding.BaseURLInvalid, detail: "https://a.core.test${caller.t}"}),
		Entry("VR1.7 stricter: a variable that holds a caller placeholder", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("${B}")}, env: map[string]string{"B": "https://${caller.t}.test"},
			caller: values("t", "a"), reason: finding.HostNotAllowed, detail: "${B}"}),
		Entry("VR1.10 slashes where base and path meet", example{
			connector: manifest.REST{Method: "GET", Path: "x", BaseURL: base("${DEPOT}/v1//")}, url: depot + "/v1/x"}),
		Entry("VR1.10 a path with a question mark gets a second one", example{
			connector: manifest.REST{Method: "GET", Path: "/x?v=1"}, input: `{"a":2}`, url: depot + "/x?v=1?a=2"}),
		Entry("VR1.11 what encodeURIComponent leaves alone", example{
			connector: manifest.REST{Method: "GET", Path: "/x/{p}"}, input: `{"p":"-_.!~*'() +"}`, url: depot + "/x/-_.!~*'()%20%2B"}),
		Entry("VR1.11 arrays, objects, booleans and zero", example{
			connector: manifest.REST{Method: "GET", Path: "/{a}/{o}/{b}/{z}"}, input: `{"a":[1,null,"x"],"o":{"k":1},"b":false,"z":0}`,
			url: depot + "/1%2C%2Cx/%5Bobject%20Object%5D/false/0"}),
		Entry("VR1.12 a consumed field stays in a default body", example{
			connector: manifest.REST{Method: "PUT", Path: "/x/{p}"}, input: `{"p":1,"q":2}`,
			method: "PUT", url: depot + "/x/1", body: `{"p":1,"q":2}`, contentType: "application/json"}),
		Entry("VR1.13 VR0.15 nulls go, undeclared stay, integer-like keys come first", example{
			connector: manifest.REST{Method: "GET", Path: "/x"}, input: `{"b":1,"10":2,"n":null,"2":3}`, url: depot + "/x?2=3&10=2&b=1"}),
		Entry("VR1.14 without onQuery a body method has no query", example{
			connector: manifest.REST{Method: "DELETE", Path: "/x", Query: []manifest.QueryParam{{Field: "a", Name: "b"}}}, input: `{"a":1}`,
			method: "DELETE", url: depot + "/x", body: `{"a":1}`, contentType: "application/json"}),
		Entry("VR1.15 a string entry renames", example{
			connector: manifest.REST{Method: "GET", Path: "/x", Query: []manifest.QueryParam{{Field: "a", Name: "b c"}}}, input: `{"a":1}`, url: depot + "/x?b+c=1"}),
		Entry("VR1.16 a declared list that got no array is left out", example{
			connector: manifest.REST{Method: "GET", Path: "/x"}, declared: []*manifest.Field{listField("tags")}, input: `{"tags":"red","a":1}`, url: depot + "/x?a=1"}),
		Entry("VR1.17 VR0.13 numbers are spelt as JavaScript spells them", example{
			connector: manifest.REST{Method: "GET", Path: "/x"}, input: `{"a":1.0,"b":1e21,"c":1e-7,"d":-0,"e":true}`, url: depot + "/x?a=1&b=1e%2B21&c=1e-7&d=0&e=true"}),
		Entry("VR1.20 a template that is not JSON gets raw text", example{
			connector: manifest.REST{Method: "POST", Path: "/x", Body: base(`q={q}&f={f}&n={n}`)}, input: `{"q":"a\"b","f":{"k":[1]}}`,
			method: "POST", url: depot + "/x", body: `q=a"b&f={"k":[1]}&n=`, contentType: "application/json"}),
		Entry("7.24 outside of strings placeholders are whole values, null when absent", example{
			connector: manifest.REST{Method: "POST", Path: "/x", Body: base(`{"a":{a},"s":{s},"o":{o},"n":{n},"e":${E},"t":${T}}`)},
			input:     `{"a":5,"s":"x\"y","o":{"k":[1]}}`, env: map[string]string{"E": "10", "T": `say "hi"`},
			method: "POST", url: depot + "/x", body: `{"a":5,"s":"x\"y","o":{"k":[1]},"n":null,"e":10,"t":"say \"hi\""}`, contentType: "application/json"}),
		Entry("7.24 escapes in the template do not end a string", example{
			connector: manifest.REST{Method: "POST", Path: "/x", Body: base(`{"a\"b":"\\","p":"{p}${T}"}`)},
			input:     `{"p":"\\"}`, env: map[string]string{"T": `"`},
			method: "POST", url: depot + "/x", body: `{"a\"b":"\\","p":"\\\""}`, contentType: "application/json"}),
		Entry("7.24 a value cannot add a member", example{
			connector: manifest.REST{Method: "POST", Path: "/x", Body: base(`{"p":"{p}"}`)}, input: `{"p":"x\",\"admin\":\"1"}`,
			method: "POST", url: depot + "/x", body: `{"p":"x\",\"admin\":\"1"}`, contentType: "application/json"}),
		Entry("a variable's text is not searched for input fields", example{
			connector: manifest.REST{Method: "POST", Path: "/x", Body: base(`{"p":"${T}"}`)}, input: `{"q":"no"}`, env: map[string]string{"T": "{q}"},
			method: "POST", url: depot + "/x", body: `{"p":"{q}"}`, contentType: "application/json"}),
		Entry("VR1.22 onQuery fields are empty in a template", example{
			connector: manifest.REST{Method: "POST", Path: "/x", Body: base(`{"d":"{dry}"}`), Query: []manifest.QueryParam{{Field: "dry", Object: true, OnQuery: true}}},
			input:     `{"dry":true}`, method: "POST", url: depot + "/x?dry=true", body: `{"d":""}`, contentType: "application/json"}),
		Entry("VR1.23 an authored content type stays", example{
			connector: manifest.REST{Method: "POST", Path: "/x", Headers: headers("Content-Type", "text/plain")},
			method:    "POST", url: depot + "/x", body: `{}`, contentType: "text/plain"}),
		Entry("VR1.23 another spelling of it is joined", example{
			connector: manifest.REST{Method: "POST", Path: "/x", Headers: headers("CONTENT-TYPE", "text/xml")},
			method:    "POST", url: depot + "/x", body: `{}`, contentType: "text/xml, application/json"}),
		Entry("a lower-case method is spelt in capitals", example{
			connector: manifest.REST{Method: "post", Path: "/x", Body: base("")}, method: "POST", url: depot + "/x", contentType: "application/json"}),
		Entry("dot segments are resolved as browsers do", example{
			connector: manifest.REST{Method: "GET", Path: "/a/{p}/b/./c"}, input: `{"p":".."}`, url: depot + "/b/c"}),
		Entry("an authored path keeps its escapes beside characters that need one", example{
			connector: manifest.REST{Method: "GET", Path: "/a|b/{p}/50%#x"}, input: `{"p":"x/y"}`, url: depot + "/a%7Cb/x%2Fy/50%25"}),
		Entry("a base URL with a user name", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("https://me:pass@depot.test")}, reason: finding.BaseURLInvalid, detail: "https://***@depot.test"}),
		Entry("a base URL of another scheme", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("ftp://depot.test")}, reason: finding.BaseURLInvalid, detail: "http://"}),
		Entry("a base URL with a port beyond ports", example{
			connector: manifest.REST{Method: "GET", Path: "/x", BaseURL: base("http://depot.test:99999")}, reason: finding.BaseURLInvalid}),
		Entry("a secret with a newline at its end is trimmed", example{
			connector: manifest.REST{Method: "GET", Path: "/x", Headers: headers("X-V", "${V}")}, env: map[string]string{"V": "abc\n"},
			url: depot + "/x", header: [2]string{"X-V", "abc"}}),
		Entry("a secret with a newline inside is not sent", example{
			connector: manifest.REST{Method: "GET", Path: "/x", Headers: headers("X-V", "${V}")}, env: map[string]string{"V": "abc\r\nX: y"},
			reason: finding.EnvMissing, detail: `header "X-V"`}),
		Entry("a header value is Latin-1 on the wire", example{
			connector: manifest.REST{Method: "GET", Path: "/x", Headers: headers("X-V", "é")}, url: depot + "/x", header: [2]string{"X-V", "\xe9"}}),
		Entry("a header value beyond it is not sent", example{
			connector: manifest.REST{Method: "GET", Path: "/x", Headers: headers("X-V", "→")}, reason: finding.ConnectorUnsupported, detail: `header "X-V"`}),
	)
})
