package action

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// tool is where a linter is; without it the test skips, or fails where the
// project's own checks demand that nothing does.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	switch {
	case err == nil:
		return path
	case os.Getenv("ARCHVERIFY_REQUIRE_TOOLS") == "1":
		t.Fatalf("%s is not installed, and ARCHVERIFY_REQUIRE_TOOLS=1 demands it", name)
	default:
		t.Skipf("%s is not installed", name)
	}
	return ""
}

// files lists what the patterns, relative to the project, match; each must.
func files(t *testing.T, patterns ...string) []string {
	t.Helper()
	var all []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s matches nothing (%v)", pattern, err)
		}
		all = append(all, found...)
	}
	return all
}

// lint runs a linter over files, which must be to its taste.
func lint(t *testing.T, name string, args []string, files []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, append(args, files...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestWorkflowsAndTheirStepsAreSound(t *testing.T) {
	actionlint, shellcheck := tool(t, "actionlint"), tool(t, "shellcheck")
	lint(t, actionlint, []string{"-shellcheck=" + shellcheck, "-pyflakes="}, files(t, ".github/workflows/*.yml", "examples/github/*.yml"))
}

func TestScriptsAreSound(t *testing.T) {
	lint(t, tool(t, "shellcheck"), nil, files(t, "action/run", "action/install", ".ci/run", ".ci/smoke"))
}

// What the linters are trusted with: a step that they must not let pass.
func TestTheLintersLookIntoRunBlocks(t *testing.T) {
	actionlint, shellcheck := tool(t, "actionlint"), tool(t, "shellcheck")
	bad := filepath.Join(t.TempDir(), "bad.yml")
	text := "on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo $HOME/*.json | xargs rm $1\n"
	if err := os.WriteFile(bad, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), actionlint, "-shellcheck="+shellcheck, bad).CombinedOutput(); err == nil {
		t.Errorf("an unquoted variable passed: %s", out)
	}
}
