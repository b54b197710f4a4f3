package fingerprint_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fingerprint"
)

func scanned(body string, maps ...string) *fingerprint.Result {
	GinkgoHelper()
	r, err := fingerprint.ScanBytes([]byte(body), fingerprint.Options{Maps: maps})
	Expect(err).NotTo(HaveOccurred())
	return r
}

func countsAt(t *fingerprint.Tree, path string) fingerprint.Counts {
	GinkgoHelper()
	n := t.Find(path)
	Expect(n).NotTo(Equal(fingerprint.NoNode), path)
	return fingerprint.Exported(t.Counts(n))
}

func paths(t *fingerprint.Tree) []string {
	var out []string
	for n := range fingerprint.NodeID(t.Len()) {
		out = append(out, t.Path(n))
	}
	return out
}

var _ = Describe("05-4 counts over every element", func() {
	It("counts types, absence, empties and the share of this sample", func() {
		t := scanned(`{"boats":[{"id":1,"crew":[]},{"id":2.5,"crew":["x"],"flag":null},{"id":3.0,"flag":""},{"id":"4","flag":true}]}`).Tree()
		Expect(countsAt(t, "$.boats[]")).To(Equal(fingerprint.Counts{Object: 4, LeastShare: 1}))
		Expect(countsAt(t, "$.boats[].id")).To(Equal(fingerprint.Counts{Integer: 2, Number: 1, String: 1, LeastShare: 1, Format: fingerprint.FormatInteger, FormatCount: 1}))
		Expect(countsAt(t, "$.boats[].crew")).To(Equal(fingerprint.Counts{Array: 2, EmptyArray: 1, Absent: 2, LeastShare: 0.5}))
		flag := countsAt(t, "$.boats[].flag")
		Expect(flag).To(Equal(fingerprint.Counts{Null: 1, String: 1, Empty: 1, Boolean: 1, Absent: 1, LeastShare: 0.5}))
		Expect(flag.Types()).To(Equal("boolean|null|string"))
		Expect([]uint64{flag.Present(), flag.Has(), flag.Occurrences()}).To(Equal([]uint64{3, 2, 4}))
	})

	It("a path that is array here and object there keeps both", func() {
		t := scanned(`[{"v":[1]},{"v":{"a":1}},{"v":{}}]`).Tree()
		Expect(countsAt(t, "$[].v").Types()).To(Equal("array|object"))
		Expect(countsAt(t, "$[].v[]").Integer).To(Equal(uint64(1)))
		Expect(countsAt(t, "$[].v.a")).To(Equal(fingerprint.Counts{Integer: 1, Absent: 1, LeastShare: 0.5}))
	})

	It("walks siblings in bytewise order of their paths and finds each again", func() {
		t := scanned(`{"b":1,"a b":1,"a b c":1,"B":1,"é":1,"":1,"a.b":1,"a":{"x":1},"9":1,"it's":1,"\n":1,"\ud800":1}`).Tree()
		kids := slices.Collect(t.Children(0))
		var got []string
		for _, k := range kids {
			got = append(got, t.Path(k))
			Expect(t.Find(t.Path(k))).To(Equal(k))
			Expect(t.Child(0, t.Step(k), t.Name(k))).To(Equal(k))
			Expect(t.Parent(k)).To(Equal(fingerprint.NodeID(0)))
		}
		Expect(got).To(HaveLen(12))
		Expect(slices.IsSorted(got)).To(BeTrue(), "%q", got)
		Expect(got).To(ContainElements(`$['']`, `$['a.b']`, `$['it\'s']`, `$['\u000a']`, `$['\ud800']`, `$.é`, `$['9']`))
		Expect(t.Parent(0)).To(Equal(fingerprint.NoNode))
		Expect(t.Find("$.nowhere.at.all")).To(Equal(fingerprint.NoNode))
		Expect(t.Find("not a path")).To(Equal(fingerprint.NoNode))
		Expect(t.Counts(fingerprint.NoNode)).To(Equal(fingerprint.Counts{}))
	})

	It("FC-13 tells a dotted key from nesting", func() {
		Expect(paths(scanned(`{"a.b":1,"a":{"b":"x"}}`).Tree())).To(Equal([]string{"$", "$.a", "$['a.b']", "$.a.b"}))
	})

	It("no body has no path; text is one string", func() {
		Expect(fingerprint.None().Tree().Len()).To(BeZero())
		Expect(countsAt(fingerprint.Text().Tree(), "$")).To(Equal(fingerprint.Counts{String: 1, Format: fingerprint.FormatText, FormatCount: 1, LeastShare: 1}))
		Expect(fingerprint.Text().Fingerprint()).To(Equal("sha256:6a81371c3fedbe37d2324565087df514867d9276b529e5f2dfb27b864d9e514c"), "X4.4")
		Expect(fingerprint.None().Fingerprint()).To(Equal("sha256:04e3ba639adac8da22cf9bfe04380bc20982eda682376b7519886659e7248b66"), "X4.7")
	})
})

var _ = Describe("05-4 declared maps", func() {
	body := `{"rates":{"EUR":{"v":1,"d":"2031-01-02"},"USD":{"v":2.5},"RON":null},"n":{"EUR":1}}`

	It("fold their keys into {} with sums, and nothing of them stays", func() {
		t := scanned(body, "$.rates").Tree()
		Expect(paths(t)).To(Equal([]string{"$", "$.n", "$.rates", "$.n.EUR", "$.rates{}", "$.rates{}.d", "$.rates{}.v"}))
		Expect(countsAt(t, "$.rates{}")).To(Equal(fingerprint.Counts{Object: 2, Null: 1, LeastShare: 2.0 / 3}))
		Expect(countsAt(t, "$.rates{}.v")).To(Equal(fingerprint.Counts{Integer: 1, Number: 1, LeastShare: 1}))
		Expect(countsAt(t, "$.rates{}.d")).To(Equal(fingerprint.Counts{String: 1, Absent: 1, LeastShare: 0.5, Format: fingerprint.FormatDate, FormatCount: 1}))
	})

	It("never change the compatible fingerprint and shape", func() {
		Expect(scanned(body, "$.rates").Fingerprint()).To(Equal(scanned(body).Fingerprint()))
		Expect(scanned(body, "$.rates").Shape()).To(Equal(scanned(body).Shape()))
	})

	It("nest, and reach below arrays and other maps", func() {
		t := scanned(`[{"by":{"u1":{"tags":{"x":1}},"u2":{"tags":{"y":2,"z":3}}}}]`, "$[].by", "$[].by{}.tags").Tree()
		Expect(paths(t)).To(Equal([]string{"$", "$[]", "$[].by", "$[].by{}", "$[].by{}.tags", "$[].by{}.tags{}"}))
		Expect(countsAt(t, "$[].by{}.tags{}").Integer).To(Equal(uint64(3)))
	})

	It("refuse what is no path", func() {
		_, err := fingerprint.ScanBytes([]byte(`{}`), fingerprint.Options{Maps: []string{"rates"}})
		Expect(err).To(MatchError(ContainSubstring(`declared map: path "rates"`)))
	})
})
