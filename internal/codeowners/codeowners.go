// Package codeowners finds who owns a file by a repository's CODEOWNERS text.
package codeowners

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Places are where GitHub looks for the file, in its order.
func Places() []string {
	return []string{".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"}
}

// Owners returns the owners of a path (forward slashes, from the repository
// root) as CODEOWNERS names them; the last matching line wins, and one without
// owners means that nobody owns the path.
func Owners(text, path string) []string {
	var owners []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) > 0 && matches(fields[0], path) {
			owners = fields[1:]
		}
	}
	return owners
}

// matches reads a pattern the way .gitignore does: one with a slash before its
// end is anchored at the root, a folder stands for everything below it.
func matches(pattern, path string) bool {
	anchored := strings.Contains(strings.TrimSuffix(pattern, "/"), "/")
	folder := strings.HasSuffix(pattern, "/")
	pattern = strings.Trim(pattern, "/")
	if !anchored {
		pattern = "**/" + pattern
	}
	if ok, err := doublestar.Match(pattern, path); err == nil && ok && !folder {
		return true
	}
	if strings.HasSuffix(pattern, "/*") { // files of that folder only, not below
		return false
	}
	ok, err := doublestar.Match(pattern+"/**", path)
	return err == nil && ok
}
