package diff

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// maxWords bounds a comparison word by word: its cost grows with the square of
// what differs.
const maxWords = 4_000

var wordPattern = regexp.MustCompile(`\s+|[\pL\pN_]+|[^\s\pL\pN_]`)

// WordDiff shows a text change word by word as [-gone-] and {+come+}. It is for
// people to look at: whether two texts are equal is never decided by it. Texts
// that are not UTF-8 or too long come out as wholly replaced, texts beyond any
// reading as a remark.
func WordDiff(before, after string) string {
	a, b := wordPattern.FindAllString(before, maxWords+1), wordPattern.FindAllString(after, maxWords+1)
	switch {
	case len(a) > maxWords || len(b) > maxWords:
		return "(too long to show word by word)"
	case !utf8.ValidString(before) || !utf8.ValidString(after):
		return marked("[-", before, "-]") + marked("{+", after, "+}")
	}
	dictionary := map[string]rune{}
	var known []string
	x, y := encode(a, dictionary, &known), encode(b, dictionary, &known)
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // otherwise the answer depends on the speed of the machine
	return render(dmp.DiffMainRunes(x, y, false), known)
}

// firstRune begins the private use area, clear of the surrogates that the
// library's strings cannot hold.
const firstRune = 0xe000

// encode writes each distinct word as one rune.
func encode(list []string, dictionary map[string]rune, known *[]string) []rune {
	out := make([]rune, 0, len(list))
	for _, w := range list {
		r, ok := dictionary[w]
		if !ok {
			r = firstRune + rune(len(*known))
			dictionary[w] = r
			*known = append(*known, w)
		}
		out = append(out, r)
	}
	return out
}

func render(diffs []diffmatchpatch.Diff, known []string) string {
	var gone, come, out strings.Builder
	flush := func() {
		out.WriteString(marked("[-", gone.String(), "-]") + marked("{+", come.String(), "+}"))
		gone.Reset()
		come.Reset()
	}
	for _, d := range diffs {
		var part strings.Builder
		for _, r := range d.Text {
			part.WriteString(known[r-firstRune])
		}
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			gone.WriteString(part.String())
		case diffmatchpatch.DiffInsert:
			come.WriteString(part.String())
		default:
			flush()
			out.WriteString(part.String())
		}
	}
	flush()
	return out.String()
}

func marked(open, s, end string) string {
	if s == "" {
		return ""
	}
	return open + s + end
}
