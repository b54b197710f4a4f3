package fingerprint_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"pgregory.net/rapid"

	"github.com/archverify/archverify/fingerprint"
)

func evidenceOf(body, at string, maps ...string) *fingerprint.Evidence {
	GinkgoHelper()
	return fingerprint.NewEvidence(scanned(body, maps...), at)
}

func written(e *fingerprint.Evidence) string {
	GinkgoHelper()
	b, err := e.MarshalJSON()
	Expect(err).NotTo(HaveOccurred())
	return string(b)
}

var _ = Describe("05-4 evidence", func() {
	one := `{"boats":[{"name":"Ana","port":null,"since":"2031-01-02"},{"name":"","since":"2031-01-03"}],"prices":{"EUR":1.5}}`
	two := `{"boats":[],"prices":{"RON":7}}`

	It("has this form, to the byte", func() {
		e := fingerprint.MergeEvidence(evidenceOf(one, "2031-05-01T00:00:00Z", "$.prices"), evidenceOf(two, "2031-05-02T00:00:00Z", "$.prices"))
		Expect(written(e)).To(Equal(strings.Join([]string{
			`{"v":1,"samples":2,"firstAt":"2031-05-01T00:00:00Z","lastAt":"2031-05-02T00:00:00Z"`,
			`,"fingerprints":["`, scanned(one).Fingerprint(), `","`, scanned(two).Fingerprint(), `"],"maps":["$.prices"],"paths":{`,
			`"$":{"object":2},`,
			`"$.boats":{"array":2,"emptyArray":1},`,
			`"$.boats[]":{"object":2},`,
			`"$.boats[].name":{"string":2,"empty":1,"format":"text","formatCount":1},`,
			`"$.boats[].port":{"null":1,"absent":1,"leastShare":0},`,
			`"$.boats[].since":{"string":2,"format":"date","formatCount":2},`,
			`"$.prices":{"object":2},`,
			`"$.prices{}":{"integer":1,"number":1}}}`,
		}, "")))
	})

	It("sorts paths bytewise over the whole tree", func() {
		Expect(written(evidenceOf(`{"a":[1],"aZ":1,"a b":1}`, ""))).To(ContainSubstring(`"$.a":{"array":1},"$.aZ":{"integer":1},"$.a[]":{"integer":1},"$['a b']":{"integer":1}`))
	})

	It("what one sample lacks is absent there, and its share is 0", func() {
		e := fingerprint.MergeEvidence(evidenceOf(`{"rows":[{"a":1,"b":{"c":1}},{"a":1}]}`, "1"), evidenceOf(`{"rows":[{"a":1},{"a":2},{"a":3}]}`, "2"))
		Expect(countsAt(e.Tree, "$.rows[].b")).To(Equal(fingerprint.Counts{Object: 1, Absent: 4, LeastShare: 0}))
		Expect(countsAt(e.Tree, "$.rows[].b.c")).To(Equal(fingerprint.Counts{Integer: 1, LeastShare: 1}), "no parent in the other sample, so nothing was lacking")
		Expect(e.FirstAt + e.LastAt).To(Equal("12"))
	})

	It("folds a map that only one side confirms in both", func() {
		e := fingerprint.MergeEvidence(evidenceOf(two, "1"), evidenceOf(one, "2", "$.prices"))
		Expect(e.Maps).To(Equal([]string{"$.prices"}))
		Expect(e.Tree.Find("$.prices.RON")).To(Equal(fingerprint.NoNode))
		Expect(countsAt(e.Tree, "$.prices{}")).To(Equal(fingerprint.Counts{Integer: 1, Number: 1, LeastShare: 1}))
	})

	It("nil is neutral", func() {
		e := evidenceOf(one, "1")
		Expect(fingerprint.MergeEvidence(nil, e)).To(BeIdenticalTo(e))
		Expect(fingerprint.MergeEvidence(e, nil)).To(BeIdenticalTo(e))
	})

	It("reads a file in which parents are left out", func() {
		e, err := fingerprint.ParseEvidence([]byte(`{"v":1,"samples":3,"firstAt":"a","lastAt":"b","fingerprints":[],
			"paths":{"$.huts[].pets":{"string":9,"null":2,"absent":1,"leastShare":0.5},"$.huts[].kin":{"string":3,"absent":1}}}`))
		Expect(err).NotTo(HaveOccurred())
		Expect(countsAt(e.Tree, "$.huts[].pets")).To(Equal(fingerprint.Counts{String: 9, Null: 2, Absent: 1, LeastShare: 0.5}))
		Expect(countsAt(e.Tree, "$.huts[].kin").LeastShare).To(Equal(0.75), "not stored: the share of the whole")
		Expect(countsAt(e.Tree, "$.huts").Present()).To(BeZero())
	})

	It("travels through encoding/json", func() {
		data, err := json.MarshalIndent(map[string]any{"evidence": evidenceOf(one, "1")}, "", "  ")
		Expect(err).NotTo(HaveOccurred())
		var back struct{ Evidence *fingerprint.Evidence }
		Expect(json.Unmarshal(data, &back)).To(Succeed())
		Expect(written(back.Evidence)).To(Equal(written(evidenceOf(one, "1"))))
	})

	DescribeTable("refuses, naming the culprit", func(text, culprit string) {
		_, err := fingerprint.ParseEvidence([]byte(text))
		Expect(err).To(MatchError(And(HavePrefix("read evidence: "), ContainSubstring(culprit))))
		Expect(err.Error()).NotTo(ContainSubstring("\n"))
	},
		Entry("an unknown version", `{"v":2,"samples":1}`, `version 2`),
		Entry("a version of another type", `{"v":"1","samples":1}`, `version "1"`),
		Entry("no version", `{"samples":1}`, `no version`),
		Entry("nothing", ``, `undefined`),
		Entry("no object", `[]`, `array`),
		Entry("no JSON", `{"v":1`, `not JSON`),
		Entry("no samples", `{"v":1}`, `"samples"`),
		Entry("an unknown member", `{"v":1,"samples":1,"sample":2}`, `"sample"`),
		Entry("a wrong fingerprint", `{"v":1,"samples":1,"fingerprints":["sha256:XY"]}`, `"sha256:XY"`),
		Entry("a wrong map", `{"v":1,"samples":1,"maps":["rates"]}`, `"rates"`),
		Entry("a wrong path", `{"v":1,"samples":1,"paths":{"$.a..b":{}}}`, `$.a..b`),
		Entry("a path twice", `{"v":1,"samples":1,"paths":{"$.a":{},"$['a']":{}}}`, `twice`),
		Entry("an unknown count", `{"v":1,"samples":1,"paths":{"$":{"strings":1}}}`, `"strings"`),
		Entry("a negative count", `{"v":1,"samples":1,"paths":{"$":{"string":-1}}}`, `"string"`),
		Entry("a broken count", `{"v":1,"samples":1,"paths":{"$":{"string":1.5}}}`, `"string"`),
		Entry("a huge count", `{"v":1,"samples":1,"paths":{"$":{"string":1e300}}}`, `"string"`),
		Entry("an infinite count", `{"v":1,"samples":1,"paths":{"$":{"string":1e400}}}`, `"string"`),
		Entry("a wrong share", `{"v":1,"samples":1,"paths":{"$":{"null":1,"leastShare":2}}}`, `"leastShare"`),
		Entry("an unknown format", `{"v":1,"samples":1,"paths":{"$":{"string":1,"format":"iban","formatCount":1}}}`, `"iban"`),
		Entry("a format of nothing", `{"v":1,"samples":1,"paths":{"$":{"string":1,"format":"date"}}}`, `formatCount`),
		Entry("more empties than strings", `{"v":1,"samples":1,"paths":{"$":{"string":1,"empty":2}}}`, `2 empty strings among 1`),
		Entry("more empties than arrays", `{"v":1,"samples":1,"paths":{"$":{"array":1,"emptyArray":2}}}`, `2 empty arrays among 1`),
		Entry("too deep a path", `{"v":1,"samples":1,"paths":{"$`+strings.Repeat("[]", 10_001)+`":{}}}`, `10000 steps`),
	)
})

// drawEvidence draws evidence of one to three samples, sometimes through a file.
func drawEvidence(t *rapid.T, name string) *fingerprint.Evidence {
	var e *fingerprint.Evidence
	for i := range rapid.IntRange(1, 3).Draw(t, name+" samples") {
		r, err := inMemory([]byte(documents().Draw(t, fmt.Sprint(name, i))))
		if err != nil {
			t.Fatal(err)
		}
		e = fingerprint.MergeEvidence(e, fingerprint.NewEvidence(r, fmt.Sprint(rapid.IntRange(1, 9).Draw(t, "at"))))
	}
	if rapid.Bool().Draw(t, name+" through a file") {
		b, _ := e.MarshalJSON()
		back, err := fingerprint.ParseEvidence(b)
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		return back
	}
	return e
}

func TestMergeIsAssociativeAndCommutative(t *testing.T) {
	merge := fingerprint.MergeEvidence
	text := func(e *fingerprint.Evidence) string {
		b, _ := e.MarshalJSON()
		return string(b)
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawEvidence(t, "a"), drawEvidence(t, "b"), drawEvidence(t, "c")
		if x, y := text(merge(a, b)), text(merge(b, a)); x != y {
			t.Fatalf("not commutative:\n%s\n%s", x, y)
		}
		if x, y := text(merge(merge(a, b), c)), text(merge(a, merge(b, c))); x != y {
			t.Fatalf("not associative:\n%s\n%s", x, y)
		}
	})
}
