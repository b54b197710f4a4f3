package gitref

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// files is a small read-only file system in memory.
type files struct {
	contents map[string]content
	folders  map[string][]string
}

// content of a file, or why it has none.
type content struct {
	data []byte
	err  error
}

func newFiles() *files { return &files{contents: map[string]content{}, folders: map[string][]string{}} }

func (f *files) addDir(name string) {
	if _, known := f.folders[name]; known {
		return
	}
	f.folders[name] = nil
	if name != "." {
		f.link(name)
	}
}

func (f *files) add(name string, c content) {
	f.contents[name] = c
	f.link(name)
}

func (f *files) link(name string) {
	parent := path.Dir(name)
	f.folders[parent] = append(f.folders[parent], path.Base(name))
}

// Open implements fs.FS.
func (f *files) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if c, ok := f.contents[name]; ok {
		if c.err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: c.err}
		}
		return &openFile{about: about{name: path.Base(name), size: int64(len(c.data))}, Reader: bytes.NewReader(c.data)}, nil
	}
	if names, ok := f.folders[name]; ok {
		return &openFolder{about: about{name: path.Base(name), dir: true}, entries: f.entries(name, names)}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func (f *files) entries(folder string, names []string) []fs.DirEntry {
	sorted := slices.SortedFunc(slices.Values(names), strings.Compare)
	list := make([]fs.DirEntry, 0, len(sorted))
	for _, n := range slices.Compact(sorted) {
		full := path.Join(folder, n)
		_, dir := f.folders[full]
		list = append(list, fs.FileInfoToDirEntry(about{name: n, dir: dir, size: int64(len(f.contents[full].data))}))
	}
	return list
}

type openFile struct {
	about
	*bytes.Reader
}

func (o *openFile) Stat() (fs.FileInfo, error) { return o.about, nil }
func (o *openFile) Close() error               { return nil }
func (o *openFile) Size() int64                { return o.size }

type openFolder struct {
	about
	entries []fs.DirEntry
}

func (o *openFolder) Stat() (fs.FileInfo, error) { return o.about, nil }
func (o *openFolder) Close() error               { return nil }
func (o *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: o.name, Err: fs.ErrInvalid}
}

// ReadDir implements fs.ReadDirFile.
func (o *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		rest := o.entries
		o.entries = nil
		return rest, nil
	}
	if len(o.entries) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(o.entries))
	next := o.entries[:n]
	o.entries = o.entries[n:]
	return next, nil
}

// about describes a file or folder; commits keep no times.
type about struct {
	name string
	size int64
	dir  bool
}

func (a about) Name() string       { return a.name }
func (a about) Size() int64        { return a.size }
func (a about) ModTime() time.Time { return time.Time{} }
func (a about) IsDir() bool        { return a.dir }
func (a about) Sys() any           { return nil }
func (a about) Mode() fs.FileMode {
	if a.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
