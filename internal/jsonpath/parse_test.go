package jsonpath_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/jsonpath"
)

// show writes a syntax tree compactly, so that a table can hold it.
func show(steps []jsonpath.Step) string {
	var parts []string
	for _, s := range steps {
		parts = append(parts, showStep(s))
	}
	return strings.Join(parts, " ")
}

func showStep(s jsonpath.Step) string {
	switch s.Kind {
	case jsonpath.Name:
		return fmt.Sprintf("%q", s.Name)
	case jsonpath.Index:
		return fmt.Sprint(s.Index)
	case jsonpath.Wildcard:
		return "*"
	case jsonpath.Descend:
		return ".."
	case jsonpath.Slice:
		return showBound(s.Slice.From) + ":" + showBound(s.Slice.To) + ":" + fmt.Sprint(s.Slice.By)
	case jsonpath.Union:
		return "{" + show(s.Union) + "}"
	}
	return "?" + showExpr(s.Filter)
}

func showBound(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

func showExpr(e *jsonpath.Expr) string {
	switch e.Op {
	case jsonpath.Current:
		return strings.TrimSpace("@ " + show(e.Steps))
	case jsonpath.Literal:
		switch e.Value.Kind {
		case jsonpath.String:
			return fmt.Sprintf("%q", e.Value.Text)
		case jsonpath.Number:
			return fmt.Sprint(e.Value.Number)
		case jsonpath.Bool:
			return fmt.Sprint(e.Value.Bool)
		}
		return "null"
	}
	parts := []string{string(e.Op)}
	for _, arg := range e.Args {
		parts = append(parts, showExpr(arg))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

var _ = DescribeTable("VR3.7 what can be evaluated is parsed",
	func(expr, want string, plain bool) {
		p, err := jsonpath.Parse(expr)
		Expect(err).NotTo(HaveOccurred())
		Expect(show(p.Steps)).To(Equal(want))
		Expect(p.Plain()).To(Equal(plain))
		Expect(p.String()).To(Equal(strings.TrimSpace(expr)))
	},
	Entry("the root", "$", "", true),
	Entry("names", "$.a.b-c.d_e.ünïcode", `"a" "b-c" "d_e" "ünïcode"`, true),
	Entry("a name of digits", "$.a.1", `"a" "1"`, true),
	Entry("a name with blanks", "$.first name.x", `"first name" "x"`, true),
	Entry("a name with a colon", "$.dc:title", `"dc:title"`, true),
	Entry("a dollar inside a name", "$.$ref", `"$ref"`, true),
	Entry("quoted names", `$['a.b']["c d"]`, `"a.b" "c d"`, true),
	Entry("escaped quotes", `$['it\'s'].x`, `"it's" "x"`, true),
	Entry("a bare name in brackets", "$[rows]", `"rows"`, true),
	Entry("indexes", "$.a[0][12]", `"a" 0 12`, true),
	Entry("wildcards", "$.a[*].*", `"a" * *`, true),
	Entry("descent to a name", "$..total", `.. "total"`, false),
	Entry("descent to everything", "$.a..*", `"a" .. *`, false),
	Entry("descent to elements", "$..[*]", ".. *", false),
	Entry("descent to a quoted name", "$..['a']", `.. "a"`, false),
	Entry("a slice", "$[1:5:2]", "1:5:2", false),
	Entry("an open slice", "$[:]", "::1", false),
	Entry("the last element", "$.a[-1:]", `"a" -1::1`, false),
	Entry("a union of indexes", "$[0, 2]", "{0 2}", false),
	Entry("a union of names", `$['a',"b"]`, `{"a" "b"}`, false),
	Entry("a union of bare names", "$[a,b]", `{"a" "b"}`, false),
	Entry("surrounding white space", " $.a ", `"a"`, true),
)

var _ = DescribeTable("VR3.7 filters",
	func(filter, want string) {
		p, err := jsonpath.Parse("$.a[?(" + filter + ")]")
		Expect(err).NotTo(HaveOccurred())
		Expect(show(p.Steps)).To(Equal(`"a" ?` + want))
	},
	Entry("presence", "@.x", `@ "x"`),
	Entry("the item itself", "@ > 3", "(> @ 3)"),
	Entry("a deeper value", "@.a['b c'][0].length", `@ "a" "b c" 0 "length"`),
	Entry("equality", "@.kind == 'open'", `(== @ "kind" "open")`),
	Entry("strict equality", `@.kind==="open"`, `(=== @ "kind" "open")`),
	Entry("inequality", "@.x!=null", `(!= @ "x" null)`),
	Entry("strict inequality", "@.x !== true", `(!== @ "x" true)`),
	Entry("order", "@.n<=-1.5e2", `(<= @ "n" -150)`),
	Entry("a constant first", "1 < @.n", `(< 1 @ "n")`),
	Entry("not", "!@.gone", `(! @ "gone")`),
	Entry("twice not", "!!@.x", `(! (! @ "x"))`),
	Entry("and before or", "@.a || @.b && @.c", `(|| @ "a" (&& @ "b" @ "c"))`),
	Entry("parentheses", "(@.a || @.b) && !(@.c)", `(&& (|| @ "a" @ "b") (! @ "c"))`),
	Entry("escapes in a string", `@.a == 'it\'s'`, `(== @ "a" "it's")`),
)

var _ = DescribeTable("what cannot be evaluated is refused with a reason",
	func(expr, reason string) {
		_, err := jsonpath.Parse(expr)
		Expect(err).To(MatchError(ContainSubstring(reason)))
		Expect(err.Error()).NotTo(ContainSubstring("\n"))
	},
	Entry("DR4.8 no dot after the root", "$a", "expected '.' or '['"),
	Entry("DR4.8 crossed brackets", "$.a[(])", "scripts"),
	Entry("DR4.9 a script", "$[(@.length-1)]", "scripts"),
	Entry("DR4.9 the parent", "$.a^", "not a plain name"),
	Entry("DR4.9 the property name", "$.a~", "not a plain name"),
	Entry("DR4.9 a type selector", "$.a.@number()", "not a plain name"),
	Entry("DR4.9 empty brackets", "$.a[]", "every element is '[*]'"),
	Entry("a dot at the end", "$.a.", "a name is missing"),
	Entry("three dots", "$...a", "a name is missing"),
	Entry("descent to nothing", "$.a..", "must be followed"),
	Entry("the root below the root", "$.$", "not a plain name"),
	Entry("a union without brackets", "$.a,b", "not a plain name"),
	Entry("a slice without brackets", "$.1:2", "not a plain name"),
	Entry("a negative index", "$[-1]", "[-1:]"),
	Entry("an index without end", "$[99999999999999999999]", "out of range"),
	Entry("a slice bound without end", "$[99999999999999999999:]", "out of range"),
	Entry("a slice step of nothing", "$[::0]", "at least 1"),
	Entry("a backward slice", "$[::-1]", "at least 1"),
	Entry("a wildcard in a union", "$[*,0]", "names and indexes only"),
	Entry("a gap in a union", "$[0,]", "missing between brackets"),
	Entry("an open quote", "$['a]", "is not closed"),
	Entry("an odd escape", `$['a\n']`, "backslash"),
	Entry("something after a quote", "$['a'b]", "expected ',' or ']'"),
	Entry("a filter without parentheses", "$[?@.a]", "written '[?(…)]'"),
	Entry("an empty filter", "$[?()]", "neither '@…' nor a constant"),
	Entry("arithmetic", "$[?(@.a + 1 > 2)]", "cannot evaluate"),
	Entry("a call", "$[?(@.a.includes('x'))]", "calls such as 'includes(…)'"),
	Entry("a regular expression", "$[?(@.a =~ 1)]", "cannot evaluate"),
	Entry("the root in a filter", "$[?(@.a == $.b)]", "neither '@…' nor a constant"),
	Entry("descent in a filter", "$[?(@..a)]", "'..' cannot be evaluated"),
	Entry("a wildcard in a filter", "$[?(@[*])]", "only names and indexes"),
	Entry("a filter that goes on", "$[?(@.a)x]", "expected ']'"),
	Entry("an endless path", "$"+strings.Repeat(".a", 5000), "longer than 4096 bytes"),
	Entry("endless negation", "$[?("+strings.Repeat("!", 200)+"@.a)]", "nested more than 100 levels"),
	Entry("endless parentheses", "$[?("+strings.Repeat("(", 200)+"@"+strings.Repeat(")", 200)+")]", "nested more than 100 levels"),
	Entry("an endless chain", "$[?(@"+strings.Repeat("||@", 1200)+")]", "more than 1000 operands"),
)
