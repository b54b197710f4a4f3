package doctor

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
)

func goldenOrphaned() Check {
	return Check{
		Code: "golden-orphaned", Severity: Advisory, Title: "golden file that no contract names",
		Because: "Nothing replays it: it was left behind, or a binding lost its contract. Remove the file or restore the contract.",
		folder: func(f *folder) []remark {
			named := map[string]bool{}
			folders := []string{"fixtures"}
			for _, t := range f.IR.Tools {
				if t.Contract != nil {
					name := path.Clean(filepath.ToSlash(t.Contract.ProbeFixture))
					named[name] = true
					folders = append(folders, path.Dir(name))
				}
			}
			slices.Sort(folders)
			var remarks []remark
			for _, dir := range slices.Compact(folders) {
				remarks = append(remarks, orphansIn(f.files(), dir, named)...)
			}
			return remarks
		},
	}
}

// orphansIn lists golden files of one folder; a folder that cannot be listed
// has none.
func orphansIn(files fs.FS, dir string, named map[string]bool) []remark {
	if !fs.ValidPath(dir) {
		return nil
	}
	entries, _ := fs.ReadDir(files, dir)
	var remarks []remark
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if !strings.HasSuffix(name, ".golden.json") || named[name] || e.IsDir() {
			continue
		}
		remarks = append(remarks, remark{
			message: fmt.Sprintf("no contract names the golden file %s", name), path: name, pos: finding.Position{File: name, Line: 1, Column: 1},
		})
	}
	return remarks
}
