package doctest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	severities = []string{"red", "yellow", "note"}
	kebab      = regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`)
	// An outcome in front says that a code follows, even one of a single word.
	judgedWord = regexp.MustCompile("\\b(red|yellow|note|unverified) (?:\\()?`([a-z-]+)`")
)

// explained are all codes that the program explains, with their severities,
// which is "unverified" for reasons. One word may stand in several registries.
func explained(t *testing.T) map[string][]string {
	t.Helper()
	text, _ := output(t, "explain")
	codes := map[string][]string{}
	for _, line := range strings.Split(text, "\n") {
		f := strings.Fields(line)
		switch {
		case !strings.HasPrefix(line, "  ") || len(f) < 2:
		case slices.Contains(severities, f[0]):
			codes[f[1]] = append(codes[f[1]], f[0])
		default:
			codes[f[0]] = append(codes[f[0]], "unverified")
		}
	}
	if len(codes) < 100 || !slices.Equal(codes["dns"], []string{"unverified"}) || !slices.Equal(codes["gained"], []string{"yellow"}) {
		t.Fatalf("explain lists %d codes: %v", len(codes), codes)
	}
	return codes
}

// otherWords are words with hyphens in the documents that are no codes.
func otherWords() []string {
	return []string{
		"fetch-depth",                  // of a checkout
		"date-time", "local-date-time", // formats
		"date-range", "preference-set", "time-slot", // semantic types
		"web-page",       //
		"archverify-run", // an artifact
	}
}

func TestCodesExist(t *testing.T) {
	codes, seen := explained(t), 0
	for _, p := range pages(t) {
		for i, line := range p.prose {
			for _, word := range spans(line) {
				if !kebab.MatchString(word) || slices.Contains(otherWords(), word) {
					continue
				}
				seen++
				if codes[word] == nil {
					t.Errorf("%s:%d: nothing explains %q", p.name, i+1, word)
				}
			}
			for _, m := range judgedWord.FindAllStringSubmatch(line, -1) {
				if !slices.Contains(codes[m[2]], m[1]) {
					t.Errorf("%s:%d: %q is said to be %s, and is %v", p.name, i+1, m[2], m[1], codes[m[2]])
				}
			}
		}
	}
	if seen < 80 {
		t.Fatalf("only %d codes found", seen)
	}
}
