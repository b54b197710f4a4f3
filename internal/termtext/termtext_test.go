package termtext_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"pgregory.net/rapid"

	"github.com/archverify/archverify/internal/termtext"
)

func environment(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

var _ = DescribeTable("the style of a stream",
	func(f termtext.Facts, want termtext.Style) { Expect(termtext.StyleOf(f)).To(Equal(want)) },
	Entry("a pipe: plain, unwrapped, full glyphs", termtext.Facts{}, termtext.Style{}),
	Entry("a pipe has no width even if one is known", termtext.Facts{Columns: 60}, termtext.Style{}),
	Entry("a terminal", termtext.Facts{Terminal: true, Columns: 100}, termtext.Style{Columns: 100, Color: true}),
	Entry("a terminal of unknown width", termtext.Facts{Terminal: true}, termtext.Style{Columns: 80, Color: true}),
	Entry("a terminal of absurd width", termtext.Facts{Terminal: true, Columns: 3}, termtext.Style{Columns: 20, Color: true}),
	Entry("NO_COLOR", termtext.Facts{Terminal: true, Columns: 80, Lookup: environment("NO_COLOR", "1")}, termtext.Style{Columns: 80}),
	Entry("an empty NO_COLOR says nothing", termtext.Facts{Terminal: true, Columns: 80, Lookup: environment("NO_COLOR", "")},
		termtext.Style{Columns: 80, Color: true}),
	Entry("--no-color", termtext.Facts{Terminal: true, Columns: 80, NoColor: true}, termtext.Style{Columns: 80}),
	Entry("--ascii in a pipe", termtext.Facts{ASCII: true}, termtext.Style{ASCII: true}),
	Entry("TERM=dumb", termtext.Facts{Terminal: true, Columns: 80, Lookup: environment("TERM", "dumb")},
		termtext.Style{Columns: 80, ASCII: true}),
	Entry("LANG=C", termtext.Facts{Lookup: environment("LANG", "C")}, termtext.Style{ASCII: true}),
	Entry("LANG=de_DE.ISO-8859-1", termtext.Facts{Lookup: environment("LANG", "de_DE.ISO-8859-1")}, termtext.Style{ASCII: true}),
	Entry("LC_ALL beats LANG", termtext.Facts{Lookup: environment("LANG", "C", "LC_ALL", "en_GB.UTF-8")}, termtext.Style{}),
	Entry("C.utf8", termtext.Facts{Lookup: environment("LANG", "C.utf8")}, termtext.Style{}),
)

var _ = DescribeTable("VR6.10 foreign names",
	func(name, want string) { Expect(termtext.Name(name)).To(Equal(want)) },
	Entry("plain", "shelfMark", "shelfMark"),
	Entry("colours", "a\x1b[31mb\x1b[0m", "ab"),
	Entry("a window title", "a\x1b]0;pwned\x07b", "ab"),
	Entry("a hyperlink ended by ST", "x\x1b]8;;http://e\x1b\\y", "xy"),
	Entry("an unfinished sequence", "a\x1b]0;never ends", "a"),
	Entry("a C1 sequence", "a\u009b31mb", "ab"),
	Entry("a character set switch", "a\x1b(0b", "ab"),
	Entry("a lone escape", "a\x1b", "a"),
	Entry("controls", "a\x00\x07\x08\x7f\u0085b", "ab"),
	Entry("line breaks become blanks", "a\nb\tc\u2028d", "a b c d"),
	Entry("bidi", "a\u202egpj.exe\u2066x\u200f", "agpj.exex"),
	Entry("invisible", "a\u200bb\ufeffc\U000e0041", "abc"),
	Entry("invalid UTF-8", "a\xffb", "a\ufffdb"),
	Entry("commands of build runners", "a ##[error]b ##VSO[x]", "a # #[error]b # #VSO[x]"),
	Entry("a command behind what is taken out", "#\u200b#[error]b", "# #[error]b"),
	Entry("64 code points stay", strings.Repeat("é", 64), strings.Repeat("é", 64)),
	Entry("65 are cut to 63 and an ellipsis", strings.Repeat("é", 65), strings.Repeat("é", 63)+"…"),
)

var _ = DescribeTable("ASCII text",
	func(text, want string) { Expect(termtext.Style{ASCII: true}.Text(text)).To(Equal(want)) },
	Entry("typographic marks", "a — b → c…", "a - b -> c..."),
	Entry("letters", "größe", `gr\u00f6\u00dfe`),
	Entry("astral", "🚲", `\u{1f6b2}`),
)

var _ = DescribeTable("width", func(text string, want int) { Expect(termtext.Width(text)).To(Equal(want)) },
	Entry("letters", "abc", 3),
	Entry("wide", "日本", 4),
	Entry("combining", "e\u0301", 1),
	Entry("emoji", "🔴", 2),
	Entry("colour", "\x1b[31mabc\x1b[0m", 3),
)

var _ = It("makes the outcome marks equally wide in either set", func() {
	for _, style := range []termtext.Style{{}, {ASCII: true}} {
		g := style.Glyphs()
		for _, mark := range []string{g.Yellow, g.Red, g.Unverified, g.Skipped} {
			Expect(termtext.Width(mark)).To(Equal(termtext.Width(g.Green)), "%q", mark)
		}
	}
})

var _ = DescribeTable("wrapping",
	func(columns int, first, rest, text, want string) {
		Expect(termtext.Style{Columns: columns}.Wrap(first, rest, text)).To(Equal(want))
	},
	Entry("not at all", 0, "- ", "  ", "one  two\nthree", "- one two three\n"),
	Entry("at blanks", 9, "- ", "  ", "one two three", "- one two\n  three\n"),
	Entry("a long word in its middle", 6, "- ", "  ", "abcdefghij", "- abcd\n  efgh\n  ij\n"),
	Entry("a long word after a short one", 6, "", "", "ab abcdefgh", "ab\nabcdef\ngh\n"),
	Entry("an indentation that eats the line", 8, "        ", "        ", "ab cd", "        ab\n    cd\n"),
	Entry("nothing", 10, "x ", "", "", "x\n"),
)

var _ = It("paints only where colours are permitted", func() {
	Expect(termtext.Style{}.Paint(termtext.Red, "x")).To(Equal("x"))
	Expect(termtext.Style{Color: true}.Paint(termtext.Red, "x")).To(Equal("\x1b[31mx\x1b[0m"))
	Expect(termtext.Style{Color: true}.Paint(termtext.Red, "")).To(BeEmpty())
})

func TestSafeTextNeverActs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		safe := termtext.Safe(rapid.StringOf(rapid.SampledFrom([]rune("a[]0;m\x1b\x07\\\u009b\u009c\n\u202eé日"))).Draw(t, "text"))
		if !utf8.ValidString(safe) || strings.ContainsAny(safe, "\x1b\x07\n\u009b\u009c\u202e") {
			t.Fatalf("unsafe: %q", safe)
		}
		if again := termtext.Safe(safe); again != safe {
			t.Fatalf("not stable: %q became %q", safe, again)
		}
	})
}

func TestWrappedLinesFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab c日"))).Draw(t, "text")
		columns := rapid.IntRange(20, 40).Draw(t, "columns")
		wrapped := termtext.Style{Columns: columns}.Wrap("    ", "      ", text)
		for line := range strings.Lines(wrapped) {
			if w := termtext.Width(strings.TrimRight(line, "\n")); w > columns {
				t.Fatalf("%d columns in %q", w, line)
			}
		}
		if strings.Join(strings.Fields(wrapped), "") != strings.Join(strings.Fields(text), "") {
			t.Fatalf("text changed: %q", wrapped)
		}
	})
}

var _ = DescribeTable("JSON that is printed",
	func(doc, want string) { Expect(string(termtext.JSON([]byte(doc)))).To(Equal(want)) },
	Entry("plain", `{"a":"é → <b>"}`, `{"a":"é → <b>"}`),
	Entry("8-bit control", "[\"\u009b31m\"]", `["\u009b31m"]`),
	Entry("bidi and invisible", "[\"\u202ea\u200b\"]", `["\u202ea\u200b"]`),
	Entry("beyond the first plane", "[\"\U000e0041\"]", `["\udb40\udc41"]`),
	Entry("commands of build runners", `["##[error]x"]`, `["\u0023#[error]x"]`),
	Entry("line breaks of the layout", "[\n  1\n]\n", "[\n  1\n]\n"),
)

var _ = It("says the same in JSON", func() {
	rapid.Check(GinkgoT(), func(t *rapid.T) {
		said := rapid.String().Draw(t, "text")
		doc, err := json.Marshal(said)
		Expect(err).NotTo(HaveOccurred())
		var heard string
		Expect(json.Unmarshal(termtext.JSON(doc), &heard)).To(Succeed())
		Expect(heard).To(Equal(said))
	})
})

var _ = DescribeTable("a page of a narrow terminal",
	func(text, want string) { Expect(termtext.Style{Columns: 24}.Page(text)).To(Equal(want)) },
	Entry("what fits stays", "  a   b\n\n", "  a   b\n\n"),
	Entry("a paragraph goes on below itself", "   one two three four five six\n", "   one two three four\n   five six\n"),
	Entry("a line at the margin goes on two columns in", "one two three four five six\n", "one two three four five\n  six\n"),
	Entry("a text goes on below itself, not below its label", "  label  one two three four\n", "  label  one two three\n         four\n"),
	Entry("blanks of a label that is too long are no column", "a rather long label  one two\n", "a rather long label one\n  two\n"),
	Entry("a last line without an end gets one", "one two three four five six", "one two three four five\n  six\n"),
)

var _ = It("leaves a page alone in a pipe", func() {
	text := strings.Repeat("word  ", 40)
	Expect(termtext.Style{}.Page(text)).To(Equal(text))
})

var _ = DescribeTable("where a quoted name ends", func(text string, end int) {
	Expect(termtext.QuoteEnd(text)).To(Equal(end))
},
	Entry("at the quote", `a.b'].c`, 3),
	Entry("not at an escaped quote", `it\'s'].c`, 5),
	Entry("at the quote after an escaped backslash", `a\\'].c`, 3),
	Entry("nowhere", `abc`, 3),
	Entry("nowhere, behind a backslash that was cut", `ab\`, 3),
)
