package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write replaces one file. A zero perm keeps the mode of an existing file and
// gives a new one 0644. A symbolic link is followed: its target is replaced.
// A target that exists and is no regular file (a pipe, /dev/null) is written in
// place. Missing folders are made.
func Write(path string, data []byte, perm fs.FileMode) error {
	var s Set
	s.Stage(path, data, perm)
	return s.Commit(nil)
}

// Set is a group of files that land together. The zero Set is empty.
type Set struct {
	files []*staged
}

// staged is one file on its way.
type staged struct {
	name    string // as the caller wrote it
	data    []byte
	perm    fs.FileMode
	path    string // name with links resolved
	temp    string // the new bytes, until they land
	backup  string // the old bytes, empty for a file that is new
	special bool   // no regular file: written in place
	landed  bool
	stuck   bool // landed and could not be brought back
}

// Stage adds a file; nothing is written before Commit. Files land in the order
// in which they were staged, and missing folders are made on the way. The last
// data staged for a path wins.
func (s *Set) Stage(path string, data []byte, perm fs.FileMode) {
	for _, f := range s.files {
		if f.name == path {
			f.data, f.perm = data, perm
			return
		}
	}
	s.files = append(s.files, &staged{name: path, data: data, perm: perm})
}

// Commit writes every file beside its place and syncs it, asks validate (which
// may be nil), and then renames one after the other. When anything fails, every
// file and folder is as it was before, and the error says what failed.
func (s *Set) Commit(validate func() error) (err error) {
	var made []string
	defer func() {
		if err == nil {
			s.cleanUp()
			return
		}
		err = errors.Join(err, s.rollback())
		s.cleanUp()
		removeFolders(made)
	}()
	for _, f := range s.files {
		folders, err := makeFolders(filepath.Dir(f.name))
		made = append(made, folders...)
		if err != nil {
			return err
		}
		if err := f.prepare(); err != nil {
			return err
		}
	}
	if validate != nil {
		if err := validate(); err != nil {
			return err
		}
	}
	for _, f := range s.files {
		if err := f.land(); err != nil {
			return err
		}
	}
	return nil
}

// prepare writes the new bytes, and a copy of the old ones, beside the target.
func (f *staged) prepare() error {
	f.path = f.name
	info, err := os.Stat(f.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(f.name); err == nil {
			return fmt.Errorf("write %q: it is a symbolic link to nothing", f.name)
		}
		info = nil
	case err != nil:
		return fmt.Errorf("write %q: %w", f.name, err)
	case info.IsDir():
		return fmt.Errorf("write %q: it is a folder", f.name)
	case !info.Mode().IsRegular():
		f.special = true
		return nil
	}
	if info != nil {
		if f.path, err = filepath.EvalSymlinks(f.name); err != nil {
			return fmt.Errorf("write %q: %w", f.name, err)
		}
		if err := f.keepOld(info.Mode().Perm()); err != nil {
			return err
		}
	}
	if f.temp, err = writeTemp(f.path, f.data, f.mode(info)); err != nil {
		return fmt.Errorf("write %q: %w", f.name, err)
	}
	return nil
}

func (f *staged) mode(old fs.FileInfo) fs.FileMode {
	switch {
	case f.perm != 0:
		return f.perm
	case old != nil:
		return old.Mode().Perm()
	}
	return 0o644
}

func (f *staged) keepOld(perm fs.FileMode) error {
	old, err := os.ReadFile(f.path)
	if err == nil {
		f.backup, err = writeTemp(f.path, old, perm)
	}
	if err != nil {
		return fmt.Errorf("keep a copy of %q: %w", f.name, err)
	}
	return nil
}

// land puts the new bytes in place.
func (f *staged) land() error {
	if f.special {
		return f.writeInPlace()
	}
	if err := os.Rename(f.temp, f.path); err != nil {
		return fmt.Errorf("write %q: %w", f.name, err)
	}
	f.temp, f.landed = "", true
	return syncFolder(filepath.Dir(f.path))
}

func (f *staged) writeInPlace() error {
	out, err := os.OpenFile(f.name, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("write %q: %w", f.name, err)
	}
	_, err = out.Write(f.data)
	if err := errors.Join(err, out.Close()); err != nil {
		return fmt.Errorf("write %q: %w", f.name, err)
	}
	return nil
}

// rollback brings back what was there before, newest first.
func (s *Set) rollback() error {
	var failed error
	for i := len(s.files) - 1; i >= 0; i-- {
		f := s.files[i]
		if !f.landed {
			continue
		}
		err := os.Remove(f.path)
		if f.backup != "" {
			if err = os.Rename(f.backup, f.path); err == nil {
				f.backup = ""
			}
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("bring back %q: %w", f.name, err))
			f.stuck = true
		}
	}
	return failed
}

// cleanUp removes what was only needed on the way. A copy that could not be
// brought back is left beside its file.
func (s *Set) cleanUp() {
	for _, f := range s.files {
		if f.temp != "" {
			_ = os.Remove(f.temp)
		}
		if f.backup != "" && !f.stuck {
			_ = os.Remove(f.backup)
		}
	}
}
