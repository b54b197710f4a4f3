package gitref

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Repo reads commits of the repository that a folder lies in.
type Repo struct {
	dir string
	env []string
	// prefix is the folder below the root of the work tree, "" for the root
	// itself, else ending in a slash.
	prefix string
}

// Open finds the repository of a folder. Env is the caller's environment; only
// what git needs to run is taken from it. The error is one line that says what
// to do.
func Open(ctx context.Context, dir string, env []string) (*Repo, error) {
	prefix, err := run(ctx, dir, env, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	return &Repo{dir: dir, env: env, prefix: prefix}, nil
}

func (r *Repo) git(ctx context.Context, args ...string) (string, error) {
	return run(ctx, r.dir, r.env, args...)
}

// Resolve returns the full id of the commit that a revision names.
func (r *Repo) Resolve(ctx context.Context, rev string) (string, error) {
	if rev == "" || rev[0] == '-' {
		return "", fmt.Errorf("%q names no revision: give a branch, a tag or a commit, such as origin/main", rev)
	}
	id, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	var f *failure
	if errors.As(err, &f) {
		return "", fmt.Errorf("revision %q is not in this clone: fetch it first (git fetch origin %s)", rev, branchOf(rev))
	}
	return id, err
}

// branchOf is the name to fetch for a revision that is missing.
func branchOf(rev string) string { return strings.TrimPrefix(rev, "origin/") }

// MergeBase returns the commit at which HEAD left a revision.
func (r *Repo) MergeBase(ctx context.Context, rev string) (string, error) {
	id, err := r.Resolve(ctx, rev)
	if err != nil {
		return "", err
	}
	base, err := r.git(ctx, "merge-base", "--end-of-options", id, "HEAD")
	var f *failure
	switch {
	case err == nil:
		return base, nil
	case !errors.As(err, &f):
		return "", err
	case r.shallow(ctx):
		return "", fmt.Errorf("this shallow clone does not reach back to where HEAD left %q: fetch more history (fetch-depth: 0, or git fetch --unshallow)", rev)
	}
	return "", fmt.Errorf("HEAD and %q have no commit in common: name another base", rev)
}

// ErrNoMerge says that HEAD is no merge commit, so that its parents say nothing
// about a base.
var ErrNoMerge = errors.New("HEAD is no merge commit")

// MergedInto returns the commit that HEAD, a merge, was merged into: its first
// parent, which is the base of a checked-out pull request. A clone of depth 2
// holds it.
func (r *Repo) MergedInto(ctx context.Context) (string, error) {
	// The raw commit names its parents even where a shallow clone hides them.
	raw, err := r.git(ctx, "cat-file", "commit", "HEAD")
	if err != nil {
		return "", fmt.Errorf("read HEAD: %w", err)
	}
	parents := parentsOf(raw)
	if len(parents) < 2 {
		return "", ErrNoMerge
	}
	if _, err := r.git(ctx, "cat-file", "-e", parents[0]+"^{commit}"); err != nil {
		return "", fmt.Errorf("the base %.12s is not in this shallow clone: check out with fetch-depth: 2, or run git fetch --deepen=1", parents[0])
	}
	return parents[0], nil
}

func parentsOf(commit string) []string {
	var parents []string
	header, _, _ := strings.Cut(commit, "\n\n")
	for line := range strings.SplitSeq(header, "\n") {
		if id, is := strings.CutPrefix(line, "parent "); is {
			parents = append(parents, id)
		}
	}
	return parents
}

func (r *Repo) shallow(ctx context.Context) bool {
	out, err := r.git(ctx, "rev-parse", "--is-shallow-repository")
	return err == nil && out == "true"
}
