package conformance

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/archverify/archverify/internal/sharedtest"
)

var binary string

// TestMain builds the program once: conformance is what a user runs.
func TestMain(m *testing.M) { os.Exit(withBinary(m)) }

func withBinary(m *testing.M) int {
	dir, err := os.MkdirTemp("", "conformance")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary = filepath.Join(dir, "archverify.exe")
	build := exec.Command("go", "build", "-o", binary, "../../cmd/archverify")
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	return m.Run()
}

// sharedDir is the conformance data.
func sharedDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(sharedtest.Dir(t), "conformance"))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

type output struct {
	exit           int
	stdout, stderr string
}

// run runs the program with env as its whole environment, but for what the
// system itself needs.
func run(t *testing.T, env []string, args ...string) output {
	t.Helper()
	return runIn(t, t.TempDir(), env, args...)
}

func runIn(t *testing.T, dir string, env []string, args ...string) output {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}, env...)
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return output{exit: cmd.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String()}
}
