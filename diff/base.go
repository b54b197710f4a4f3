package diff

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/archverify/archverify/internal/gitref"
	"github.com/archverify/archverify/internal/jsonval"
	"github.com/archverify/archverify/manifest"
)

// BaseOptions say which commit to compare a folder with.
type BaseOptions struct {
	// Dir is the manifest folder in the work tree.
	Dir string
	// Rev names a revision: the commit where HEAD left it is the base. Empty
	// means to find the base: the first parent of a merge commit, as pull
	// requests are checked out, else where HEAD left Target.
	Rev string
	// Target is the branch that a pull request goes to, if known.
	Target string
	// Env is the environment of the caller, for finding git.
	Env []string
}

// BaseReport tells what became of the base.
type BaseReport struct {
	// Commit is the full id of the base.
	Commit string
	// Absent: the commit has no manifest there, so everything is new.
	Absent bool
	// Invalid is set when the manifest of the base cannot be compared; then only
	// the after side was judged.
	Invalid *Refusal
}

// Base compares a folder of the work tree with the same folder in the base
// commit, which is read by git without touching the work tree. It returns the
// name of the before side for reports.
func Base(ctx context.Context, o BaseOptions) (before string, r *Result, refused *Refusal) {
	var after *Source
	var reading sync.WaitGroup
	reading.Go(func() { after, refused = fromManifest(o.Dir, manifest.Load(o.Dir)) })
	name, commit, tree, err := readBase(ctx, o)
	reading.Wait()
	switch {
	case refused != nil:
		return "", nil, refused
	case err != nil:
		return "", nil, noBase(o, err)
	}
	r, refused = withBase(after, tree, name, commit)
	return name, r, refused
}

// readBase finds the base and reads the folder there; a nil tree is a base
// without it.
func readBase(ctx context.Context, o BaseOptions) (name, commit string, tree fs.FS, err error) {
	repo, err := gitref.Open(ctx, o.Dir, o.Env)
	if err != nil {
		return "", "", nil, err
	}
	if name, commit, err = findBase(ctx, repo, o); err != nil {
		return "", "", nil, err
	}
	tree, err = repo.Folder(ctx, commit, []string{"bindings"}, isYAML)
	if errors.Is(err, fs.ErrNotExist) {
		return name, commit, nil, nil
	}
	return name, commit, tree, err
}

func isYAML(name string) bool { return strings.HasSuffix(name, ".yaml") }

func noBase(o BaseOptions, err error) *Refusal {
	return &Refusal{Code: BaseUnavailable, Message: fmt.Sprintf("%s: no base to compare with — %s", o.Dir, oneLine(err.Error()))}
}

func findBase(ctx context.Context, repo *gitref.Repo, o BaseOptions) (name, commit string, err error) {
	rev := o.Rev
	if rev == "" {
		commit, err = repo.MergedInto(ctx)
		if err == nil {
			return fmt.Sprintf("HEAD^1 at %.12s", commit), commit, nil
		}
		if !errors.Is(err, gitref.ErrNoMerge) {
			return "", "", err
		}
		if o.Target == "" {
			return "", "", fmt.Errorf("%w, so its parents tell no base: name one with --base, such as --base origin/main", err)
		}
		rev = "origin/" + o.Target
	}
	commit, err = repo.MergeBase(ctx, rev)
	return fmt.Sprintf("%s at %.12s", rev, commit), commit, err
}

// withBase compares with the tree of the base; a nil tree is a base without the
// folder.
func withBase(after *Source, tree fs.FS, name, commit string) (*Result, *Refusal) {
	report := &BaseReport{Commit: commit}
	if tree == nil || !exists(tree, "capabilities.yaml") {
		report.Absent = true
		return newManifest(after, report), nil
	}
	before, refused := fromManifest(name, manifest.LoadFS(tree, name))
	if refused == nil {
		r, mismatch := Judge(before, after)
		if mismatch == nil {
			r.Base = report
		}
		return r, mismatch
	}
	refused.Message = fmt.Sprintf("%s: the manifest of the base is invalid; only the new one was judged, and it is valid", name)
	report.Invalid = refused
	r := Compare(after.IR, after.IR)
	r.Before = Side{}
	r.Base = report
	r.anchor(after)
	return r, nil
}

func exists(tree fs.FS, name string) bool {
	_, err := fs.Stat(tree, name)
	return !errors.Is(err, fs.ErrNotExist)
}

// newManifest reports everything as added. Nobody relies on what was not there,
// so that nothing of it breaks anybody.
func newManifest(after *Source, report *BaseReport) *Result {
	r := Compare(&manifest.IR{Version: after.IR.Version, Company: after.IR.Company}, after.IR)
	for _, e := range r.Entries {
		e.Severity = Compatible
	}
	r.Base = report
	r.anchor(after)
	return r
}

// remarks are the lines of the human report.
func (b *BaseReport) remarks() []string {
	switch {
	case b.Absent:
		return []string{"base    has no manifest here: everything is new"}
	case b.Invalid != nil:
		return append([]string{"base    is invalid: only the new manifest was judged, and it is valid"}, b.Invalid.problems()...)
	default:
		return nil
	}
}

func (b *BaseReport) value() jsonval.Value {
	members := []jsonval.Member{jsonval.Named("commit", jsonval.Text(b.Commit)), jsonval.Named("state", jsonval.Text(b.state()))}
	if b.Invalid != nil {
		members = append(members, jsonval.Named("refusal", b.Invalid.value()))
	}
	return jsonval.Object(members...)
}

func (b *BaseReport) state() string {
	switch {
	case b.Absent:
		return "absent"
	case b.Invalid != nil:
		return "invalid"
	default:
		return "compared"
	}
}
