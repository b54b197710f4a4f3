package manifest_test

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing/fstest"
	"time"
)

// flatFS serves files from memory in constant time a file, which fstest.MapFS
// does not.
type flatFS struct {
	files fstest.MapFS
	dirs  map[string][]fs.DirEntry
}

func flat(files fstest.MapFS) flatFS {
	f := flatFS{files: files, dirs: map[string][]fs.DirEntry{".": nil}}
	for name, file := range files {
		f.dirs[path.Dir(name)] = append(f.dirs[path.Dir(name)], fs.FileInfoToDirEntry(flatInfo{path.Base(name), file}))
	}
	for _, entries := range f.dirs {
		slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	return f
}

func (f flatFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, ok := f.dirs[name]
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	return entries, nil
}

func (f flatFS) Stat(name string) (fs.FileInfo, error) {
	file, ok := f.files[name]
	if !ok {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return flatInfo{path.Base(name), file}, nil
}

func (f flatFS) Open(name string) (fs.File, error) {
	info, err := f.Stat(name)
	if err != nil {
		return nil, err
	}
	return &flatFile{info: info, Reader: bytes.NewReader(f.files[name].Data)}, nil
}

type flatFile struct {
	*bytes.Reader
	info fs.FileInfo
}

func (f *flatFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *flatFile) Close() error               { return nil }

type flatInfo struct {
	name string
	*fstest.MapFile
}

func (i flatInfo) Name() string { return i.name }
func (i flatInfo) Size() int64  { return int64(len(i.Data)) }
func (i flatInfo) Mode() fs.FileMode {
	return i.MapFile.Mode
}
func (i flatInfo) ModTime() time.Time { return i.MapFile.ModTime }
func (i flatInfo) IsDir() bool        { return false }
func (i flatInfo) Sys() any           { return nil }
