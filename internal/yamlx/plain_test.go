package yamlx

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/archverify/archverify/internal/sharedtest"
)

// agrees holds that the quick reader gives up, or reads what the library reads.
// It reports which.
func agrees(t interface{ Fatalf(string, ...any) }, text string) (read bool) {
	quick := readPlain(text)
	if quick == nil {
		return false
	}
	slow, err := parseWhole([]byte(text))
	if err != nil {
		t.Fatalf("the library refuses what was read: %v\n%q", err, text)
	}
	if at := unlike(quick, slow, "/"); at != "" {
		t.Fatalf("read otherwise than by the library at %s\n%q", at, text)
	}
	return true
}

// unlike is where two trees differ first.
func unlike(a, b *Node, at string) string {
	if a.Kind != b.Kind || a.Text != b.Text || a.Place != b.Place || len(a.Items) != len(b.Items) || len(a.Entries) != len(b.Entries) {
		return at
	}
	for i := range a.Items {
		if found := unlike(a.Items[i], b.Items[i], at+"-/"); found != "" {
			return found
		}
	}
	for i := range a.Entries {
		x, y := a.Entries[i], b.Entries[i]
		if x.Key != y.Key || x.KeyPlace != y.KeyPlace {
			return at + x.Key
		}
		if found := unlike(x.Value, y.Value, at+x.Key+"/"); found != "" {
			return found
		}
	}
	return ""
}

var plainDocuments = []string{
	"a: b", "a: b\n", "a:\n  b: c\n  d: 1\ne: true\n", "a:\n- b\n- c\nd: e\n", "a:\n  - b: 1\n    c: 2\n  - b: 3\n", "a: [b, c-d, 'e f', \"g\"] # why\n",
	"a: { b: c, d: [1, 2.5, {e: f}], }\n", "# one\na: b # two\n\n  # three\nb: {}\nc: []\n", "a: http://b/c?d#e\n", "'a': b\n\"c d\":   e\n", "ä: ö ü\nß: [é, \"→\"]\n",
	"a:\n  - b:\n    - c\n    - d\n    e: f\n", "a: \"b: c # d\"\n", "a: b\r\nc:\r\n  - d\r\n", "$.a[*].b: x\n", "a: - b\n", "a: b: c\n", "a:b\n", "a : b\n", "a: b\n c: d\n", "a: b\n  c\n",
	"a:\nb: c\n", "a: \"b\n", "a: 'it''s'\n", "a: \"\\n\"\n", "a: {b : c}\n", "a: {b:c}\n", "a: {b: c d, e: f}\n", "a: [b: c]\n", "a: [b\n  c]\n", "...: b\n", "a: ...\n", "--- \na: b\n", "a: b\n---\n",
	"a: b\na: c\n", "a: 0x1F\nb: .inf\nc: 1e3\nd: ~\ne: null\n", "a: <<\n<<: b\n", "a: *b\n", "a: |\n  b\n", "a: !!str 1\n", "? a\n: b\n", "a: [b, ]\n", "a: [ ]\nb: { }\n", "a:\n  - - b\n", "a:\n  -\n    b: c\n",
	"a:\n    - b\n  - c\n", "a:\n  - b\n c: d\n", "a: b #\n", "a: b#c\n", "a: #b\n  c: d\n", "a: 'b'c\n", "a: 'b' c\n", "a: [b]c\n", "a: $b\nc: /d\ne: .f\ng: _h\n", "a b c: d e f\n", "a #b: c\n", "1: 2\n",
	"a: {\"b\": \"c\", 'd': 'e'}\n", "a: {\"b\":\"c\"}\n", "a: [a,b]\n", "a: [[b], [c, [d]]]\n", "  a: b\n", "a: b\n\u2028c: d\n", "a: {b: $.c.d, e: /f/g}\n", "a: {b: c?}\n", "a: [b#c]\n", "a: 2031-01-10T00:00:00Z\n",
}

func TestPlainAgreesWithTheLibrary(t *testing.T) {
	for _, text := range plainDocuments {
		agrees(t, text)
	}
}

func TestPlainReadsWhatMostManifestsAreWrittenIn(t *testing.T) {
	for _, text := range []string{
		"# a comment\ncapability:\n  id: harbour.list\n  values: [a, b]\n  input:\n    day: { type: date, required: false } # when\n  list:\n    - one\n    - two: 2\n      three: \"3\"\n",
		"binding:\n  shape:\n    \"$.a['b']\": string\n    $: object\n  baseUrl: ${HARBOUR_URL}\n", "a: b\r\nc: d\r\n", "a: Straße\n",
	} {
		if !agrees(t, text) {
			t.Errorf("left to the library: %q", text)
		}
	}
}

func TestPlainReadsManyKeysAndRefusesTheSameTwice(t *testing.T) {
	var many strings.Builder
	for i := range 500 {
		fmt.Fprintf(&many, "k%d: {a%d: 1}\n", i, i)
	}
	if !agrees(t, many.String()) {
		t.Error("500 keys are left to the library")
	}
	for _, last := range []string{"k0: 1\n", "k499: 1\n"} {
		if readPlain(many.String()+last) != nil {
			t.Errorf("the key of %q was read twice", last)
		}
	}
}

func TestPlainAgreesOnConformanceManifests(t *testing.T) {
	dir, read, all := filepath.Join(sharedtest.Dir(t), "conformance"), 0, 0
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".yaml") {
			return err
		}
		data, err := os.ReadFile(name)
		if all++; agrees(t, string(data)) {
			read++
		}
		return err
	})
	if err != nil || all == 0 {
		t.Fatalf("%d documents: %v", all, err)
	}
	t.Logf("%d of %d documents were read without the library", read, all)
}

// TestPlainAgreesOnAnyMixture tries lines that are valid, nearly valid and wrong, in any order.
func TestPlainAgreesOnAnyMixture(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		"a", "b", "c d", "ü", "1", "-", "- ", ": ", ":", "#", " #", "'", "\"", "[", "]", "{", "}", ", ", ",", " ", "  ", "$.x[*]", "...", "---", "?", "&a ", "*a", "|", ">", "!", "%", "@", "<<", "~", "null", ".5", "/", "\\", "\t", "\r",
	})
	line := rapid.Custom(func(t *rapid.T) string {
		indent := strings.Repeat(" ", rapid.IntRange(0, 5).Draw(t, "indent"))
		start := rapid.SampledFrom([]string{"a: ", "b: ", "c:", "- ", "- a: ", "- b:", "'q': ", "\"r\": ", "# ", "", "d: [", "e: {a: ", "f: \"", "ä: "}).Draw(t, "start")
		return indent + start + strings.Join(rapid.SliceOfN(piece, 0, 4).Draw(t, "pieces"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		agrees(t, strings.Join(rapid.SliceOfN(line, 1, 6).Draw(t, "lines"), "\n"))
	})
}

const plainSample = `# a harbour
capability:
  id: harbour.list
  description: "Lists what lies: here # now"   # quoted
  values: [a, 'b c', "d"]
  input:
    day: { type: date, required: false, values: [x, y] }
    size: {}
  rows:
  - one
  - two: 2
    three: $.rows[*].x
  -   four: null
  links:
    - http://a.b/c?d#e
    - Über 3 €
shape:
  "$.a['b']": string
  'c': ${HARBOUR_URL}
`

// TestPlainAgreesOnBrokenSamples edits a document that is read, so that most of
// it still stands.
func TestPlainAgreesOnBrokenSamples(t *testing.T) {
	alphabet := []rune(" \n:-#'\"[]{},&*!|>?%@~ab1ü\t\r\\.$<")
	if !agrees(t, plainSample) {
		t.Fatal("the sample itself is left to the library")
	}
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		text := []rune(plainSample)
		for range rapid.IntRange(1, 3).Draw(t, "edits") {
			at, c := rapid.IntRange(0, len(text)-1).Draw(t, "at"), rapid.SampledFrom(alphabet).Draw(t, "character")
			switch rapid.IntRange(0, 2).Draw(t, "edit") {
			case 0:
				text[at] = c
			case 1:
				text = append(text[:at:at], append([]rune{c}, text[at:]...)...)
			default:
				text = append(text[:at:at], text[at+1:]...)
			}
		}
		if agrees(t, string(text)) {
			read++
		}
	})
	if read == 0 {
		t.Error("every edited sample was left to the library, so that nothing was compared")
	}
	t.Logf("%d edited samples were read", read)
}

// FuzzPlain holds that the quick reader never reads anything otherwise than the library.
func FuzzPlain(f *testing.F) {
	f.Add(plainSample)
	for _, seed := range plainDocuments {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if checkBytes([]byte(text)) == nil && !strings.HasPrefix(text, "\ufeff") {
			agrees(t, text)
		}
	})
}

func TestUnlikeSeesADifference(t *testing.T) {
	one, _ := parseWhole([]byte("a: [b]"))
	other, _ := parseWhole([]byte("a: [c]"))
	if unlike(one, other, "/") == "" || unlike(one, one, "/") != "" {
		t.Fatal("two trees that differ are held to be alike")
	}
}
