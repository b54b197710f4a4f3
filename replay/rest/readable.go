package rest

import (
	"path"
	"slices"
	"strings"
)

// Readable reports whether a manifest may read an environment variable. With
// allow, its names and patterns decide alone; without, everything may be read
// but the variables by which CI systems and cloud providers hand out power.
func Readable(name string, allow []string) bool {
	if len(allow) == 0 {
		return !guarded(name)
	}
	return slices.ContainsFunc(allow, func(pattern string) bool {
		ok, err := path.Match(pattern, name)
		return err == nil && ok
	})
}

// guarded compares in upper case: on some systems names have no case.
func guarded(name string) bool {
	upper := strings.ToUpper(name)
	return slices.ContainsFunc(guardedPrefixes(), func(prefix string) bool { return strings.HasPrefix(upper, prefix) })
}

func guardedPrefixes() []string {
	return []string{"GITHUB_", "ACTIONS_", "RUNNER_", "INPUT_", "AWS_", "AZURE_", "GOOGLE_", "SSH_"}
}
