package redact_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"pgregory.net/rapid"

	"github.com/archverify/archverify/internal/redact"
)

const canary = `pa$$ wörd/"4&2"+~!`

var _ = Describe("Redactor", func() {
	r := redact.New([]redact.Secret{{"${KEY}", canary}, {"${SHORT}", "abcde"}, {"${B}", "abcdef"}, {"${A}", "abcdef"}, {"${LONG}", "abcdefgh"}})

	DescribeTable("7.16 finds a value however it is spelt",
		func(spelt string) {
			Expect(r.String("<" + spelt + ">")).To(Equal("<${KEY}>"))
			Expect(r.Contains("<" + spelt + ">")).To(BeTrue())
		},
		Entry("plain", canary),
		Entry("as a form value", url.QueryEscape(canary)),
		Entry("as a form value with small escapes", "pa%24%24+w%c3%b6rd%2f%224%262%22%2b~%21"),
		Entry("as a path segment", url.PathEscape(canary)),
		Entry("as encodeURIComponent does", "pa%24%24%20w%C3%B6rd%2F%224%262%22%2B~!"),
		Entry("as URLSearchParams does", "pa%24%24+w%C3%B6rd%2F%224%262%22%2B%7E%21"),
		Entry("in JSON", func() string {
			s, _ := json.Marshal(strings.ReplaceAll(canary, "&", "&"))
			return strings.ReplaceAll(string(s[1:len(s)-1]), `\u0026`, "&")
		}()),
		Entry("in markup", html.EscapeString(canary)),
		Entry("in hex", hex.EncodeToString([]byte(canary))),
		Entry("in base64", base64.StdEncoding.EncodeToString([]byte(canary))),
		Entry("in base64 for URLs", base64.URLEncoding.EncodeToString([]byte(canary))),
	)

	It("7.16 finds it inside a longer base64 text, wherever it begins", func() {
		rapid.Check(GinkgoT(), func(t *rapid.T) {
			before := rapid.SliceOfN(rapid.Byte(), 0, 7).Draw(t, "before")
			after := rapid.SliceOfN(rapid.Byte(), 0, 7).Draw(t, "after")
			all := append(append(before, canary...), after...)
			for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
				if text := enc.EncodeToString(all); !strings.Contains(r.String(text), "${KEY}") {
					t.Fatalf("%s became %s", text, r.String(text))
				}
			}
		})
	})

	It("promise 11: finds it in the names of a path, which escapes quotes, backslashes and controls", func() {
		r := redact.New([]redact.Secret{{"${KEY}", `it's "b\d"` + "\t!"}})
		Expect(r.String(`$['it\'s "b\\d"\u0009!'].x`)).To(Equal(`$['${KEY}'].x`))
		Expect(r.String(`$['it\'s \\"b\\\\d\\"\\t!'].x`)).To(Equal(`$['${KEY}'].x`), "as JSON in a path")
	})

	It("promise 11: finds what is left of one where a name was cut", func() {
		Expect(r.String("key=" + canary[:9] + "…'] is gone")).To(Equal("key=${KEY}…'] is gone"))
		Expect(r.String("key=" + canary[:5] + "…")).To(Equal("key=" + canary[:5] + "…"))
		Expect(r.String("key=" + canary[:9] + " …")).To(Equal("key=" + canary[:9] + " …"))
	})

	It("lets short values stand, prefers long ones and the first name", func() {
		Expect(r.String("abcde abcdef abcdefgh")).To(Equal("abcde ${A} ${LONG}"))
	})

	It("leaves other text alone", func() {
		Expect(r.String("nothing to see")).To(Equal("nothing to see"))
		Expect(new(redact.Redactor).String("x")).To(Equal("x"))
		Expect(redact.New([]redact.Secret{{"${E}", ""}}).String("x")).To(Equal("x"))
	})

	It("finds the lines of a key file", func() {
		pem := "-----BEGIN KEY-----\nMIIBVgIBADANBgkqhkiG\n9w0BAQEFAASCAUAwggE8\n-----END KEY-----\n"
		out := redact.New([]redact.Secret{{"${PEM}", pem}}).String("-----BEGIN KEY----- ; MIIBVgIBADANBgkqhkiG ; 9w0BAQEFAASCAUAwggE8")
		Expect(out).To(Equal("-----BEGIN KEY----- ; ${PEM} ; ${PEM}"))
	})

	It("finds a value without the newline that it was set with", func() {
		Expect(redact.New([]redact.Secret{{"${K}", "secret-1\n"}}).String("x secret-1.")).To(Equal("x ${K}."))
	})
})
