// Package sharedtest finds the conformance data that some tests compare with.
// The data is not part of the project: without it those tests skip, and say so.
package sharedtest

import (
	"os"
	"path/filepath"
)

const (
	dirVariable     = "ARCHVERIFY_SHARED"
	requireVariable = "ARCHVERIFY_REQUIRE_SHARED"
	defaultDir      = "../shared"
)

// T is what of testing.TB (and GinkgoT) is needed here.
type T interface {
	Helper()
	Skipf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Dir returns the folder of shared data: the one that ARCHVERIFY_SHARED names
// (relative to the project's root), else ../shared beside the project. When it
// is absent the test is skipped, or failed with ARCHVERIFY_REQUIRE_SHARED=1.
func Dir(t T) string {
	t.Helper()
	dir, err := locate(os.LookupEnv, os.Getwd)
	if err == nil {
		return dir
	}
	if value, _ := os.LookupEnv(requireVariable); value == "1" {
		t.Fatalf("shared data is required: %v", err)
	}
	t.Skipf("shared data is absent: %v", err)
	return ""
}

// File returns the path of one file or folder below Dir, slash separated.
func File(t T, name string) string {
	t.Helper()
	return filepath.Join(Dir(t), filepath.FromSlash(name))
}

func locate(lookup func(string) (string, bool), getwd func() (string, error)) (string, error) {
	dir := defaultDir
	if value, ok := lookup(dirVariable); ok && value != "" {
		dir = value
	}
	if !filepath.IsAbs(dir) {
		root, err := projectRoot(getwd)
		if err != nil {
			return "", err
		}
		dir = filepath.Join(root, dir)
	}
	if _, err := os.Stat(dir); err != nil {
		return "", err
	}
	return dir, nil
}

// projectRoot walks up from the working folder, which `go test` sets to the
// package's own, to the folder that holds go.mod.
func projectRoot(getwd func() (string, error)) (string, error) {
	dir, err := getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", os.ErrNotExist
		}
		dir = parent
	}
}
