package atomicfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/atomicfile"
)

var _ = Describe("Write", func() {
	var dir string
	BeforeEach(func() { dir = GinkgoT().TempDir() })

	It("replaces a file and keeps its mode", func() {
		path := filepath.Join(dir, "a")
		Expect(os.WriteFile(path, []byte("old"), 0o600)).To(Succeed())
		Expect(atomicfile.Write(path, []byte("new"), 0)).To(Succeed())
		Expect(content(path)).To(Equal("new"))
		info, err := os.Stat(path)
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Mode().Perm()).To(Equal(os.FileMode(0o600)))
		Expect(names(dir)).To(ConsistOf("a"))
	})

	It("writes through a symbolic link instead of replacing it", func() {
		Expect(os.WriteFile(filepath.Join(dir, "target"), []byte("old"), 0o644)).To(Succeed())
		Expect(os.Symlink("target", filepath.Join(dir, "link"))).To(Succeed())
		Expect(atomicfile.Write(filepath.Join(dir, "link"), []byte("new"), 0)).To(Succeed())
		Expect(content(filepath.Join(dir, "target"))).To(Equal("new"))
		Expect(os.Readlink(filepath.Join(dir, "link"))).To(Equal("target"))
	})

	It("takes every name that a file may have", func() {
		path := filepath.Join(dir, strings.Repeat("ä", 120)+".json")
		Expect(atomicfile.Write(path, []byte("new"), 0)).To(Succeed())
		Expect(content(path)).To(Equal("new"))
	})

	It("says nothing of names that are of the moment", func() {
		err := atomicfile.Write(filepath.Join(dir, strings.Repeat("n", 300)), nil, 0)
		Expect(err).To(HaveOccurred())
		Expect(err.Error()).NotTo(ContainSubstring(".tmp"))
	})

	It("never replaces a device", func() {
		Expect(atomicfile.Write(os.DevNull, []byte("x"), 0)).To(Succeed())
		info, err := os.Stat(os.DevNull)
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Mode().IsRegular()).To(BeFalse())
	})

	DescribeTable("refuses, leaving nothing behind",
		func(prepare func(path string), culprit string) {
			path := filepath.Join(dir, "a")
			prepare(path)
			before := names(dir)
			Expect(atomicfile.Write(path, []byte("x"), 0)).To(MatchError(ContainSubstring(culprit)))
			Expect(names(dir)).To(Equal(before))
		},
		Entry("a folder", func(path string) { Expect(os.Mkdir(path, 0o755)).To(Succeed()) }, "it is a folder"),
		Entry("a dangling link", func(path string) { Expect(os.Symlink("gone", path)).To(Succeed()) }, "link to nothing"),
	)
})

var _ = Describe("Set", func() {
	var dir, first, second string
	var set *atomicfile.Set
	BeforeEach(func() {
		dir = GinkgoT().TempDir()
		first, second = filepath.Join(dir, "fixtures", "first"), filepath.Join(dir, "second")
		Expect(os.WriteFile(second, []byte("old"), 0o644)).To(Succeed())
		set = &atomicfile.Set{}
		set.Stage(first, []byte("one"), 0)
		set.Stage(second, []byte("two"), 0)
	})

	It("lands as one, making folders", func() {
		Expect(set.Commit(func() error {
			Expect(content(second)).To(Equal("old"), "nothing lands before the validation")
			return nil
		})).To(Succeed())
		Expect(content(first)).To(Equal("one"))
		Expect(content(second)).To(Equal("two"))
		Expect(names(dir)).To(ConsistOf("fixtures", "second"))
		Expect(names(filepath.Dir(first))).To(ConsistOf("first"))
	})

	It("leaves everything as it was when the validation refuses", func() {
		Expect(set.Commit(func() error { return errors.New("no") })).To(MatchError("no"))
		Expect(names(dir)).To(ConsistOf("second"))
		Expect(content(second)).To(Equal("old"))
	})

	It("brings back what had landed when a later file cannot", func() {
		// A file that becomes a folder with content cannot be renamed over.
		blocked := filepath.Join(dir, "blocked")
		set.Stage(blocked, []byte("three"), 0)
		err := set.Commit(func() error {
			return errors.Join(os.Mkdir(blocked, 0o755), os.WriteFile(filepath.Join(blocked, "x"), nil, 0o644))
		})
		Expect(err).To(MatchError(ContainSubstring("blocked")))
		Expect(content(second)).To(Equal("old"))
		Expect(names(dir)).To(ConsistOf("second", "blocked"))
	})

	It("takes the last data of a path", func() {
		set.Stage(second, []byte("three"), 0)
		Expect(set.Commit(nil)).To(Succeed())
		Expect(content(second)).To(Equal("three"))
	})
})

func content(path string) string {
	GinkgoHelper()
	data, err := os.ReadFile(path)
	Expect(err).NotTo(HaveOccurred())
	return string(data)
}

func names(dir string) []string {
	GinkgoHelper()
	entries, err := os.ReadDir(dir)
	Expect(err).NotTo(HaveOccurred())
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
