package manifest

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/archverify/archverify/finding"
)

const (
	catalogFile   = "capabilities.yaml"
	bindingFolder = "bindings"
)

// group is a kind of document.
type group uint8

const (
	catalogGroup group = iota
	capabilityGroup
	bindingGroup
	resourceGroup
	policyGroup
)

// source is one file to read.
type source struct {
	file  string
	group group
}

// discover lists the files of a manifest in document order (DR1.5). It returns
// nil when there is no folder to look into.
func discover(fsys fs.FS, name string) ([]source, []Issue) {
	root, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, []Issue{folderIssue(fsys, ".", name, err)}
	}
	bindings, issues := bindingFiles(fsys)
	found := []source{{file: catalogFile, group: catalogGroup}}
	found = append(found, withSuffix(root, "", ".capability.yaml", capabilityGroup)...)
	found = append(found, bindings...)
	found = append(found, withSuffix(root, "", ".resource.yaml", resourceGroup)...)
	found = append(found, withSuffix(root, "", ".policy.yaml", policyGroup)...)
	return found, issues
}

func bindingFiles(fsys fs.FS) ([]source, []Issue) {
	entries, err := fs.ReadDir(fsys, bindingFolder)
	switch {
	case err == nil:
		return withSuffix(entries, bindingFolder+"/", ".binding.yaml", bindingGroup), nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	}
	return nil, []Issue{folderIssue(fsys, bindingFolder, bindingFolder, err)}
}

// withSuffix keeps the entries whose names end so; ReadDir sorted them.
func withSuffix(entries []fs.DirEntry, prefix, suffix string, g group) []source {
	var found []source
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), suffix) {
			found = append(found, source{file: prefix + e.Name(), group: g})
		}
	}
	return found
}

// folderIssue says why a folder cannot be listed.
func folderIssue(fsys fs.FS, folder, name string, err error) Issue {
	message := "cannot read folder: " + reason(err)
	info, statErr := fs.Stat(fsys, folder)
	switch {
	case statErr == nil && !info.IsDir() && folder == bindingFolder:
		message = "is a file, but must be a folder"
	case folder == "." && !errors.Is(statErr, fs.ErrPermission) && (statErr != nil || !info.IsDir()):
		message = "directory not found"
	}
	return Issue{File: name, Message: message, Pos: finding.Position{File: name}}
}

// reason is the cause of a file system error, without the path: the caller
// names the file.
func reason(err error) string {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	return err.Error()
}
