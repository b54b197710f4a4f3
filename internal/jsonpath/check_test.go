package jsonpath_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/jsonpath"
)

var _ = DescribeTable("the static check accepts",
	func(expr string) { Expect(jsonpath.Check(expr)).To(Succeed()) },
	Entry("EX-4.10 a member of every element", "$.carts[*].plate"),
	Entry("EX-4.10 anywhere below", "$..total"),
	Entry("EX-4.10 a quoted name", "$['a.b']"),
	Entry("EX-4.10 a filter", "$.c[?(@.free)].plate"),
	Entry("EX-4.10 every element of the root", "$[*]"),
	Entry("EX-4.10 the root", "$"),
	Entry("DR4.7 surrounding white space", "  $.a\t"),
	Entry("DR4.8 brackets that cross", "$.a[(])"),
	Entry("DR4.8 no dot after the root", "$a"),
)

var _ = DescribeTable("the static check refuses",
	func(expr, reason string) { Expect(jsonpath.Check(expr)).To(MatchError(ContainSubstring(reason))) },
	Entry("EX-4.11 a blank", "", "empty path"),
	Entry("EX-4.11 white space", " \t ", "empty path"),
	Entry("EX-4.12 the current item", "@.plate", "must start with '$' — '@'"),
	Entry("EX-4.13 no root", "carts.plate", "must start with '$' (root)"),
	Entry("EX-4.14 an open bracket", "$.carts[", "unbalanced brackets/parentheses"),
	Entry("EX-4.15 a closing bracket", "$.carts]", "unbalanced ']'"),
	Entry("DR4.7 a closing parenthesis", "$.a)", "unbalanced ')'"),
	Entry("DR4.8 a parenthesis in quotes", "$.x[?(@.k=='(')]", "unbalanced brackets/parentheses"),
	Entry("DR4.8 a bracket after a dot", "$.[", "unbalanced brackets/parentheses"),
)
