package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// writeTemp writes and syncs a hidden file beside path and returns its name.
func writeTemp(path string, data []byte, perm fs.FileMode) (name string, err error) {
	temp, err := os.CreateTemp(filepath.Dir(path), "."+hint(filepath.Base(path))+".*.tmp")
	if err != nil {
		return "", inner(err) // its own name is of the moment and says nothing
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name())
		}
	}()
	_, err = temp.Write(data)
	if err == nil && runtime.GOOS != "windows" {
		err = temp.Chmod(perm)
	}
	if err == nil {
		err = temp.Sync()
	}
	return temp.Name(), errors.Join(err, temp.Close())
}

// hint is as much of a name as a longer name can hold.
func hint(name string) string {
	const most = 100
	if len(name) > most {
		name = name[:most]
	}
	return strings.ToValidUTF8(name, "")
}

// inner drops the operation and the path, which messages have already.
func inner(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// syncFolder makes renames in a folder last; Windows has no such call.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("sync folder %q: %w", path, err)
	}
	// Some file systems cannot sync a folder; the rename has happened all the same.
	_ = folder.Sync()
	return folder.Close()
}

// makeFolders makes a folder and its parents and returns those it made,
// outermost first.
func makeFolders(path string) ([]string, error) {
	var missing []string
	for p := path; ; p = filepath.Dir(p) {
		if _, err := os.Stat(p); err == nil || filepath.Dir(p) == p {
			break
		}
		missing = append([]string{p}, missing...)
	}
	var made []string
	for _, p := range missing {
		if err := os.Mkdir(p, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return made, fmt.Errorf("make folder %q: %w", p, inner(err))
		}
		made = append(made, p)
	}
	return made, nil
}

// removeFolders removes the folders that were made, innermost first; one that
// somebody else has filled stays.
func removeFolders(made []string) {
	for i := len(made) - 1; i >= 0; i-- {
		_ = os.Remove(made[i])
	}
}
