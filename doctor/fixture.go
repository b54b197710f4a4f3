package doctor

import (
	"os"
	"path/filepath"

	"github.com/archverify/archverify/replay"
)

// look reads the golden file of the capability's contract, once. Without a
// contract the answer is empty.
func (p *patient) look() *fixture {
	if p.looked || p.tool.Contract == nil {
		return &p.fixture
	}
	p.looked = true
	f := &p.fixture
	f.name = p.tool.Contract.ProbeFixture
	full := filepath.Join(p.Dir, filepath.FromSlash(f.name))
	_, err := os.Stat(full)
	f.exists = err == nil
	f.outside = leavesFolder(p.Dir, f.name, full)
	if f.exists && !f.outside {
		f.golden, f.err = replay.ReadGolden(p.files(), f.name)
	}
	return f
}

// leavesFolder reports whether a path, or a symbolic link on it, leads out of
// the manifest folder.
func leavesFolder(dir, name, full string) bool {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return true
	}
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	target, err := filepath.EvalSymlinks(full)
	if err != nil {
		return false
	}
	below, err := filepath.Rel(root, target)
	return err != nil || !filepath.IsLocal(below)
}
