package linediff

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestUnified(t *testing.T) {
	for name, c := range map[string]struct{ from, to, want string }{
		"the same": {"a\n", "a\n", ""},
		"a line in the middle": {"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n",
			"--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"},
		"from nothing":        {"", "x\n", "--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n"},
		"the last line break": {"x\n", "x", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+x\n\\ No newline at end of file\n"},
		"wholly different": {strings.Repeat("a\n", 30_000), strings.Repeat("b\n", 30_000),
			"--- a\n+++ b\n(the texts differ and cannot be shown line by line)\n"},
		"not UTF-8": {"a\xff", "a\xfe", "--- a\n+++ b\n(the texts differ and cannot be shown line by line)\n"},
	} {
		if got := Unified("a", "b", c.from, c.to); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// TestPatchAgrees lets patch(1) read what is written: it must lead from one text
// to the other.
func TestPatchAgrees(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git to apply patches with")
	}
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "", "long line"}), 0, 40), func(l []string) string {
			return strings.Join(l, "\n")
		})
		from, to := text.Draw(t, "from"), text.Draw(t, "to")
		if from == to || from == "" || to == "" {
			return
		}
		file := filepath.Join(dir, "a")
		if err := os.WriteFile(file, []byte(from), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("git", "apply", "--unsafe-paths", "-p0", "-")
		cmd.Dir = dir
		cmd.Stdin = strings.NewReader(Unified("a", "a", from, to))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s\n%s", err, out, Unified("a", "a", from, to))
		}
		if got, _ := os.ReadFile(file); string(got) != to {
			t.Fatalf("got %q, want %q", got, to)
		}
	})
}
