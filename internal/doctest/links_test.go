package doctest

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`^#+ +(.*)$`)
	address = regexp.MustCompile(`^[a-z]+:`)
	unnamed = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchor is the fragment that a heading is reached by.
func anchor(title string) string {
	return strings.ReplaceAll(unnamed.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), ""), " ", "-")
}

func (p page) anchors() []string {
	var list []string
	for _, line := range p.prose {
		if m := heading.FindStringSubmatch(line); m != nil {
			list = append(list, anchor(m[1]))
		}
	}
	return list
}

func TestLinksLeadSomewhere(t *testing.T) {
	seen := 0
	for _, p := range pages(t) {
		for i, line := range p.prose {
			for _, m := range link.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, "code"), -1) {
				if !address.MatchString(m[1]) {
					seen++
					checkLink(t, p, i+1, m[1])
				}
			}
		}
	}
	if seen < 20 {
		t.Fatalf("only %d links found", seen)
	}
}

func checkLink(t *testing.T, from page, line int, target string) {
	t.Helper()
	file, fragment, _ := strings.Cut(target, "#")
	to := from
	if file != "" {
		name := path.Join(path.Dir(from.name), file)
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Errorf("%s:%d: %s leads nowhere", from.name, line, target)
			return
		}
		if fragment == "" {
			return
		}
		to = named(t, name)
	}
	if !slices.Contains(to.anchors(), fragment) {
		t.Errorf("%s:%d: %s has no heading %q", from.name, line, to.name, fragment)
	}
}
