package yamlx_test

import (
	"errors"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/yamlx"
)

// bomb is a document whose aliases expand to 10^levels nodes.
func bomb(levels int) string {
	var b strings.Builder
	b.WriteString("l0: &l0 [x]\n")
	for i := 1; i <= levels; i++ {
		b.WriteString("l" + string(rune('0'+i)) + ": &l" + string(rune('0'+i)) + " [")
		b.WriteString(strings.Repeat("*l"+string(rune('0'+i-1))+",", 10) + "]\n")
	}
	return b.String()
}

var _ = DescribeTable("hostile documents are refused with one line (05 section 7.32)",
	func(text, message string, line, column int) {
		_, err := yamlx.Parse([]byte(text))
		var refused *yamlx.Error
		Expect(errors.As(err, &refused)).To(BeTrue())
		Expect(refused.Message).To(ContainSubstring(message))
		Expect(refused.Message).NotTo(ContainSubstring("\n"))
		Expect(len(refused.Message)).To(BeNumerically("<", 1000))
		Expect(refused.Place.Line).To(Equal(line))
		Expect(refused.Place.Column).To(Equal(column))
	},
	Entry("an alias bomb", bomb(8), "more than 100000 nodes", 6, 22),
	Entry("an anchor that holds itself", "a: &a [1, *a]", "alias '*a' refers to itself", 1, 11),
	Entry("anchors that hold each other", "a: &a\n  b: &b [*a]\n", "alias '*a' refers to itself", 2, 10),
	Entry("an unknown anchor", "a: 1\nb: *gone", "unknown anchor 'gone'", 2, 4),
	Entry("a document beyond 1 MiB", strings.Repeat("#", yamlx.MaxBytes+1), "larger than 1048576 bytes", 0, 0),
	Entry("1,001 levels", strings.Repeat("[", 1001)+strings.Repeat("]", 1001), "more than 1000 levels", 1, 1001),
	Entry("10,000 levels", strings.Repeat("[", 10000)+strings.Repeat("]", 10000), "more than 1000 levels", 1, 1001),
	Entry("a megabyte of brackets", strings.Repeat("[", 1<<20), "more than 1000 levels", 0, 0),
	Entry("a megabyte of dashes", strings.Repeat("- ", 1<<19), "more than 1000 levels", 0, 0),
	Entry("100,001 items", "["+strings.Repeat("a,", 100_001)+"]", "more than 100000 nodes", 1, 200_000),
	Entry("a duplicate key", "a: 1\nb:\n  c: 1\n  d: 1\n  c: 2\n", `key "c" is already set in line 3`, 5, 3),
	Entry("a duplicate key in other quotes", "a: 1\n'a': 2", `key "a" is already set in line 1`, 2, 1),
	Entry("a long key twice", strings.Repeat("? "+strings.Repeat("k", 5000)+"\n: 1\n", 2), "kkk…", 3, 3),
	Entry("a long unknown anchor", "a: *"+strings.Repeat("k", 5000), "unknown anchor 'kkk", 1, 4),
	Entry("two documents", "a: 1\n---\nb: 2\n", "more than one document", 2, 1),
	Entry("a broken second document", "a: 1\n---\nb: [\n", "did not find expected", 3, 1),
	Entry("an open flow further down", "a: 1\nb:\n  c: [x\n  d: 2\ne: 3\n", "did not find expected ',' or ']'", 3, 1),
	Entry("a key among items", "x: 1\na:\n  - b\n  c: d\n", "did not find expected '-' indicator", 3, 1),
	Entry("an item among keys", "x: 1\na:\n  b: c\n - d\n", "did not find expected key", 4, 1),
	Entry("a bracket too many", "x: 1\nb: [a]]\n", "did not find expected key", 2, 1),
	Entry("an undefined tag handle", "x: 1\ny: 2\nb: !q!x c\n", "found undefined tag handle", 3, 1),
	Entry("a value in a value", "x: 1\ny: : z\n", "mapping values are not allowed", 2, 1),
	Entry("a name missing after an ampersand", "x: 1\ny: &\n", "did not find expected alphabetic", 2, 1),
	Entry("an odd escape", "x: 1\n\ny: \"\\q\"\n", "found unknown escape character", 3, 1),
	Entry("a lone surrogate", "x: 1\ny: \"\\ud800\"\n", "found invalid Unicode character escape code", 2, 1),
	Entry("a NUL byte", "a: 1\nb: \x00\n", "NUL byte", 2, 4),
	Entry("invalid UTF-8", "é: 1\nbé: \xff\n", "invalid UTF-8", 2, 5),
	Entry("UTF-16", "\xff\xfea\x00", "invalid UTF-8", 1, 1),
	Entry("a control character", "a: \x01", "control characters are not allowed (U+0001)", 1, 4),
	Entry("a tab as indentation", "a:\n\tb: 1", "tab", 2, 1),
	Entry("an open flow", "a: [open", "did not find expected ',' or ']'", 1, 1),
	Entry("a foreign tag", "a: !thing x", `tag "!thing" is not supported`, 1, 4),
	Entry("a YAML 1.1 tag", "a: !!timestamp 2026-01-01", `tag "!!timestamp" is not supported`, 1, 4),
	Entry("a core tag on the wrong text", "a: !!int x", `"x" is no int`, 1, 4),
	Entry("a sequence as a key", "? [a]\n: b", "a key must be a scalar", 1, 3),
)

var _ = Describe("documents that look odd but are fine", func() {
	parse := func(text string) *yamlx.Node {
		GinkgoHelper()
		root, err := yamlx.Parse([]byte(text))
		Expect(err).NotTo(HaveOccurred())
		return root
	}

	It("reads an empty file as null", func() {
		Expect(parse("").Kind).To(Equal(yamlx.Null))
		Expect(parse("# nothing\n").Kind).To(Equal(yamlx.Null))
	})
	It("skips a byte order mark, and counts columns without it", func() {
		Expect(parse("\xef\xbb\xbfa: b").Entry("a").KeyPlace.Column).To(Equal(1))
	})
	It("reads CRLF line ends", func() {
		root := parse("a:\r\n  b: c\r\n")
		Expect(root.At("a").At("b").Text).To(Equal("c"))
		Expect(root.At("a").At("b").Place).To(Equal(yamlx.Place{Line: 2, Column: 6, EndLine: 2, EndColumn: 7}))
	})
	It("follows aliases", func() {
		root := parse("a: &x {b: 1}\nc: *x\nd: *x\n")
		Expect(root.At("d").At("b").Text).To(Equal("1"))
		Expect(root.At("d").Place.Line).To(Equal(1), "the place of the anchor")
	})
	It("keeps a merge key as an ordinary key", func() {
		root := parse("a: &x {b: 1}\nc: {<<: *x}\n")
		Expect(root.At("c").Has("<<")).To(BeTrue())
		Expect(root.At("c").Has("b")).To(BeFalse())
	})
	It("takes keys as they are written", func() {
		root := parse("1.10: a\ntrue: b\nnull: c\n")
		Expect(root.At("1.10").Text + root.At("true").Text + root.At("null").Text).To(Equal("abc"))
	})
	It("keeps the order of keys and counts columns in code points", func() {
		root := parse("z: 1\na: 2\n'é é': [x,  yy]\n")
		Expect(root.Entries[0].Key + root.Entries[1].Key).To(Equal("za"))
		Expect(root.At("é é").Items[1].Place).To(Equal(yamlx.Place{Line: 3, Column: 13, EndLine: 3, EndColumn: 15}))
	})
	It("knows no end of what is folded or quoted", func() {
		root := parse("a: one\n  two\nb: 'q'\nc: plain\n")
		Expect(root.At("a").Text).To(Equal("one two"))
		Expect(root.At("a").Place).To(Equal(yamlx.Place{Line: 1, Column: 4}))
		Expect(root.At("b").Place).To(Equal(yamlx.Place{Line: 3, Column: 4}))
		Expect(root.At("c").Place).To(Equal(yamlx.Place{Line: 4, Column: 4, EndLine: 4, EndColumn: 9}))
	})
	It("reads explicit keys, adjacent values and an end marker", func() {
		root := parse("? \"" + strings.Repeat("k", 5000) + "\"\n: x\nb: {\"$.a\":object, c: d,}\n...\n")
		Expect(root.Entries).To(HaveLen(2))
		Expect(root.At("b").At("$.a").Text).To(Equal("object"))
	})
	It("takes exactly the limits", func() {
		parse(strings.Repeat("[", 1000) + strings.Repeat("]", 1000))
		parse("[" + strings.Repeat("a,", 99_999) + "]")
		parse("#" + strings.Repeat(" ", yamlx.MaxBytes-1))
	})
})
