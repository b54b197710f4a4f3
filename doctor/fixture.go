package doctor

import (
	"os"
	"path/filepath"

	"github.com/archverify/archverify/replay"
)

// fixture is what became of the golden file that a contract names.
type fixture struct {
	// name is the path as authored.
	name string
	// exists, outside: it is there, it is not within the manifest folder.
	exists, outside bool
	// golden is nil unless it could be read; then err says why not.
	golden *replay.Golden
	err    error
}

// read looks at one golden file. The rooted folder refuses whatever leads out
// of it; what is there all the same lies outside.
func (f *folder) read(name string) fixture {
	out := fixture{name: name, outside: !filepath.IsLocal(filepath.FromSlash(name))}
	if !out.outside && f.root != nil {
		if out.golden, out.err = replay.ReadGolden(f.files(), name); out.err == nil {
			out.exists = true
			return out
		}
		if _, err := f.root.Stat(filepath.FromSlash(name)); err == nil {
			out.exists = true
			return out
		}
		out.err = nil // not there, or not within
	}
	if _, err := os.Stat(filepath.Join(f.Dir, filepath.FromSlash(name))); err == nil {
		out.exists, out.outside = true, true
	}
	return out
}
