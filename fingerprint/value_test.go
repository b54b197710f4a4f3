package fingerprint_test

import (
	"bytes"
	"math"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/fingerprint"
)

func kept(body string) fingerprint.Value {
	GinkgoHelper()
	r, err := fingerprint.Scan(bytes.NewReader([]byte(body)), fingerprint.Options{Keep: true})
	Expect(err).NotTo(HaveOccurred())
	return r.Root()
}

var _ = Describe("05-7.33 values of the kept document", func() {
	It("reads every type", func() {
		v := kept(` { "s" : "a\"\u00e9\ud83d\ude00\n" , "n" : -1.5e2, "t":true, "f":false, "z":null, "l":[ 1 , [ ] , {"x":2} ], "o":{} } `)
		Expect(v.Word()).To(Equal(fingerprint.WordObject))
		Expect(v.Len()).To(Equal(7))
		Expect(v.Member("s").Str()).To(Equal("a\"é😀\n"))
		Expect(v.Member("n").Number()).To(Equal(-150.0))
		Expect(v.Member("t").Bool()).To(BeTrue())
		Expect(v.Member("f").Bool()).To(BeFalse())
		Expect(v.Member("z").Exists()).To(BeTrue())
		Expect(v.Member("z").Word()).To(Equal(fingerprint.WordNull))
		l := v.Member("l")
		Expect(l.Len()).To(Equal(3))
		Expect(l.At(1).Word()).To(Equal(fingerprint.WordArray))
		Expect(l.At(1).Len()).To(BeZero())
		Expect(l.At(2).Member("x").Number()).To(Equal(2.0))
		Expect(l.At(3).Exists()).To(BeFalse())
		Expect(l.At(-1).Exists()).To(BeFalse())
		Expect(v.JSON()).To(Equal(`{"s":"a\"\u00e9\ud83d\ude00\n","n":-1.5e2,"t":true,"f":false,"z":null,"l":[1,[],{"x":2}],"o":{}}`))
	})

	It("VR0.14 a duplicate keeps its first position and its last value", func() {
		v := kept(`{"a":{"x":1},"b":2,"\u0061":[3,{"c":1,"c":2}],"a":"last"}`)
		var names []string
		for name := range v.Members() {
			names = append(names, name)
		}
		Expect(names).To(Equal([]string{"a", "b"}))
		Expect(v.Len()).To(Equal(2))
		Expect(v.Member("a").Str()).To(Equal("last"))
		Expect(v.JSON()).To(Equal(`{"a":"last","b":2}`))
		row := kept(`[{"k":1},{"k":{"k":0},"k":{"k":1,"k":2},"m":3}]`).At(1)
		Expect(row.JSON()).To(Equal(`{"k":{"k":2},"m":3}`))
		Expect(row.Len()).To(Equal(2))
		Expect(row.Member("k").Len()).To(Equal(1))
	})

	It("VR0.14 1e400 is infinite, still a number", func() {
		Expect(kept(`1e400`).Number()).To(Equal(math.Inf(1)))
		Expect(kept(`-1e400`).Number()).To(Equal(math.Inf(-1)))
	})

	It("what is not there answers nothing", func() {
		r, err := inMemory([]byte(`{"a":1}`))
		Expect(err).NotTo(HaveOccurred())
		for _, v := range []fingerprint.Value{r.Root(), {}, kept(`{}`).Member("a"), kept(`7`).Member("a"), kept(`7`).At(0)} {
			Expect(v.Exists()).To(BeFalse())
			Expect(v.Word()).To(Equal(fingerprint.WordUndefined))
			Expect(v.Str()).To(BeEmpty())
			Expect(v.Number()).To(BeZero())
			Expect(v.Bool()).To(BeFalse())
			Expect(v.Len()).To(BeZero())
			Expect(v.Member("x").Exists()).To(BeFalse())
			Expect(v.JSON()).To(BeEmpty())
			for range v.Elements() {
				Fail("an element of nothing")
			}
		}
	})

	It("keeps lone surrogates of names apart", func() {
		v := kept(`{"\ud800":1,"\udfff":2}`)
		Expect(v.Member("\xed\xa0\x80").Number()).To(Equal(1.0))
		Expect(v.Member("\xed\xbf\xbf").Number()).To(Equal(2.0))
	})
})
