package manifest

import (
	"io/fs"
	"os"
	"sync"
)

// Load reads the manifest in a folder of the disk. It never fails: what is
// wrong with the folder or its documents are issues and diagnostics of the
// result. Symbolic links are followed.
func Load(dir string) *Manifest {
	return load(os.DirFS(dir), dir, readFile)
}

// LoadFS reads the manifest in the root of fsys, such as a git tree or a staged
// edit; name is what the caller calls it, and becomes Dir.
func LoadFS(fsys fs.FS, name string) *Manifest {
	// A file system need not be safe for concurrent use; the disk is.
	var one sync.Mutex
	return load(fsys, name, func(fsys fs.FS, file string) ([]byte, error) {
		one.Lock()
		defer one.Unlock()
		return readFile(fsys, file)
	})
}

func load(fsys fs.FS, name string, read reader) *Manifest {
	m := &Manifest{Dir: name}
	found, issues := discover(fsys, name)
	m.Issues = issues
	if found == nil {
		return m
	}
	for _, doc := range readAll(fsys, found, read) {
		if doc.issue != nil {
			m.Issues = append(m.Issues, *doc.issue)
			continue
		}
		doc.add(m)
	}
	m.Diagnostics = diagnose(m)
	if len(m.Issues) == 0 && !hasError(m.Diagnostics) {
		m.IR = compile(m)
	}
	return m
}

func hasError(diagnostics []Diagnostic) bool {
	for _, d := range diagnostics {
		if d.Severity == Error {
			return true
		}
	}
	return false
}
