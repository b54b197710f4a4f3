package manifest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// MaxArtifact is the size up to which a built artifact is read: far beyond any
// real one.
const MaxArtifact = 256 << 20

// ReadArtifact reads the text of a built artifact from the disk. Only a regular
// file of at most MaxArtifact bytes is read: anything else may never end. The
// error leaves the name to the caller; errors.Is finds fs.ErrNotExist in it.
func ReadArtifact(name string) ([]byte, error) {
	data, err := readArtifact(name)
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return data, err
}

func readArtifact(name string) ([]byte, error) {
	about, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case about.IsDir():
		return nil, errors.New("it is a folder")
	case !about.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case about.Size() > MaxArtifact:
		return nil, tooLargeArtifact(about.Size())
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, MaxArtifact+1))
	if err == nil && len(data) > MaxArtifact {
		err = tooLargeArtifact(int64(len(data)))
	}
	return data, err
}

func tooLargeArtifact(size int64) error {
	return fmt.Errorf("%d bytes are more than the limit of %d", size, MaxArtifact)
}
