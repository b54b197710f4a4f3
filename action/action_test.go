package action

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// needBash skips where the runner's shell is not at hand.
func needBash(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("the Action's scripts need bash")
	}
}

// script runs one of the Action's scripts with env as its whole environment.
func script(t *testing.T, name string, env map[string]string) (out string, exit int) {
	t.Helper()
	here, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "bash", here)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "GOFLAGS=-buildvcs=false"}
	for k, v := range env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	text, err := cmd.CombinedOutput()
	var exitErr *exec.ExitError
	if err != nil && !errors.As(err, &exitErr) {
		t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// stub puts a program in the binary's place that prints each argument on a line
// of its own, and its environment, and exits with code.
func stub(t *testing.T, code int) string {
	t.Helper()
	temp := t.TempDir()
	bin := filepath.Join(temp, "archverify", "archverify")
	if err := os.MkdirAll(filepath.Dir(bin), 0o755); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("#!/bin/sh\nfor a; do printf '[%%s]\\n' \"$a\"; done\nenv | grep '^AV_' | grep -v '^AV_COMMAND\\|^AV_MANIFEST'\nexit %d\n", code)
	if err := os.WriteFile(bin, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return temp
}

func TestInputsBecomeArgumentsAndNothingElse(t *testing.T) {
	needBash(t)
	cases := map[string]struct {
		env  map[string]string
		want string
		exit int
	}{
		"the defaults": {
			map[string]string{"AV_COMMAND": "verify", "AV_MANIFEST": "m", "AV_COMMENT": "true", "AV_REPORT": "run.json"},
			"[verify]\n[--comment]\n[--report]\n[json=run.json]\n[--]\n[m]\n", 0,
		},
		"arguments are lines, not words": {
			map[string]string{"AV_COMMAND": "verify", "AV_MANIFEST": "my manifests/shop", "AV_ARGS": "--env=A,B\n\n--principal=ana maria\n"},
			"[verify]\n[--env=A,B]\n[--principal=ana maria]\n[--]\n[my manifests/shop]\n", 0,
		},
		"an input is never code": {
			map[string]string{"AV_COMMAND": "diff", "AV_MANIFEST": "$(touch pwned)", "AV_ARGS": "`touch pwned`\n; touch pwned", "AV_NAME": "'; touch pwned"},
			"[diff]\n[`touch pwned`]\n[; touch pwned]\n[--name]\n['; touch pwned]\n[--]\n[$(touch pwned)]\n", 0,
		},
		"a folder that looks like a flag": {
			map[string]string{"AV_COMMAND": "doctor", "AV_MANIFEST": "--help"}, "[doctor]\n[--]\n[--help]\n", 0,
		},
		"every channel": {
			map[string]string{"AV_COMMAND": "verify", "AV_MANIFEST": "m", "AV_COMMENT": "false", "AV_ISSUE": "true", "AV_CHECK": "true", "AV_UPLOAD_SARIF": "true", "AV_BEST_EFFORT": "true"},
			"[verify]\n[--issue]\n[--check]\n[--upload-sarif]\n[--best-effort]\n[--]\n[m]\n", 0,
		},
		"an unknown command":    {map[string]string{"AV_COMMAND": "rm", "AV_MANIFEST": "m"}, "::error::command 'rm' is none of verify, diff, doctor, apply\n", 2},
		"a flag that is a word": {map[string]string{"AV_COMMAND": "verify", "AV_MANIFEST": "m", "AV_CHECK": "yes"}, "::error::input 'check' must be true or false, not 'yes'\n", 2},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			c.env["RUNNER_TEMP"] = stub(t, 0)
			out, exit := script(t, "run", c.env)
			if out != c.want || exit != c.exit {
				t.Errorf("exit %d\n%swant exit %d\n%s", exit, out, c.exit, c.want)
			}
		})
	}
}

func TestARefusedInputStillSetsTheStatus(t *testing.T) {
	needBash(t)
	output := filepath.Join(t.TempDir(), "output")
	if _, exit := script(t, "run", map[string]string{"AV_COMMAND": "rm", "AV_MANIFEST": "m", "RUNNER_TEMP": stub(t, 0), "GITHUB_OUTPUT": output}); exit != 2 {
		t.Errorf("exit %d", exit)
	}
	if got, err := os.ReadFile(output); err != nil || string(got) != "status=error\n" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestTheExitCodeIsTheCommandsOwn(t *testing.T) {
	needBash(t)
	for _, code := range []int{0, 1, 2, 3, 4} {
		_, exit := script(t, "run", map[string]string{"AV_COMMAND": "verify", "AV_MANIFEST": "m", "RUNNER_TEMP": stub(t, code)})
		if exit != code {
			t.Errorf("exit %d, want %d", exit, code)
		}
	}
}

func TestASourceBuildRuns(t *testing.T) {
	needBash(t)
	if testing.Short() {
		t.Skip("builds the program")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	if out, exit := script(t, "install", map[string]string{"RUNNER_TEMP": temp, "GITHUB_ACTION_PATH": root}); exit != 0 {
		t.Fatalf("exit %d\n%s", exit, out)
	}
	if out, err := exec.CommandContext(t.Context(), filepath.Join(temp, "archverify", "archverify"), "version").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// release serves one released archive and its checksums.
func release(t *testing.T, checksum func([]byte) string) *httptest.Server {
	t.Helper()
	var packed bytes.Buffer
	gz := gzip.NewWriter(&packed)
	tw := tar.NewWriter(gz)
	program := []byte("#!/bin/sh\necho released\n")
	if err := errors.Join(tw.WriteHeader(&tar.Header{Name: "archverify", Mode: 0o755, Size: int64(len(program))}), second(tw.Write(program)), tw.Close(), gz.Close()); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/v1.2.3/archverify_1.2.3_linux_amd64.tar.gz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(packed.Bytes()) })
	mux.HandleFunc("/v1.2.3/checksums.txt", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "%064d  archverify_1.2.3_darwin_arm64.tar.gz\n%s  archverify_1.2.3_linux_amd64.tar.gz\n%064d  archverify_1.2.3_linux_amd64.tar.gz.sbom.json\n",
			0, checksum(packed.Bytes()), 0)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func second(_ int, err error) error { return err }

func TestAReleaseIsTakenByItsChecksum(t *testing.T) {
	needBash(t)
	if runtime.GOOS == "windows" {
		t.Skip("there is no released binary for Windows in the Action")
	}
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("needs curl")
	}
	good := func(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
	bad := func([]byte) string { return strings.Repeat("0", 64) }
	cases := map[string]struct {
		env  map[string]string
		sum  func([]byte) string
		exit int
		says string
	}{
		"the right one":        {map[string]string{"AV_VERSION": "v1.2.3"}, good, 0, ""},
		"a wrong checksum":     {map[string]string{"AV_VERSION": "v1.2.3"}, bad, 1, "checksum"},
		"no such release":      {map[string]string{"AV_VERSION": "v9.9.9"}, good, 22, ""},
		"not a version":        {map[string]string{"AV_VERSION": "main"}, good, 2, "is no release"},
		"an unknown system":    {map[string]string{"AV_VERSION": "v1.2.3", "RUNNER_OS": "Plan9"}, good, 2, "Plan9"},
		"an unknown processor": {map[string]string{"AV_VERSION": "v1.2.3", "RUNNER_ARCH": "MIPS"}, good, 2, "MIPS"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			env := map[string]string{"RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", "RUNNER_TEMP": t.TempDir(), "AV_DOWNLOAD_URL": release(t, c.sum).URL}
			for k, v := range c.env {
				env[k] = v
			}
			out, exit := script(t, "install", env)
			if exit != c.exit || !strings.Contains(out, c.says) {
				t.Errorf("exit %d, want %d\n%s", exit, c.exit, out)
			}
			if _, err := os.Stat(filepath.Join(env["RUNNER_TEMP"], "archverify", "archverify")); (err == nil) != (c.exit == 0) {
				t.Errorf("a binary is there: %v", err == nil)
			}
		})
	}
}
