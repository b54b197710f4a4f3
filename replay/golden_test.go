package replay_test

import (
	"strings"
	"testing"
	"testing/fstest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/replay"
)

var _ = Describe("Golden", func() {
	DescribeTable("is read",
		func(text string, check func(*replay.Golden)) {
			g, err := replay.ParseGolden([]byte(text))
			Expect(err).NotTo(HaveOccurred())
			check(g)
		},
		Entry("VR5.5 a request alone is enough", `{"request":{}}`, func(g *replay.Golden) {
			Expect(g.Request.Members).To(BeEmpty())
			Expect(g.CollectionNonEmpty).To(BeNil())
			Expect(g.Evidence).To(BeNil())
		}),
		Entry("5.2 everything that people add by hand", `{"request":{"b":1,"a":2},"expects":{"collectionNonEmpty":true},"identity":{"principal":"p"},"negativeIdentity":{"principal":""}}`, func(g *replay.Golden) {
			Expect(g.Request.JSON()).To(Equal(`{"b":1,"a":2}`))
			Expect(*g.CollectionNonEmpty).To(BeTrue())
			Expect(*g.Identity).To(Equal("p"))
			Expect(*g.NegativeIdentity).To(BeEmpty())
		}),
		Entry("5.2 an identity that is none", `{"request":{},"identity":"x"}`, func(g *replay.Golden) { Expect(g.Identity).To(BeNil()) }),
		Entry("4 further requests", `{"request":{},"alsoRequests":[{"request":{"page":2}}]}`, func(g *replay.Golden) {
			request, _, ok := g.Question(2)
			Expect(ok).To(BeTrue())
			Expect(request.JSON()).To(Equal(`{"page":2}`))
			_, _, ok = g.Question(3)
			Expect(ok).To(BeFalse())
		}),
		Entry("a byte order mark", "\xef\xbb\xbf{\"request\":{}}", func(*replay.Golden) {}),
	)

	DescribeTable("is unreadable",
		func(text, culprit string) {
			_, err := replay.ParseGolden([]byte(text))
			Expect(err).To(MatchError(ContainSubstring(culprit)))
		},
		Entry("X5.8 null", "null", "this is null"),
		Entry("VR5.5 false", "false", "a boolean"),
		Entry("VR5.5 not JSON", "{", "not JSON"),
		Entry("VR5.5 empty", "", "empty"),
		Entry("O7 X5.9 no request", "{}", `no "request"`),
		Entry("O7 a request that is no object", `{"request":[]}`, "an array"),
		Entry("two documents", `{"request":{}} {}`, "follows"),
		Entry("a mistyped expectation would be a silent green", `{"request":{},"expects":{"collectionNonEmpty":"yes"}}`, "must be true or false"),
		Entry("4 evidence of another version", `{"request":{},"evidence":{"v":7}}`, "7"),
		Entry("4 further requests that are no list", `{"request":{},"alsoRequests":{}}`, "must be a list"),
		Entry("4 a further request without a request", `{"request":{},"alsoRequests":[{}]}`, `alsoRequests[0]: it has no "request"`),
		Entry("bottomless nesting", `{"request":`+strings.Repeat(`{"a":`, 20000)+"1"+strings.Repeat("}", 20000)+"}", "not JSON"),
	)

	It("VR5.7 is written with two blanks and a newline, and is read back the same", func() {
		g := &replay.Golden{CapabilityID: "ferry.find", RecordedAt: "2031-05-06T07:08:09.000Z", Request: input(`{"pier":"A","tags":[]}`)}
		Expect(string(g.Bytes())).To(Equal("{\n  \"capabilityId\": \"ferry.find\",\n  \"recordedAt\": \"2031-05-06T07:08:09.000Z\",\n  \"request\": {\n    \"pier\": \"A\",\n    \"tags\": []\n  }\n}\n"))
		again, err := replay.ParseGolden(g.Bytes())
		Expect(err).NotTo(HaveOccurred())
		Expect(again.Bytes()).To(Equal(g.Bytes()))
	})

	It("VR5.6 keeps what people added, known or not, in its place and spelling", func() {
		g, err := replay.ParseGolden([]byte(`{"note":"by hand","request":{"a":1},"expects":{"collectionNonEmpty":true,"later":1.50},"big":12345678901234567890,"capabilityId":"old","alsoRequests":[{"why":"empty","request":{}}]}`))
		Expect(err).NotTo(HaveOccurred())
		g.CapabilityID, g.Request = "new", input(`{"a":2}`)
		text := string(g.Bytes())
		Expect(text).To(HavePrefix("{\n  \"note\": \"by hand\",\n  \"request\": {\n    \"a\": 2\n  },\n  \"expects\": {"))
		for _, part := range []string{`"later": 1.50`, `"big": 12345678901234567890`, `"capabilityId": "new"`, `"why": "empty"`} {
			Expect(text).To(ContainSubstring(part))
		}
	})

	It("4 keeps evidence", func() {
		result, err := fingerprint.ScanBytes([]byte(`{"rows":[{"id":1},{}]}`), fingerprint.Options{})
		Expect(err).NotTo(HaveOccurred())
		g := &replay.Golden{Evidence: fingerprint.NewEvidence(result, "2031-01-01T00:00:00.000Z")}
		g.Also = []replay.AlsoRequest{{Request: input(`{"p":2}`), Evidence: g.Evidence}}
		again, err := replay.ParseGolden(g.Bytes())
		Expect(err).NotTo(HaveOccurred())
		Expect(again.Bytes()).To(Equal(g.Bytes()))
		Expect(again.Also[0].Evidence.Samples).To(Equal(1))
		again.Evidence = nil
		Expect(strings.Count(string(again.Bytes()), `"evidence"`)).To(Equal(1))
	})
})

var _ = Describe("ReadGolden", func() {
	const good = `{"request":{}}`

	DescribeTable("refuses paths outside the manifest",
		func(name string) {
			_, err := replay.ReadGolden(fstest.MapFS{"f.json": {Data: []byte(good)}}, name)
			Expect(err).To(MatchError(ContainSubstring("outside the manifest folder")))
		},
		Entry("X5.7 a parent folder", "../f.json"),
		Entry("a detour out and in again", "a/../../f.json"),
		Entry("an absolute path", "/etc/passwd"),
		Entry("nothing", ""),
		Entry("the folder itself", "."),
	)

	It("cleans a path that stays inside", func() {
		_, err := replay.ReadGolden(fstest.MapFS{"fixtures/f.json": {Data: []byte(good)}}, "./fixtures/../fixtures//f.json")
		Expect(err).NotTo(HaveOccurred())
	})
})

func FuzzParseGolden(f *testing.F) {
	for _, seed := range []string{`{"request":{}}`, `{"request":{"a":[1]},"evidence":{"v":1},"alsoRequests":[{"request":{}}]}`, `{"request":{},"x":{"y":[]}}`, `{"expects":{"collectionNonEmpty":1}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := replay.ParseGolden(data)
		if err != nil {
			return
		}
		again, err := replay.ParseGolden(g.Bytes())
		if err != nil || string(again.Bytes()) != string(g.Bytes()) {
			t.Fatalf("%q became %q (%v)", data, g.Bytes(), err)
		}
	})
}
