package replay

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/jsonpath"
)

const shelf = `{"rows":[{"n":1,"t":"a"},{"n":2,"t":"b","x":null},{"n":3,"t":"c","x":0}],"by":{"b":1,"10":2,"9":3,"a":4},"a.b":5,"deep":{"n":{"n":7}},"word":"héé😀"}`

var _ = DescribeTable("VR3.7 what a path finds",
	func(path, body string, want ...string) {
		parsed, err := jsonpath.Parse(path)
		Expect(err).NotTo(HaveOccurred())
		got := []string{}
		for v := range selectAll(bodyOf(body), parsed.Steps) {
			got = append(got, v.JSON())
		}
		Expect(strings.Join(got, " ")).To(Equal(strings.Join(want, " ")))
	},
	Entry("the root", "$", `[1]`, "[1]"),
	Entry("a falsy body matches nothing, null", "$", `null`),
	Entry("a falsy body matches nothing, 0", "$", `0`),
	Entry("a falsy body matches nothing, empty text", "$", `""`),
	Entry("a falsy body matches nothing, false", "$", `false`),
	Entry("an empty object is there", "$", `{}`, "{}"),
	Entry("a member", "$.deep.n.n", shelf, "7"),
	Entry("a dotted key", "$['a.b']", shelf, "5"),
	Entry("elements in order", "$.rows[*].n", shelf, "1", "2", "3"),
	Entry("members in key order, integers first", "$.by[*]", shelf, "3", "2", "1", "4"),
	Entry("members by star", "$.by.*", shelf, "3", "2", "1", "4"),
	Entry("nothing below a scalar", "$.word[*]", shelf),
	Entry("everywhere", "$..n", shelf, "1", "2", "3", `{"n":7}`, "7"),
	Entry("an index", "$.rows[1].t", shelf, `"b"`),
	Entry("an index as a name", "$.rows.1.t", shelf, `"b"`),
	Entry("an index out of range", "$.rows[9]", shelf),
	Entry("the last", "$.rows[-1:].n", shelf, "3"),
	Entry("a slice", "$.rows[0:2].n", shelf, "1", "2"),
	Entry("a slice with steps", "$.rows[::2].n", shelf, "1", "3"),
	Entry("a union of indexes", "$.rows[2,0].n", shelf, "3", "1"),
	Entry("a union of names", "$.rows[0]['t','n']", shelf, `"a"`, "1"),
	Entry("null is a match", "$.rows[1].x", shelf, "null"),
	Entry("length of an array", "$.rows.length", shelf, "3"),
	Entry("length of a text in UTF-16 units", "$.word.length", shelf, "5"),
	Entry("a filter for truth", "$.rows[?(@.x)].n", shelf),
	Entry("a filter by comparison", "$.rows[?(@.n >= 2)].t", shelf, `"b"`, `"c"`),
	Entry("a filter by text", "$.rows[?(@.t == 'b')].n", shelf, "2"),
	Entry("equality converts", "$.rows[?(@.n == '2')].n", shelf, "2"),
	Entry("strict equality does not", "$.rows[?(@.n === '2')].n", shelf),
	Entry("and, or, not", "$.rows[?(!(@.n == 1) && (@.t == 'b' || @.t == 'z'))].n", shelf, "2"),
	Entry("null is loosely equal to absent", "$.rows[?(@.x == null)].n", shelf, "1", "2"),
	Entry("the last of equal keys wins", "$.a", `{"a":1,"a":2}`, "2"),
)
