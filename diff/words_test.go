package diff_test

import (
	"strings"

	"github.com/archverify/archverify/diff"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"pgregory.net/rapid"
)

var _ = DescribeTable("texts word by word", func(before, after, want string) {
	Expect(diff.WordDiff(before, after)).To(Equal(want))
},
	Entry("a word", "Find a berth.", "Find the berth.", "Find [-a-]{+the+} berth."),
	Entry("from nothing", "", "New.", "{+New.+}"),
	Entry("to nothing", "Old.", "", "[-Old.-]"),
	Entry("the same", "Same.", "Same.", "Same."),
	Entry("letters beyond ASCII are words", "Prüfe größe", "Prüfe Größe", "Prüfe [-größe-]{+Größe+}"),
	Entry("not UTF-8 is replaced as a whole", "a\xffb", "a\xfeb", "[-a\xffb-]{+a\xfeb+}"),
)

var _ = Describe("long texts", func() {
	It("are not compared without end", func() {
		Expect(diff.WordDiff(strings.Repeat("a b ", 5000), "c")).To(Equal("(too long to show word by word)"))
	})

	It("lose nothing: both texts can be read out of the answer", func() {
		rapid.Check(GinkgoT(), func(t *rapid.T) {
			word := rapid.SampledFrom([]string{"a", "b", "ü", " ", ".", "\n", "xyz", "\U0001f600"})
			before := strings.Join(rapid.SliceOf(word).Draw(t, "before"), "")
			after := strings.Join(rapid.SliceOf(word).Draw(t, "after"), "")
			out := diff.WordDiff(before, after)
			if got := side(out, "[-", "-]", "{+", "+}"); got != before {
				t.Fatalf("before %q came out as %q of %q", before, got, out)
			}
			if got := side(out, "{+", "+}", "[-", "-]"); got != after {
				t.Fatalf("after %q came out as %q of %q", after, got, out)
			}
		})
	})
})

// side keeps what one pair of marks holds and drops what the other does.
func side(s, keepOpen, keepEnd, dropOpen, dropEnd string) string {
	for strings.Contains(s, dropOpen) {
		head, rest, _ := strings.Cut(s, dropOpen)
		_, tail, _ := strings.Cut(rest, dropEnd)
		s = head + tail
	}
	return strings.NewReplacer(keepOpen, "", keepEnd, "").Replace(s)
}
