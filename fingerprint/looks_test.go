package fingerprint_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fingerprint"
)

var _ = DescribeTable("05-4 keys that look like data", func(key, kind string, secret bool) {
	got, ok := fingerprint.LooksLikeData(key)
	Expect(got).To(Equal(kind))
	Expect(ok).To(Equal(kind != ""))
	_, ok = fingerprint.LooksSecret(key)
	Expect(ok).To(Equal(secret))
},
	Entry("FC-38 e-mail", "dan.rus@post.test", "email", true),
	Entry("FC-38 token", "eyJhbGciOi.made.up", "token", true),
	Entry("issuer's prefix", "ghp_abcdEFGH12", "token", true),
	Entry("long mixture", "tQ7xP2mK9vL4nB8cR1zW", "token", true),
	Entry("FC-38 uuid", "0e37dfc6-3c3f-4e3f-8a39-1f6a3f1c9b11", "uuid", true),
	Entry("FC-38 hash", "9f86d081884c7d659a2feaa0c55ad015", "hash", true),
	Entry("IP address", "192.168.10.4", "address", true),
	Entry("phone", "+40 721 555 010", "phone", true),
	Entry("FC-38 long digit run", "1234567890", "number", true),
	Entry("digits inside", "acct-1234567890", "number", true),
	Entry("date", "2031-01-02", "date", false),
	Entry("instant", "2031-01-02T03:04:05Z", "date", false),
	Entry("url", "https://shop.test/x", "url", false),
	Entry("number", "48151", "number", false),
	Entry("field name", "pricePerNight", "", false),
	Entry("long field name", "numberOfUnreadMessagesInInbox2024", "", false),
	Entry("snake case", "total_amount_before_tax_2", "", false),
	Entry("API path", "/v1/items/{id}", "", false),
	Entry("media type", "application/vnd.shop.v1+json", "", false),
	Entry("word of hex letters", "feedfacedeadbeef", "", false),
	Entry("status", "404", "", false),
	Entry("version", "1.2.3", "", false),
	Entry("empty", "", "", false),
)

var _ = Describe("05-4 candidates for maps", func() {
	reasons := func(body string) map[string]string {
		out := map[string]string{}
		for _, c := range fingerprint.KeyCandidates(scanned(body).Tree()) {
			out[c.Path] = fmt.Sprintf("%d %s", c.Keys, c.Reason)
		}
		return out
	}

	DescribeTable("objects whose keys are data", func(body, path, reason string) {
		Expect(reasons(body)).To(HaveLen(1))
		Expect(reasons(body)[path]).To(ContainSubstring(reason))
	},
		Entry("FC-08 currencies", `{"base":"EUR","quotes":{"USD":1.1,"GBP":0.9,"JPY":160}}`, "$.quotes", "3 the keys are currency codes"),
		Entry("F11 dates", `{"days":{"2031-01-02":1,"2031-01-03":2}}`, "$.days", "2 2 keys look like data (date)"),
		Entry("F10 ids", `{"by":{"user-101":{"n":1},"user-102":{"n":2},"user-103":{"n":3}}}`, "$.by", "numbered ids"),
		Entry("short numbers, all of them", `{"seats":{"1":{"x":1},"2":{"x":1}}}`, "$.seats", "the keys are numbers"),
		Entry("F24 locales", `{"title":{"en":"x","pt-BR":"y","no":"z"}}`, "$.title", "locale codes"),
		Entry("countries", `[{"vat":{"PT":23,"RO":19,"DE":19}}]`, "$[].vat", "country codes"),
		Entry("FC-38 persons", `{"users":{"ana@post.test":{"role":"a"}}}`, "$.users", "look like data (email)"),
	)

	It("many keys of one shape", func() {
		var kids, rows []string
		for i := range 26 {
			kids = append(kids, fmt.Sprintf(`"team %c":{"won":%d}`, 'a'+i, i))
			rows = append(rows, fmt.Sprintf(`{"by":{"sort%c":%d}}`, 'a'+i, i))
		}
		Expect(reasons(`{"league":{` + strings.Join(kids, ",") + `}}`)).To(HaveKeyWithValue("$.league", ContainSubstring("many keys, all holding objects of one shape")))
		Expect(reasons(`[` + strings.Join(rows, ",") + `]`)).To(HaveKeyWithValue("$[].by", ContainSubstring("come and go")))
	})

	DescribeTable("records are left alone", func(body string) {
		Expect(reasons(body)).To(BeEmpty())
	},
		Entry("plain", `{"id":1,"name":"x","tags":["a"]}`),
		Entry("two-letter words", `{"id":"1","is":"x","to":"y","no":"z"}`),
		Entry("currency beside others", `{"EUR":1,"total":2}`),
		Entry("currencies of different shapes", `{"EUR":1,"USD":"x"}`),
		Entry("numbered lines", `{"line1":"a","line2":"b","line3":"c"}`),
		Entry("one locale", `{"en":"x"}`),
		Entry("a folded map", `{"a":{}}`),
		Entry("many scalars", `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1,"n":1,"o":1,"p":1,"q":1,"r":1,"s":1,"t":1,"u":1}`),
	)

	It("never quotes a key", func() {
		for _, c := range fingerprint.KeyCandidates(scanned(`{"u":{"dan.rus@post.test":1,"+40 721 555 010":2}}`).Tree()) {
			Expect(c.Reason).NotTo(Or(ContainSubstring("rus"), ContainSubstring("555")))
		}
	})

	It("a confirmed map is no candidate any more", func() {
		Expect(fingerprint.KeyCandidates(scanned(`{"q":{"USD":1,"EUR":2}}`, "$.q").Tree())).To(BeEmpty())
	})
})
