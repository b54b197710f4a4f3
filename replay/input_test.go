package replay_test

import (
	"math"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"pgregory.net/rapid"

	"github.com/archverify/archverify/replay"
)

func input(text string) replay.Input {
	GinkgoHelper()
	in, err := replay.ParseInput([]byte(text))
	Expect(err).NotTo(HaveOccurred())
	return in
}

var _ = Describe("Input", func() {
	DescribeTable("is read and shown again",
		func(text, want string) { Expect(input(text).JSON()).To(Equal(want)) },
		Entry("VR0.15 integer-like keys come first, ascending", `{"b":1,"10":2,"a":3,"9":4,"01":5}`, `{"9":4,"10":2,"b":1,"a":3,"01":5}`),
		Entry("VR0.15 below the top as well", `{"x":{"z":1,"2":2,"1":3}}`, `{"x":{"1":3,"2":2,"z":1}}`),
		Entry("VR0.15 the largest array index and the one after it", `{"4294967295":1,"4294967294":2}`, `{"4294967294":2,"4294967295":1}`),
		Entry("VR0.14 last of equal keys wins, first place stays", `{"a":1,"b":2,"a":{"c":1,"c":2}}`, `{"a":{"c":2},"b":2}`),
		Entry("VR0.14 __proto__ is a key like others", `{"__proto__":1}`, `{"__proto__":1}`),
		Entry("VR0.12 no HTML escaping, short escapes, lower-case hex", `{"a":"\u003c&>\u001F\t\/\u2028"}`, "{\"a\":\"<&>\\u001f\\t/\u2028\"}"),
		Entry("VR0.12 lone surrogates keep their escape", `{"a":"\uD800x\uD83D\uDE00"}`, `{"a":"\ud800x😀"}`),
		Entry("VR0.13 numbers are spelt as JavaScript spells them", `{"a":[1.0,1e21,1e-7,-0,0.1,123456789012345680000,1E2]}`, `{"a":[1,1e+21,1e-7,0,0.1,123456789012345680000,100]}`),
		Entry("white space goes, a byte order mark too", "\xef\xbb\xbf { \"a\" : [ ] , \"b\" : null } ", `{"a":[],"b":null}`),
		Entry("a key that is an escape", `{"q\"":1,"\u0041":2}`, `{"q\"":1,"A":2}`),
	)

	DescribeTable("refuses what is no object",
		func(text, culprit string) {
			_, err := replay.ParseInput([]byte(text))
			Expect(err).To(MatchError(ContainSubstring(culprit)))
		},
		Entry("nothing", "  ", "empty"),
		Entry("an array", "[1]", "an array"),
		Entry("null", "null", "this is null"),
		Entry("broken JSON, with its place", "{\n  \"a\": nope}", "line 2 column 9"),
		Entry("a cut object", `{"a":1`, "not JSON"),
		Entry("a second value", `{} {}`, "more than one value"),
		Entry("bottomless nesting", strings.Repeat(`{"a":`, 5000)+"1"+strings.Repeat("}", 5000), "1000 levels"),
	)

	It("looks up, sets and leaves out keys without touching the original", func() {
		in := input(`{"b":1,"a":null}`)
		Expect(in.Absent("a")).To(BeTrue())
		Expect(in.Absent("c")).To(BeTrue())
		Expect(in.Absent("b")).To(BeFalse())
		changed := in.With("b", replay.StringValue("x")).With("0", replay.BooleanValue(true)).Without("a")
		Expect(changed.JSON()).To(Equal(`{"0":true,"b":"x"}`))
		Expect(in.JSON()).To(Equal(`{"b":1,"a":null}`))
		Expect(changed.Names()).To(Equal([]string{"0", "b"}))
	})

	It("compares by value, whatever the order", func() {
		Expect(input(`{"a":1,"b":[2]}`).Equal(input(`{"b":[2.0],"a":1}`))).To(BeTrue())
		Expect(input(`{"a":1}`).Equal(input(`{"a":"1"}`))).To(BeFalse())
		Expect(input(`{"a":1}`).Equal(input(`{"a":1,"b":null}`))).To(BeFalse())
	})

	It("holds: what it shows reads back as the same input", func() {
		rapid.Check(GinkgoT(), func(t *rapid.T) {
			in := drawInput(t, 3)
			again, err := replay.ParseInput([]byte(in.JSON()))
			if err != nil || again.JSON() != in.JSON() {
				t.Fatalf("%s became %s (%v)", in.JSON(), again.JSON(), err)
			}
		})
	})
})

var _ = Describe("Value", func() {
	value := func(text string) replay.Value {
		GinkgoHelper()
		v, err := replay.ParseValue([]byte(text))
		Expect(err).NotTo(HaveOccurred())
		return v
	}

	DescribeTable("renders as JavaScript's String()",
		func(text, want string) { Expect(value(text).Text()).To(Equal(want)) },
		Entry("VR0.13 a small number", "1e-7", "1e-7"),
		Entry("VR0.13 a number below the exponent limit", "1e-6", "0.000001"),
		Entry("VR0.13 minus zero", "-0", "0"),
		Entry("VR0.13 a large number", "1e21", "1e+21"),
		Entry("VR0.14 beyond every number", "1e400", "Infinity"),
		Entry("VR1.11 an array", `["a",null,[1,2],true]`, "a,,1,2,true"),
		Entry("VR1.11 an object", `{"a":1}`, "[object Object]"),
		Entry("a string", `"a\nb"`, "a\nb"),
		Entry("null", "null", "null"),
	)

	It("tells its type and gives access to its parts", func() {
		Expect(value("1.5").Number()).To(Equal(1.5))
		Expect(math.IsNaN(value(`"1"`).Number())).To(BeTrue())
		Expect(value("true").Bool()).To(BeTrue())
		Expect(value(`["a",{"b":1}]`).Elements()).To(Equal([]replay.Value{{JSON: `"a"`}, {JSON: `{"b":1}`}}))
		Expect(value(`{"b":1}`).Elements()).To(BeNil())
		Expect(value(`{"b":"x"}`).Object()).To(Equal(input(`{"b":"x"}`)))
		Expect(replay.Value{}.Kind()).To(Equal(replay.ValueNull))
		Expect(replay.NumberValue(math.Inf(1)).Kind()).To(Equal(replay.ValueNull))
		Expect(replay.ArrayValue(replay.Value{}, replay.NumberValue(2)).JSON).To(Equal("[null,2]"))
	})
})

// drawInput draws an input with awkward keys and texts.
func drawInput(t *rapid.T, depth int) replay.Input {
	in := replay.Input{}
	for range rapid.IntRange(0, 4).Draw(t, "members") {
		in = in.With(rapid.StringOf(rapid.SampledFrom([]rune("ab0129\"\\\n😀\u2028<"))).Draw(t, "key"), drawValue(t, depth))
	}
	return in
}

func drawValue(t *rapid.T, depth int) replay.Value {
	kinds := 5
	if depth == 0 {
		kinds = 3
	}
	switch rapid.IntRange(0, kinds).Draw(t, "kind") {
	case 0:
		return replay.Value{}
	case 1:
		return replay.BooleanValue(rapid.Bool().Draw(t, "bool"))
	case 2:
		return replay.NumberValue(rapid.Float64().Draw(t, "number"))
	case 3:
		return replay.StringValue(rapid.String().Draw(t, "text"))
	case 4:
		return replay.ObjectValue(drawInput(t, depth-1))
	}
	return replay.ArrayValue(drawValue(t, depth-1), drawValue(t, depth-1))
}

func FuzzParseInput(f *testing.F) {
	for _, seed := range []string{`{"a":1}`, `{"1":[],"\ud800":"\udc00"}`, `{"a":1e999}`, `[`, "\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := replay.ParseInput(data)
		if err != nil {
			return
		}
		again, err := replay.ParseInput([]byte(in.JSON()))
		if err != nil || again.JSON() != in.JSON() {
			t.Fatalf("%q became %q (%v)", in.JSON(), again.JSON(), err)
		}
	})
}
