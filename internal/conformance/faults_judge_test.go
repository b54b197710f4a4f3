package conformance

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func (f fault) judge(t *testing.T, b *bed, o output, before map[string]string) {
	t.Helper()
	said := o.stdout + o.stderr
	if o.exit != f.exit {
		t.Errorf("exit %d, want %d", o.exit, f.exit)
	}
	for _, fragment := range f.says {
		if !strings.Contains(said, fragment) {
			t.Errorf("%q is not said", fragment)
		}
	}
	for _, fragment := range f.hides {
		if strings.Contains(said, fragment) {
			t.Errorf("%q is said", fragment)
		}
	}
	wellBehaved(t, said)
	b.unchanged(t, before, f.writes)
	if f.after != nil {
		f.after(t, b, o)
	}
	if t.Failed() {
		t.Logf("archverify %q\nstdout:\n%.4000s\nstderr:\n%.4000s", b.args, o.stdout, o.stderr)
	}
}

// wellBehaved holds for whatever the program says, whatever happened.
func wellBehaved(t *testing.T, said string) {
	t.Helper()
	for _, trace := range []string{"panic:", "goroutine ", "runtime error", "runtime.", ".go:", "fatal error", "%!(", "%!v", "%!s", "%!d"} {
		if strings.Contains(said, trace) {
			t.Errorf("the program's insides show: %q", trace)
		}
	}
	inert(t, said)
	free(t, "what is printed", said)
	if strings.ContainsFunc(said, dangerous) {
		t.Errorf("control characters are printed: %.2000q", said)
	}
}

// inert tells that no build runner reads a command out of what is printed; its
// own report, made of commands, is looked at elsewhere.
func inert(t *testing.T, said string) {
	t.Helper()
	for _, command := range []string{"##[", "##vso["} {
		if strings.Contains(said, command) {
			t.Errorf("a runner reads %q as a command", command)
		}
	}
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "::") && !strings.HasPrefix(line, "::notice file=") && !strings.HasPrefix(line, "::warning file=") && !strings.HasPrefix(line, "::error file=") {
			t.Errorf("a runner reads a command: %.200s", line)
		}
	}
}

// dangerous are characters that no output without colours has a use for.
func dangerous(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// free tells that a text has none of the canaries in it, in no usual spelling.
func free(t *testing.T, what, text string) {
	t.Helper()
	for _, canary := range []string{keyCanary, tokenCanary, valueCanary, headerCanary} {
		for _, spelling := range spellings(canary) {
			if strings.Contains(text, spelling) {
				t.Errorf("%s holds the canary %q", what, spelling)
			}
		}
	}
}

// tree is the folder of the bed, each name with what it is.
func (b *bed) tree(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(b.dir, func(name string, entry fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(b.dir, name)
		if err != nil {
			all[filepath.ToSlash(rel)] = "unreadable"
			return nil
		}
		all[filepath.ToSlash(rel)] = entry.Type().String()
		if info, err := entry.Info(); err == nil && info.Size() > 16<<20 {
			all[filepath.ToSlash(rel)] = fmt.Sprint(info.Size(), info.ModTime())
		} else if entry.Type().IsRegular() {
			data, err := os.ReadFile(name)
			all[filepath.ToSlash(rel)] = fmt.Sprintf("%x %v", sha256.Sum256(data), err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// unchanged tells that nothing was made, changed or removed but what may be.
func (b *bed) unchanged(t *testing.T, before map[string]string, writes []string) {
	t.Helper()
	after := b.tree(t)
	for _, name := range sortedKeys(after) {
		switch {
		case before[name] == after[name]:
		case slices.Contains(writes, name):
			b.clean(t, name)
		default:
			t.Errorf("%q was made or changed", name)
		}
	}
	for _, name := range sortedKeys(before) {
		if _, ok := after[name]; !ok {
			t.Errorf("%q is gone", name)
		}
	}
	for _, name := range writes {
		if before[name] == after[name] {
			t.Errorf("%q was not written", name)
		}
	}
}

// clean tells that a written file holds no canary.
func (b *bed) clean(t *testing.T, name string) {
	t.Helper()
	if info, err := os.Stat(b.path(name)); err == nil && info.Mode().IsRegular() {
		free(t, name, b.read(t, name))
	}
}
