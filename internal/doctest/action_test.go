package doctest

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	uses     = regexp.MustCompile(`^( *)(?:- )?uses: archverify/archverify(/\S+)?@\S+`)
	yamlKey  = regexp.MustCompile(`^( *)([a-z][a-z0-9-]*):`)
	inputKey = regexp.MustCompile(`(?m)^ +([a-z][a-z0-9-]*):\s*$`)
)

// inputs are the names under the first `inputs:` of an Action or a workflow.
func inputs(t *testing.T, file string) []string {
	t.Helper()
	_, rest, found := strings.Cut(readFile(t, filepath.Join(root, filepath.FromSlash(file))), "inputs:\n")
	if !found {
		return nil
	}
	first := inputKey.FindString(rest)
	depth := len(first) - len(strings.TrimLeft(first, " "))
	var list []string
	for _, line := range strings.Split(rest, "\n") {
		m := yamlKey.FindStringSubmatch(line)
		switch {
		case m == nil || len(m[1]) > depth:
		case len(m[1]) < depth:
			return list
		default:
			list = append(list, m[2])
		}
	}
	return list
}

// given are the names that a step passes with `with:`, from the line of its
// `uses:` on.
func given(lines []string) []string {
	indent := strings.Index(lines[0], "uses:")
	var list []string
	inside, depth := false, 0
	for _, line := range lines[1:] {
		m := yamlKey.FindStringSubmatch(line)
		text := strings.TrimLeft(line, " ")
		switch at := len(line) - len(text); {
		case text == "":
		case at < indent:
			return list
		case at == indent:
			inside, depth = strings.HasPrefix(text, "with:"), 0
		case inside && m != nil && (depth == 0 || at == depth):
			depth = at
			list = append(list, m[2])
		}
	}
	return list
}

func TestExamplesPassInputsThatExist(t *testing.T) {
	texts := map[string]string{}
	for _, name := range exampleFiles(t) {
		texts[filepath.ToSlash(name)] = readFile(t, name)
	}
	for _, p := range pages(t) {
		for _, b := range p.blocks {
			texts[p.name] += b.text + "\n"
		}
	}
	seen := 0
	for name, text := range texts {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			m := uses.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			file := strings.TrimPrefix(m[2], "/")
			if file == "" {
				file = "action.yml"
			}
			known := inputs(t, file)
			for _, key := range given(lines[i:]) {
				seen++
				if !slices.Contains(known, key) {
					t.Errorf("%s:%d: %s has no input %q; it has %v", name, i+1, file, key, known)
				}
			}
		}
	}
	if seen < 5 {
		t.Fatalf("only %d inputs found", seen)
	}
}
