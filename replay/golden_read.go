package replay

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
)

// maxGoldenBytes bounds a golden file; evidence of a million paths stays below.
const maxGoldenBytes = 256 << 20

// ReadGolden reads a golden file of a manifest. The name is the path as authored
// in the binding, relative to the root of fsys. Give it a rooted file system
// ((*os.Root).FS), so that a symbolic link cannot lead out of the manifest.
// Every error is one line that names the file.
func ReadGolden(fsys fs.FS, name string) (*Golden, error) {
	data, err := readInside(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("golden %q: %w", name, err)
	}
	g, err := ParseGolden(data)
	if err != nil {
		return nil, fmt.Errorf("golden %q: %w", name, err)
	}
	return g, nil
}

// insidePath cleans a path as authored and refuses one that leaves its folder.
func insidePath(name string) (string, error) {
	clean := path.Clean(filepath.ToSlash(name))
	if name == "" || path.IsAbs(clean) || !fs.ValidPath(clean) || clean == "." {
		return "", errors.New("it is outside the manifest folder")
	}
	return clean, nil
}

func readInside(fsys fs.FS, name string) ([]byte, error) {
	clean, err := insidePath(name)
	if err != nil {
		return nil, err
	}
	// Asked before opening, because opening a named pipe waits for a writer.
	info, err := fs.Stat(fsys, clean)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("there is no such file")
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", innerError(err))
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case info.Size() > maxGoldenBytes:
		return nil, fmt.Errorf("it is larger than %d MiB", maxGoldenBytes>>20)
	}
	file, err := fsys.Open(clean)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", innerError(err))
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, maxGoldenBytes+1))
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", innerError(err))
	}
	if len(data) > maxGoldenBytes {
		return nil, fmt.Errorf("it is larger than %d MiB", maxGoldenBytes>>20)
	}
	return data, nil
}

// innerError drops the operation and the path, which the message already has.
func innerError(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}
