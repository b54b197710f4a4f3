package gitref

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Variables lists the variables of the caller that git needs to find itself and
// its configuration. No other one reaches it.
func Variables() []string {
	return []string{"PATH", "HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP"}
}

// cleaned is the environment that git runs in.
func cleaned(env []string) []string {
	out := []string{
		"LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1",
	}
	for _, pair := range env {
		name, _, _ := strings.Cut(pair, "=")
		for _, k := range Variables() {
			if strings.EqualFold(name, k) {
				out = append(out, pair)
			}
		}
	}
	return out
}

// command prepares git in the folder dir. Nothing that it runs may fetch or
// start a hook.
func command(ctx context.Context, dir string, env []string, args ...string) *exec.Cmd {
	fixed := []string{"-c", "protocol.allow=never", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"}
	cmd := exec.CommandContext(ctx, "git", append(fixed, args...)...)
	cmd.Dir = dir
	cmd.Env = cleaned(env)
	return cmd
}

// failure is a git run that ended badly; its text is git's last line.
type failure struct {
	args   []string
	stderr string
	err    error
}

func (f *failure) Error() string {
	lines := strings.Split(strings.TrimSpace(f.stderr), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return fmt.Sprintf("git %s: %s", f.args[0], last)
	}
	return fmt.Sprintf("git %s: %v", f.args[0], f.err)
}

func (f *failure) Unwrap() error { return f.err }

// run returns what git wrote, without the line break at its end.
func run(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	var out, problems bytes.Buffer
	cmd := command(ctx, dir, env, args...)
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return "", explained(dir, &failure{args: args, stderr: problems.String(), err: err})
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}

// explained turns what git refuses for into one line that says what to do.
func explained(dir string, f *failure) error {
	switch {
	case errors.Is(f.err, exec.ErrNotFound):
		return errors.New("there is no git on the PATH, which reading a revision needs")
	case strings.Contains(f.stderr, "dubious ownership"):
		return fmt.Errorf("git does not trust %q because another user owns it: git config --global --add safe.directory <its root>", dir)
	case strings.Contains(f.stderr, "promisor"), strings.Contains(f.stderr, "lazy fetching disabled"):
		return errors.New("this partial clone does not hold the files of the base: clone without a filter, or run git fetch --refetch --no-filter")
	case strings.Contains(f.stderr, "not a git repository"):
		return fmt.Errorf("%q is not in a git work tree, so there is no revision to read", dir)
	}
	return f
}
