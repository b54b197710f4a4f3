package replay_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// The false alarms that shaping by the first element raises, judged by evidence
// over every element (weaknesses, section 1).
var _ = DescribeTable("what used to be a false alarm",
	func(recorded []string, live, want string) {
		Expect(reading(passthrough().recorded(recorded...).judge(live))).To(Equal(want))
	},
	Entry("F1 row order changed", []string{`{"r":[{"a":1,"n":"x"},{"a":2}]}`}, `{"r":[{"a":2},{"a":1,"n":"x"}]}`, "green"),
	Entry("F2 optional key absent in the first row only", []string{`{"r":[{"a":1,"n":"x"}]}`}, `{"r":[{"a":1},{"a":2,"n":"y"}]}`, "green"),
	Entry("F3 empty list today, nothing declared below", []string{`{"r":[{"a":1}]}`}, `{"r":[]}`, "green"),
	Entry("F4, 7.6 first non-empty answer after an empty recording", []string{`{"r":[]}`}, `{"r":[{"a":1}]}`, "yellow | gained $.r[]"),
	Entry("F5 null where never recorded null: told once", []string{`{"n":"x"}`}, `{"n":null}`, "yellow | nulled $.n"),
	Entry("F5 nullability known", []string{`{"n":"x"}`, `{"n":null}`}, `{"n":null}`, "green"),
	Entry("F6, 7.7 recorded null, a value now: type now known", []string{`{"n":null}`}, `{"n":"x"}`, "yellow | gained $.n"),
	Entry("F6 nullability known", []string{`{"n":null}`, `{"n":"x"}`}, `{"n":"y"}`, "green"),
	Entry("F7 null hides a subtree: one line", []string{`{"o":{"k":1}}`}, `{"o":null}`, "yellow | nulled $.o"),
	Entry("F8 list or null: one line", []string{`{"r":[{"a":1}]}`}, `{"r":null}`, "yellow | nulled $.r"),
	Entry("F9 null first in a scalar list", []string{`{"xs":[null,1]}`}, `{"xs":[1,null]}`, "green"),
	Entry("F12 map growing from empty", []string{`{"meta":{}}`}, `{"meta":{"k":1}}`, "yellow | gained $.meta.k"),
	Entry("F13 polymorphic items, both variants seen", []string{`{"ev":[{"t":"click","x":1},{"t":"key","code":"A"}]}`}, `{"ev":[{"t":"key","code":"A"}]}`, "green"),
	Entry("F14 tuple list", []string{`{"pt":[1,"a"]}`}, `{"pt":["a",1]}`, "green"),
	Entry("F15 nesting depth: one line", []string{`{"c":[1,2]}`}, `{"c":[[[1,2]]]}`, "yellow | retyped $.c[]"),
	Entry("F16 inner list empty in the first row", []string{`{"g":[{"t":[]},{"t":["x"]}]}`}, `{"g":[{"t":["x"]}]}`, "green"),
	Entry("F17 nested lists, first inner list empty", []string{`{"a":[[],[1]]}`}, `{"a":[[1],[]]}`, "green"),
	Entry("F18 cursor null on the last page, once both were seen", []string{`{"items":[{"a":1}],"next":"t"}`, `{"items":[{"a":1}],"next":null}`}, `{"items":[{"a":1}],"next":null}`, "green"),
	Entry("F19 cursor dropped on the last page, once both were seen", []string{`{"items":[{"a":1}],"next":"t"}`, `{"items":[{"a":1}]}`}, `{"items":[{"a":1}]}`, "green"),
	Entry("F20 ids become text: yellow is right", []string{`{"id":12}`}, `{"id":"9007199254740993"}`, "yellow | retyped $.id"),
	Entry("F21 empty map as empty list", []string{`{"o":{}}`}, `{"o":[]}`, "green"),
	Entry("F21 the other way round", []string{`{"o":[]}`}, `{"o":{}}`, "green"),
	Entry("F22 decided: an undeclared block is gained", []string{`{"a":1}`}, `{"a":1,"warnings":["slow"]}`, "yellow | gained $.warnings"),
	Entry("F23 decided: additive change is yellow", []string{`{"r":[{"a":1}]}`}, `{"r":[{"a":1,"z":1}]}`, "yellow | gained $.r[].z"),
	Entry("F26 no body is named", []string{`{"ok":true}`}, ``, "red | not-json $"),
)

var _ = DescribeTable("keys that are data, confirmed as maps",
	func(recorded, live string, maps ...string) {
		Expect(reading(passthrough().mapped(recorded, maps...).judge(live))).To(Equal("green"))
	},
	Entry("F10 ids as keys", `{"by":{"u1":{"n":1}}}`, `{"by":{"u2":{"n":1}}}`, "$.by"),
	Entry("F11 currencies as keys", `{"rates":{"EUR":1,"USD":2}}`, `{"rates":{"EUR":1,"GBP":2}}`, "$.rates"),
	Entry("F24 languages as keys", `{"title":{"en":"x"}}`, `{"title":{"fr":"x"}}`, "$.title"),
	Entry("F25 feature flags as keys", `{"flags":{"a":true}}`, `{"flags":{"b":true}}`, "$.flags"),
)

var _ = Describe("F27 error rows come first", func() {
	It("is green: a declared variant", func() {
		f := berths("$.rows[*]").only("name", "fee").withFaults().recorded(`{"rows":[{"name":"A","fee":1}]}`)
		Expect(reading(f.judge(`{"rows":[{"fault":"E"},{"name":"A","fee":1}]}`))).To(Equal("green"))
	})
	It("is green as well when an error row stood first when recorded", func() {
		f := berths("$.rows[*]").only("name", "fee").withFaults().recorded(`{"rows":[{"fault":"E"},{"name":"A","fee":1}]}`)
		Expect(reading(f.judge(`{"rows":[{"name":"A","fee":1}]}`))).To(Equal("green"))
	})
})

// What shaping by the first element misses (weaknesses, section 2).
var _ = DescribeTable("what used to be missed",
	func(recorded, live, want string) {
		Expect(reading(passthrough().recorded(recorded).judge(live))).To(Equal(want))
	},
	Entry("M1 a later row is of another shape", `{"r":[{"a":1},{"a":2}]}`, `{"r":[{"a":1},{"b":2}]}`, "yellow | gained $.r[].b"),
	Entry("M2 retyped in element 1", `{"xs":[1,2]}`, `{"xs":[1,"2"]}`, "yellow | retyped $.xs[]"),
	Entry("M3 a fraction where integers were is no drift", `{"n":10}`, `{"n":10.5}`, "green"),
	Entry("M4 magnitude is a value", `{"p":1250}`, `{"p":12.5}`, "green"),
	Entry("M5 date format", `{"d":"2031-01-02"}`, `{"d":"02/01/2031"}`, "yellow | format-changed $.d"),
	Entry("M6 instant lost its zone", `{"t":"2031-01-02T03:04:05Z"}`, `{"t":"2031-01-02T03:04:05"}`, "yellow | format-changed $.t"),
	Entry("M8 uuid became a number in text", `{"id":"7f3c2a10-5b6d-4e8f-9a0b-1c2d3e4f5a6b"}`, `{"id":"42"}`, "yellow | format-changed $.id"),
	Entry("M9 another host and scheme is the same class", `{"u":"https://a.test/x"}`, `{"u":"http://b.test/x"}`, "green"),
	Entry("M10 text weighs nothing", `{"b":"hi"}`, `{"b":"aGk="}`, "green"),
	Entry("M11 an empty text is neutral", `{"name":"Ana"}`, `{"name":""}`, "green"),
	Entry("M12 order is a value", `{"r":[{"a":1},{"a":2}]}`, `{"r":[{"a":2},{"a":1}]}`, "green"),
	Entry("M13 the number of rows is a value", `{"r":[{"a":1},{"a":2}]}`, `{"r":[{"a":1}]}`, "green"),
	Entry("M14 the last of equal keys wins", `{"a":1}`, `{"a":"x","a":1}`, "green"),
	Entry("M15 dotted key against nested object", `{"a.b":1}`, `{"a":{"b":1}}`, "yellow | gained $.a | lost $['a.b']"),
	Entry("M16 bracket key against array", `{"x[]":1}`, `{"x":[1]}`, "yellow | gained $.x | lost $['x[]']"),
	Entry("M17 retypes hidden by one naive path", `{"a.b":1,"a":{"b":"s"}}`, `{"a.b":"s","a":{"b":1}}`, "yellow | retyped $.a.b | retyped $['a.b']"),
	Entry("M22 a variant that never comes first", `[{"k":1},{"e":"x"}]`, `[{"k":1},{"e":5}]`, "yellow | retyped $[].e"),
	Entry("M23 recorded empty, anything now", `{"r":[]}`, `{"r":[{"anything":1}]}`, "yellow | gained $.r[]"),
	Entry("M24 null in a later row of two is too thin to tell", `[{"n":"x"},{"n":"y"}]`, `[{"n":"x"},{"n":null}]`, "green"),
	Entry("M25 key lost in every row but the first, too thin to tell", `[{"a":1,"b":1},{"a":1,"b":1}]`, `[{"a":1,"b":1},{"a":1}]`, "green"),
)

var _ = Describe("what one answer cannot prove is noted", func() {
	It("M24 a null in a later row", func() {
		Expect(notes(passthrough().recorded(`[{"n":"x"},{"n":"y"}]`).judge(`[{"n":"x"},{"n":null}]`))).To(Equal([]string{"thin $[].n"}))
	})
	It("M25 a key that went from a later row", func() {
		v := passthrough().recorded(`[{"a":1,"b":1},{"a":1,"b":1}]`).judge(`[{"a":1,"b":1},{"a":1}]`)
		Expect(notes(v)).To(Equal([]string{"thin $[].b"}))
		Expect(v.Findings[0].Message).To(ContainSubstring("in 1 of 2 places"))
		Expect(v.Findings[0].Message).To(ContainSubstring("recorded with a value in 2 of 2"))
	})
	It("M25 a key that went from a declared required field is red", func() {
		f := berths("$[*]").only("name", "fee").recorded(`[{"name":"A","fee":1},{"name":"B","fee":1}]`)
		Expect(reading(f.judge(`[{"name":"A","fee":1},{"name":"B"}]`))).To(Equal("red | required-missing $[].fee"))
	})
	It("F3 a list that is empty now", func() {
		Expect(notes(passthrough().recorded(`{"r":[{"a":1}]}`).judge(`{"r":[]}`))).To(Equal([]string{"unproven $.r"}))
	})
	It("M18, M19, M20, M21 status, headers and the text of a text body are not part of the contract", func() {
		f := passthrough().contract(`{"a":1}`)
		for _, status := range []int{200, 201, 202, 206} {
			v := f.case_(status, `{"a":2}`)
			Expect(reading(replayJudge(v))).To(Equal("green"))
		}
		text := passthrough()
		text = text.contract(`"ok"`)
		Expect(reading(text.judge("<html>error"))).To(Equal("green"))
	})
})
