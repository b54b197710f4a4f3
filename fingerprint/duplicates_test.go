package fingerprint_test

import (
	"fmt"
	"strings"
	"testing"

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
	Entry("at each of thousands of levels", string(nestedDuplicates(4000)), `[{"k":0}]`),
	Entry("a hundred thousand in one object", string(flatDuplicates(100_000)), lastOfFlat(100_000)),
	Entry("in the first row, on the reference's walk", `[{"a":{"x":[{"y":1}]},"a":{"x":[]}},{"a":{"x":[{"y":"s"}]}}]`, `[{"a":{"x":[]}},{"a":{"x":[{"y":"s"}]}}]`),
)

var _ = Describe("duplicates", func() {
	It("a replaced subtree counts against the limit of paths", func() {
		body := "{" + strings.Repeat(`"a":{"b":1},`, 50) + `"z":1}`
		_, err := fingerprint.ScanBytes([]byte(body), fingerprint.Options{Limits: fingerprint.Limits{Paths: 60}})
		Expect(err).To(MatchError(ContainSubstring(`"paths"`)))
	})
})

// nestedDuplicates repeats a key at every one of n levels.
func nestedDuplicates(n int) []byte {
	return []byte("[" + strings.Repeat(`{"k":`, n) + "0" + strings.Repeat(`,"k":0}`, n) + "]")
}

// flatDuplicates repeats a thousand keys, and one that holds more, n times.
func flatDuplicates(n int) []byte {
	var b strings.Builder
	b.WriteString(`[{`)
	for i := range n {
		fmt.Fprintf(&b, `"b%d":"x","a":{"c":[%d]},`, i%1000, i)
	}
	b.WriteString(`"z":1}]`)
	return []byte(b.String())
}

// lastOfFlat is flatDuplicates without what is replaced.
func lastOfFlat(n int) string {
	var b strings.Builder
	b.WriteString(`[{`)
	for i := range 1000 {
		fmt.Fprintf(&b, `"b%d":"x",`, i)
	}
	fmt.Fprintf(&b, `"a":{"c":[%d]},"z":1}]`, n-1)
	return b.String()
}

// BenchmarkDuplicates: the cost a key must not grow with their number.
func BenchmarkDuplicates(b *testing.B) {
	for _, c := range []struct {
		name     string
		document func(int) []byte
	}{{"nested", nestedDuplicates}, {"flat", flatDuplicates}} {
		for _, n := range []int{500, 5000} {
			body := c.document(n)
			b.Run(fmt.Sprintf("%s/keys=%d", c.name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := inMemory(body); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/key")
			})
		}
	}
}
