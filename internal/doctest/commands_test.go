package doctest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var comment = regexp.MustCompile(`(?m)^\s*(?:#|//).*$`)

func TestCommandsAndFlagsExist(t *testing.T) {
	p, seen := readHelp(t), 0
	for _, page := range pages(t) {
		for _, b := range page.blocks {
			seen += p.check(t, page.name, b.text)
		}
		for _, line := range page.prose {
			for _, span := range spans(line) {
				seen += p.check(t, page.name, span)
			}
		}
	}
	for _, name := range exampleFiles(t) {
		seen += p.check(t, filepath.ToSlash(name), comment.ReplaceAllString(readFile(t, name), ""))
	}
	if seen < 40 {
		t.Fatalf("only %d calls found", seen)
	}
}

// check says which calls in a text name something that does not exist, and
// returns how many there were.
func (p program) check(t *testing.T, where, text string) int {
	t.Helper()
	list := calls(text)
	for _, c := range list {
		name, rest, _ := strings.Cut(c, " ")
		if strings.HasPrefix(name, "--") {
			name, rest = "", c
		}
		flags, known := p[name]
		if !known && name != "help" && name != "" {
			t.Errorf("%s: %q names no command", where, "archverify "+c)
			continue
		}
		for _, flag := range anyFlag.FindAllString(rest, -1) {
			if !slices.Contains(flags, flag) && (name != "" || !p.knows(flag)) {
				t.Errorf("%s: %q: %q has no flag %s", where, "archverify "+c, name, flag)
			}
		}
	}
	return len(list)
}

// exampleFiles are the files that people copy.
func exampleFiles(t *testing.T) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(filepath.Join(root, "examples"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, path)
		}
		return err
	})
	if err != nil || len(list) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	return list
}

func TestFlagsInProseExist(t *testing.T) {
	p := readHelp(t)
	for _, page := range pages(t) {
		for i, line := range page.prose {
			for _, span := range spans(line) {
				if !strings.HasPrefix(span, "--") {
					continue
				}
				for _, flag := range anyFlag.FindAllString(span, -1) {
					if !p.knows(flag) {
						t.Errorf("%s:%d: no command has the flag %s", page.name, i+1, flag)
					}
				}
			}
		}
	}
}
