package gitref

import (
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("finding the base", func() {
	It("is where HEAD left the revision", func() {
		w := newWork()
		fork := w.commit("first")
		w.git("checkout", "-q", "-b", "topic")
		w.commit("on topic")
		w.git("checkout", "-q", "main")
		w.commit("main moved on")
		w.git("checkout", "-q", "topic")
		Expect(w.open(".").MergeBase(GinkgoT().Context(), "main")).To(Equal(fork))
	})

	It("names what to fetch for a revision that is not there", func() {
		w := newWork()
		w.commit("first")
		_, err := w.open(".").MergeBase(GinkgoT().Context(), "origin/main")
		Expect(err).To(MatchError(`revision "origin/main" is not in this clone: fetch it first (git fetch origin main)`))
	})

	It("refuses a revision that looks like an option, and tells nobody to fetch it", func() {
		w := newWork()
		w.commit("first")
		_, err := w.open(".").Resolve(GinkgoT().Context(), "--all")
		Expect(err).To(MatchError(`"--all" names no revision: give a branch, a tag or a commit, such as origin/main`))
	})

	It("says so when histories have nothing in common", func() {
		w := newWork()
		w.commit("first")
		w.git("checkout", "-q", "--orphan", "other")
		w.commit("elsewhere")
		_, err := w.open(".").MergeBase(GinkgoT().Context(), "main")
		Expect(err).To(MatchError(`HEAD and "main" have no commit in common: name another base`))
	})

	Describe("in the checkout of a pull request", func() {
		var origin work
		var base string
		BeforeEach(func() {
			origin = newWork()
			origin.commit("first")
			origin.git("checkout", "-q", "-b", "topic")
			origin.write("topic.txt", "x")
			origin.commit("on topic")
			origin.git("checkout", "-q", "main")
			base = origin.commit("main moved on")
			origin.git("merge", "-q", "--no-ff", "-m", "merge", "topic")
		})
		clone := func(depth string) *Repo {
			GinkgoHelper()
			w := work{dir: filepath.Join(GinkgoT().TempDir(), "clone")}
			origin.git("clone", "-q", "--depth", depth, "file://"+origin.dir, w.dir)
			return w.open(".")
		}

		It("is the first parent of the merge, for which a depth of 2 suffices", func() {
			Expect(clone("2").MergedInto(GinkgoT().Context())).To(Equal(base))
		})

		It("says what to fetch when the clone is shallower", func() {
			_, err := clone("1").MergedInto(GinkgoT().Context())
			Expect(err).To(MatchError(ContainSubstring("check out with fetch-depth: 2")))
		})

		It("says what to fetch when a merge base lies beyond the depth", func() {
			r := clone("1")
			w := work{dir: r.dir}
			w.git("fetch", "-q", "--depth=1", "origin", "topic:topic")
			_, err := r.MergeBase(GinkgoT().Context(), "topic")
			Expect(err).To(MatchError(ContainSubstring("does not reach back to where HEAD left")))
		})
	})

	It("has nothing to say where HEAD is no merge", func() {
		w := newWork()
		w.commit("first")
		_, err := w.open(".").MergedInto(GinkgoT().Context())
		Expect(err).To(MatchError(ErrNoMerge))
	})
})

var _ = Describe("opening a repository", func() {
	It("refuses a folder outside of any work tree in one line", func() {
		_, err := Open(GinkgoT().Context(), GinkgoT().TempDir(), testEnv())
		Expect(err).To(MatchError(ContainSubstring("is not in a git work tree")))
	})

	It("says so when there is no git", func() {
		GinkgoT().Setenv("PATH", GinkgoT().TempDir())
		_, err := Open(GinkgoT().Context(), GinkgoT().TempDir(), nil)
		Expect(err).To(MatchError(ContainSubstring("there is no git on the PATH")))
	})

	It("does not let the caller's GIT_ variables lead it elsewhere", func() {
		w := newWork()
		head := w.commit("first")
		env := append(testEnv(), "GIT_DIR="+os.TempDir(), "GIT_INDEX_FILE=/nowhere")
		r, err := Open(GinkgoT().Context(), w.dir, env)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Resolve(GinkgoT().Context(), "HEAD")).To(Equal(head))
	})
})
