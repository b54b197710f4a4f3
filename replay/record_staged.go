package replay

import (
	"bytes"
	"io/fs"
	"path"
	"time"
)

// stagedFS is a folder in which some files already have their new text.
type stagedFS struct {
	fs.FS
	files map[string][]byte
}

// Open implements fs.FS.
func (s stagedFS) Open(name string) (fs.File, error) {
	if text, ok := s.files[name]; ok {
		return &stagedFile{bytes.NewReader(text), stagedInfo{path.Base(name), int64(len(text))}}, nil
	}
	return s.FS.Open(name)
}

type stagedFile struct {
	*bytes.Reader
	info stagedInfo
}

func (f *stagedFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *stagedFile) Close() error               { return nil }

type stagedInfo struct {
	name string
	size int64
}

func (i stagedInfo) Name() string       { return i.name }
func (i stagedInfo) Size() int64        { return i.size }
func (i stagedInfo) Mode() fs.FileMode  { return 0o644 }
func (i stagedInfo) ModTime() time.Time { return time.Time{} }
func (i stagedInfo) IsDir() bool        { return false }
func (i stagedInfo) Sys() any           { return nil }
