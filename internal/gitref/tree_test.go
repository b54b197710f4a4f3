package gitref

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing/fstest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("reading a folder of a commit", func() {
	all := func(string) bool { return true }
	read := func(w work, folder, commit string, want func(string) bool) (fs.FS, error) {
		GinkgoHelper()
		return w.open(folder).Folder(GinkgoT().Context(), commit, []string{"parts"}, want)
	}

	It("holds the files as they were, whatever the work tree says now", func() {
		w := newWork()
		w.write("m/a.yaml", "one")
		w.write("m/parts/b.yaml", "two")
		w.write("m/deep/er/c.yaml", "three")
		then := w.commit("first")
		w.write("m/a.yaml", "changed")
		Expect(os.Remove(filepath.Join(w.dir, "m/parts/b.yaml"))).To(Succeed())
		tree, err := read(w, "m", then, all)
		Expect(err).NotTo(HaveOccurred())
		Expect(fs.ReadFile(tree, "a.yaml")).To(BeEquivalentTo("one"))
		Expect(fs.ReadFile(tree, "parts/b.yaml")).To(BeEquivalentTo("two"))
		Expect(fstest.TestFS(tree, "a.yaml", "parts/b.yaml")).To(Succeed())
		_, err = fs.Stat(tree, "deep")
		Expect(err).To(MatchError(fs.ErrNotExist))
		Expect(w.git("status", "--porcelain")).To(Equal(" M m/a.yaml\n D m/parts/b.yaml\n"))
	})

	It("reads the root of the work tree too", func() {
		w := newWork()
		w.write("a.yaml", "one")
		tree, err := read(w, ".", w.commit("first"), all)
		Expect(err).NotTo(HaveOccurred())
		Expect(fs.ReadFile(tree, "a.yaml")).To(BeEquivalentTo("one"))
	})

	It("leaves out what is not wanted", func() {
		w := newWork()
		w.write("m/a.yaml", "one")
		w.write("m/b.json", "two")
		tree, err := read(w, "m", w.commit("first"), func(n string) bool { return strings.HasSuffix(n, ".yaml") })
		Expect(err).NotTo(HaveOccurred())
		Expect(fs.Glob(tree, "*")).To(Equal([]string{"a.yaml"}))
	})

	It("has no folder where the commit has none", func() {
		w := newWork()
		then := w.commit("nothing yet")
		w.write("m/a.yaml", "one")
		_, err := read(w, "m", then, all)
		Expect(err).To(MatchError(fs.ErrNotExist))
	})

	It("follows links within the commit and fails at others", func() {
		w := newWork()
		w.write("shared/a.yaml", "one")
		w.write("m/plain.yaml", "plain")
		for name, target := range map[string]string{"in.yaml": "../shared/a.yaml", "out.yaml": "/etc/passwd", "loop.yaml": "loop.yaml", "gone.yaml": "nowhere"} {
			Expect(os.Symlink(target, filepath.Join(w.dir, "m", name))).To(Succeed())
		}
		tree, err := read(w, "m", w.commit("first"), all)
		Expect(err).NotTo(HaveOccurred())
		Expect(fs.ReadFile(tree, "in.yaml")).To(BeEquivalentTo("one"))
		for _, name := range []string{"out.yaml", "loop.yaml", "gone.yaml"} {
			_, err := fs.ReadFile(tree, name)
			Expect(err).To(MatchError(ContainSubstring("leads to no file of the commit")), name)
		}
		Expect(fs.ReadFile(tree, "plain.yaml")).To(BeEquivalentTo("plain"))
	})

	It("follows a linked folder", func() {
		w := newWork()
		w.write("shared/a.yaml", "one")
		w.write("m/x.yaml", "x")
		Expect(os.Symlink("../shared", filepath.Join(w.dir, "m/parts"))).To(Succeed())
		tree, err := read(w, "m", w.commit("first"), all)
		Expect(err).NotTo(HaveOccurred())
		Expect(fs.ReadFile(tree, "parts/a.yaml")).To(BeEquivalentTo("one"))
	})

	It("says what to do in a clone without the files", func() {
		origin := newWork()
		origin.write("m/a.yaml", "one")
		then := origin.commit("first")
		origin.write("m/a.yaml", "two")
		origin.commit("second")
		origin.git("config", "uploadpack.allowFilter", "true")
		w := work{dir: filepath.Join(GinkgoT().TempDir(), "clone")}
		origin.git("clone", "-q", "--filter=blob:none", "file://"+origin.dir, w.dir)
		_, err := read(w, "m", then, all)
		Expect(err).To(MatchError(ContainSubstring("git fetch --refetch --no-filter")))
	})

	It("keeps odd names and refuses huge files one by one", func() {
		w := newWork()
		w.write("m/a b\tü.yaml", "odd")
		w.write("m/huge.yaml", strings.Repeat("x", MaxFile+1))
		tree, err := read(w, "m", w.commit("first"), all)
		Expect(err).NotTo(HaveOccurred())
		Expect(fs.ReadFile(tree, "a b\tü.yaml")).To(BeEquivalentTo("odd"))
		_, err = fs.ReadFile(tree, "huge.yaml")
		Expect(err).To(MatchError(ContainSubstring("more than the limit")))
	})
})
