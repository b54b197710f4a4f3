// Package sourceroot finds where a manifest folder lies in its repository, so
// that every report names files the way the repository does, whatever the
// current folder is.
package sourceroot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Place is a manifest folder in its repository.
type Place struct {
	// Top is the repository root, absolute and without symbolic links; empty
	// when the folder is in none.
	Top string
	// Root is the manifest folder relative to Top, with forward slashes; empty
	// when they are the same.
	Root string
	// Commit is what is checked out, empty when unknown.
	Commit string
	// Warning is one line on what could not be found out, or empty.
	Warning string
}

// Lookup reads one environment variable.
type Lookup func(name string) (string, bool)

// Find locates dir. With a root given (`--source-root`), that folder counts as
// the repository root and dir must lie below it. Otherwise git says where the
// work tree begins; where git is missing or refuses, the folder that holds .git
// is taken, and Warning says why no commit is known. Outside of any work tree
// the current folder stands in for the root when dir lies below it. Symbolic
// links are resolved first. Lookup reads the environment, of which git gets to
// see what it needs to find itself.
func Find(ctx context.Context, dir, root string, lookup Lookup) (Place, error) {
	resolved, err := resolve(dir)
	if err != nil {
		return Place{}, fmt.Errorf("locate manifest folder %q: %w", dir, err)
	}
	if root != "" {
		return given(ctx, dir, resolved, root, lookup)
	}
	top, err := topLevel(ctx, resolved, lookup)
	p := Place{}
	var git *gitError
	if errors.As(err, &git) {
		top = above(resolved)
		if top != "" {
			p.Warning = git.Error()
		}
	}
	if top == "" {
		return outside(resolved)
	}
	p.Top = top
	p.Root, _ = below(top, resolved)
	if p.Warning == "" {
		p.Commit = head(ctx, top, lookup)
	}
	return p, nil
}

func given(ctx context.Context, dir, resolved, root string, lookup Lookup) (Place, error) {
	top, err := resolve(root)
	if err != nil {
		return Place{}, fmt.Errorf("locate source root %q: %w", root, err)
	}
	rel, ok := below(top, resolved)
	if !ok {
		return Place{}, fmt.Errorf("the manifest folder %q is not below the source root %q", dir, root)
	}
	return Place{Top: top, Root: rel, Commit: head(ctx, top, lookup)}, nil
}

// outside: no repository at all.
func outside(resolved string) (Place, error) {
	here, err := resolve(".")
	if err != nil {
		return Place{}, nil //nolint:nilerr // without a current folder there is just no better name
	}
	rel, ok := below(here, resolved)
	if !ok {
		return Place{}, nil
	}
	return Place{Root: rel}, nil
}

func resolve(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// below returns path relative to top, with forward slashes, and whether it lies
// there.
func below(top, path string) (string, bool) {
	rel, err := filepath.Rel(top, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	if rel == "." {
		return "", true
	}
	return filepath.ToSlash(rel), true
}

// above is the nearest folder at or above dir that holds .git.
func above(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
