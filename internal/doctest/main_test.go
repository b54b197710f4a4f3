package doctest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// root is the project folder, seen from here.
const root = "../.."

// binary is the program that the documentation speaks of.
var binary string

func TestMain(m *testing.M) { os.Exit(withBinary(m.Run)) }

func withBinary(tests func() int) int {
	dir, err := os.MkdirTemp("", "doctest")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary = filepath.Join(dir, "archverify.exe") // the ending that every system runs
	if out, err := exec.Command("go", "build", "-o", binary, root+"/cmd/archverify").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build archverify: %v\n%s", err, out)
		return 1
	}
	return tests()
}

// output runs the program in an environment of its own and returns what it
// writes to standard output, and its exit code.
func output(t *testing.T, args ...string) (string, int) {
	t.Helper()
	var out, complaint bytes.Buffer
	c := exec.Command(binary, args...)
	c.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
	c.Stdout, c.Stderr = &out, &complaint
	if err := c.Run(); err != nil && c.ProcessState == nil {
		t.Fatalf("run archverify %s: %v", strings.Join(args, " "), err)
	}
	if complaint.Len() > 0 {
		t.Logf("archverify %s: %s", strings.Join(args, " "), complaint.String())
	}
	return out.String(), c.ProcessState.ExitCode()
}
