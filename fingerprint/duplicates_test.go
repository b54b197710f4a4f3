package fingerprint_test

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fingerprint"
)

var _ = DescribeTable("VR0.14 an earlier duplicate leaves no trace", func(with, without string) {
	for _, scan := range []func([]byte) (*fingerprint.Result, error){inMemory, streamed} {
		a, err := scan([]byte(with))
		Expect(err).NotTo(HaveOccurred())
		b, err := scan([]byte(without))
		Expect(err).NotTo(HaveOccurred())
		Expect(a.Fingerprint()).To(Equal(b.Fingerprint()))
		Expect(a.Shape()).To(Equal(b.Shape()))
		Expect(treeCounts(a.Tree())).To(Equal(treeCounts(b.Tree())))
	}
},
	Entry("scalar", `{"a":1,"a":"x"}`, `{"a":"x"}`),
	Entry("subtree", `{"a":{"b":{"c":[1,{"d":2}]}},"a":{"e":1}}`, `{"a":{"e":1}}`),
	Entry("subtree, twice", `{"a":{"b":1},"a":{"b":"x"},"a":null}`, `{"a":null}`),
	Entry("escaped spelling", `{"k\u0065y":[],"key":{}}`, `{"key":{}}`),
	Entry("in a row between other rows", `[{"a":{"b":1}},{"a":{"b":"x","c":1},"a":{"b":2}},{"a":{"b":3}}]`, `[{"a":{"b":1}},{"a":{"b":2}},{"a":{"b":3}}]`),
	Entry("inside the value of another", `[{"a":{"k":1,"k":"x","k":[1]},"a":{"k":{"k":0,"k":1},"k":5}}]`, `[{"a":{"k":5}}]`),
	Entry("with another key between", `[{"a":[1,2],"b":"2031-01-02","a":"2031-01-03"}]`, `[{"b":"2031-01-02","a":"2031-01-03"}]`),
	Entry("format of earlier rows comes back", `[{"d":"2031-01-02"},{"d":"nonsense","d":"2031-01-03"}]`, `[{"d":"2031-01-02"},{"d":"2031-01-03"}]`),
	Entry("format narrowed twice in one row", `[{"d":"12345678","d":"x","d":"deadbeef"}]`, `[{"d":"deadbeef"}]`),
	Entry("in the first row, on the reference's walk", `[{"a":{"x":[{"y":1}]},"a":{"x":[]}},{"a":{"x":[{"y":"s"}]}}]`, `[{"a":{"x":[]}},{"a":{"x":[{"y":"s"}]}}]`),
)

var _ = Describe("duplicates", func() {
	It("nested in each other cost linear time", func() {
		start := time.Now()
		const depth = 5000
		deep := "[" + strings.Repeat(`{"k":`, depth) + "0" + strings.Repeat(`,"k":0}`, depth) + "]"
		_, err := inMemory([]byte(deep))
		Expect(err).NotTo(HaveOccurred())
		var flat strings.Builder
		flat.WriteString(`[{`)
		for i := range 100_000 {
			fmt.Fprintf(&flat, `"b%d":"x","a":{"c":[%d]},`, i%1000, i)
		}
		flat.WriteString(`"z":1}]`)
		_, err = inMemory([]byte(flat.String()))
		Expect(err).NotTo(HaveOccurred())
		Expect(time.Since(start)).To(BeNumerically("<", 5*time.Second))
	})

	It("a replaced subtree counts against the limit of paths", func() {
		body := "{" + strings.Repeat(`"a":{"b":1},`, 50) + `"z":1}`
		_, err := fingerprint.ScanBytes([]byte(body), fingerprint.Options{Limits: fingerprint.Limits{Paths: 60}})
		Expect(err).To(MatchError(ContainSubstring(`"paths"`)))
	})
})
