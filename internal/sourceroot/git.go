package sourceroot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// gitError says in one line why git did not answer.
type gitError struct{ text string }

func (e *gitError) Error() string { return e.text }

// topLevel asks git for the root of the work tree that dir is in.
func topLevel(ctx context.Context, dir string, lookup Lookup) (string, error) {
	out, err := ask(ctx, dir, lookup, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	top, err := filepath.EvalSymlinks(filepath.FromSlash(out))
	if err != nil {
		return "", &gitError{fmt.Sprintf("git names a work tree that cannot be read: %v", err)}
	}
	return top, nil
}

// head is the commit that is checked out; empty in a repository without one.
func head(ctx context.Context, top string, lookup Lookup) string {
	out, err := ask(ctx, top, lookup, "rev-parse", "--verify", "--quiet", "--end-of-options", "HEAD")
	if err != nil {
		return ""
	}
	return out
}

// kept are the variables that git needs to find itself and its configuration.
var kept = []string{"PATH", "HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP"}

func ask(ctx context.Context, dir string, lookup Lookup, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.fsmonitor=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = []string{"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0"}
	for _, name := range kept {
		if value, ok := lookup(name); ok {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return "", explained(dir, problems.String(), err)
	}
	return strings.TrimRight(out.String(), "\r\n"), nil
}

func explained(dir, problems string, err error) error {
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return &gitError{"there is no git on the PATH: the commit stays unknown"}
	case strings.Contains(problems, "dubious ownership"):
		return &gitError{fmt.Sprintf("git does not trust %q because another user owns it, so the commit stays unknown: git config --global --add safe.directory %s", dir, safeDirectory(problems, dir))}
	}
	first, _, _ := strings.Cut(strings.TrimSpace(problems), "\n")
	return &gitError{"git does not say where the work tree begins: " + first}
}

// safeDirectory is the folder that git wants to be told about.
func safeDirectory(problems, dir string) string {
	const before = "--add safe.directory "
	if _, rest, found := strings.Cut(problems, before); found {
		line, _, _ := strings.Cut(rest, "\n")
		return strings.TrimSpace(line)
	}
	return dir
}
