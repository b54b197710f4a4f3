package sharedtest

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLocateAnswersTheNamedFolder(t *testing.T) {
	want := t.TempDir()
	got, err := locate(func(string) (string, bool) { return want, true }, os.Getwd)
	if err != nil || got != want {
		t.Fatalf("got %q, %v; want %q", got, err, want)
	}
}

func TestLocateResolvesFromTheProjectRoot(t *testing.T) {
	top := t.TempDir()
	deep := filepath.Join(top, "project", "a", "b")
	for _, dir := range []string{deep, filepath.Join(top, "shared")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(top, "project", "go.mod"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	unset := func(string) (string, bool) { return "", false }
	got, err := locate(unset, func() (string, error) { return deep, nil })
	if want := filepath.Join(top, "shared"); err != nil || got != want {
		t.Fatalf("got %q, %v; want %q", got, err, want)
	}
}

type recorder struct{ skipped, failed bool }

func (*recorder) Helper()                 {}
func (r *recorder) Skipf(string, ...any)  { r.skipped = true }
func (r *recorder) Fatalf(string, ...any) { r.failed = true }

func TestAnAbsentFolderSkipsOrFails(t *testing.T) {
	t.Setenv(dirVariable, filepath.Join(t.TempDir(), "none"))
	t.Setenv(requireVariable, "")
	r := &recorder{}
	if Dir(r); !r.skipped || r.failed {
		t.Fatalf("without demand: %+v", r)
	}
	t.Setenv(requireVariable, "1")
	r = &recorder{}
	if Dir(r); !r.failed {
		t.Fatalf("on demand: %+v", r)
	}
}
