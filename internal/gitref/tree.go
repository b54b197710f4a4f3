package gitref

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// MaxFile is the size up to which a file of a commit is read; opening a larger
// one fails.
const MaxFile = 8 << 20

// Folder returns the opened folder as it was in a commit: its files, and those
// of the named folders directly below it, without anything deeper. Symbolic
// links are followed within the commit. The error is fs.ErrNotExist when the
// commit has no such folder. Want tells, by name, which files are needed; the
// others are left out.
func (r *Repo) Folder(ctx context.Context, commit string, below []string, want func(name string) bool) (fs.FS, error) {
	b, err := r.startBatch(ctx)
	if err != nil {
		return nil, err
	}
	defer b.close()
	root := strings.TrimSuffix(r.prefix, "/")
	tree := newFiles()
	if err := r.addFolder(ctx, b, tree, commit, root, ".", want); err != nil {
		return nil, err
	}
	for _, name := range below {
		err := r.addFolder(ctx, b, tree, commit, path.Join(root, name), name, want)
		if err != nil && !isAbsent(err) {
			return nil, err
		}
	}
	return tree, nil
}

// addFolder reads one folder of a commit into tree under the name at.
func (r *Repo) addFolder(ctx context.Context, b *batch, tree *files, commit, folder, at string, want func(string) bool) error {
	found, err := b.ask(commit + ":" + folder)
	if err != nil {
		return err
	}
	if found.kind != "tree" {
		return fmt.Errorf("folder %q of %.12s: %w", folder, commit, fs.ErrNotExist)
	}
	listing, err := r.git(ctx, "ls-tree", "--full-tree", "-z", "-l", "--end-of-options", found.id)
	if err != nil {
		return err
	}
	tree.addDir(at)
	for line := range strings.SplitSeq(listing, "\x00") {
		entry, ok := parseEntry(line)
		if !ok || entry.kind != "blob" || !want(entry.name) {
			continue
		}
		tree.add(path.Join(at, entry.name), b.file(commit, folder, entry))
	}
	return nil
}

// entry is one line of a tree.
type entry struct {
	mode, kind, id, name string
	size                 int64
}

const symlinkMode = "120000"

// parseEntry reads "<mode> <kind> <id> <size>\t<name>".
func parseEntry(line string) (entry, bool) {
	head, name, ok := strings.Cut(line, "\t")
	fields := strings.Fields(head)
	if !ok || len(fields) != 4 {
		return entry{}, false
	}
	size, err := strconv.ParseInt(fields[3], 10, 64)
	if err != nil {
		size = 0 // "-" for what has no size
	}
	return entry{mode: fields[0], kind: fields[1], id: fields[2], name: name, size: size}, true
}

// file reads the content behind an entry. What cannot be read becomes a file
// whose opening fails with the reason, as on a disk.
func (b *batch) file(commit, folder string, e entry) content {
	if e.size > MaxFile {
		return content{err: fmt.Errorf("%d bytes are more than the limit of %d", e.size, MaxFile)}
	}
	name := e.id
	if e.mode == symlinkMode {
		name = commit + ":" + path.Join(folder, e.name)
	}
	found, err := b.ask(name)
	switch {
	case err != nil:
		return content{err: err}
	case found.kind != "blob":
		return content{err: fmt.Errorf("a symbolic link that leads to no file of the commit (%s)", found.kind)}
	}
	return content{data: found.data}
}
