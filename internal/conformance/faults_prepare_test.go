package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// path is a file of the bed.
func (b *bed) path(name string) string { return filepath.Join(b.dir, filepath.FromSlash(name)) }

func (b *bed) read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(b.path(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func (b *bed) write(t *testing.T, name, text string) {
	t.Helper()
	writeTo(t, b.path(name), text)
}

func (b *bed) remove(t *testing.T, name string) {
	t.Helper()
	if err := os.RemoveAll(b.path(name)); err != nil {
		t.Fatal(err)
	}
}

// replace changes one place of a file, which must be there.
func (b *bed) replace(t *testing.T, name, before, after string) {
	t.Helper()
	text := b.read(t, name)
	if !strings.Contains(text, before) {
		t.Fatalf("%q is not in %s:\n%s", before, name, text)
	}
	b.write(t, name, strings.Replace(text, before, after, 1))
}

// The usual preparations.

func file(name, text string) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) { b.write(t, "kiosk/"+name, text) }
}

func edit(name, before, after string) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) { b.replace(t, "kiosk/"+name, before, after) }
}

func env(pairs ...string) func(*testing.T, *bed) {
	return func(_ *testing.T, b *bed) {
		for i := 0; i < len(pairs); i += 2 {
			b.env[pairs[i]] = pairs[i+1]
		}
	}
}

func unset(names ...string) func(*testing.T, *bed) {
	return func(_ *testing.T, b *bed) {
		for _, name := range names {
			delete(b.env, name)
		}
	}
}

func both(steps ...func(*testing.T, *bed)) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) {
		for _, step := range steps {
			step(t, b)
		}
	}
}
