package sourceroot_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/sourceroot"
)

func git(dir string, args ...string) string {
	GinkgoHelper()
	cmd := exec.CommandContext(context.Background(), "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b.c", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b.c")
	out, err := cmd.CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	return string(out)
}

func find(dir, root string) sourceroot.Place {
	GinkgoHelper()
	p, err := sourceroot.Find(context.Background(), dir, root, os.LookupEnv)
	Expect(err).NotTo(HaveOccurred())
	return p
}

var _ = Describe("finding the repository root", func() {
	var top, manifest string

	BeforeEach(func() {
		if _, err := exec.LookPath("git"); err != nil {
			Skip("there is no git here")
		}
		top = GinkgoT().TempDir()
		var err error
		top, err = filepath.EvalSymlinks(top)
		Expect(err).NotTo(HaveOccurred())
		manifest = filepath.Join(top, "services", "crumbs", "manifests")
		Expect(os.MkdirAll(manifest, 0o755)).To(Succeed())
	})

	Describe("in a git work tree", func() {
		BeforeEach(func() {
			git(top, "init", "-q")
			git(top, "commit", "-q", "--allow-empty", "-m", "x")
		})

		It("FC-35 names files from the root, whatever the current folder is", func() {
			GinkgoT().Chdir(filepath.Join(top, "services", "crumbs"))
			p := find("./manifests", "")
			Expect(p.Root).To(Equal("services/crumbs/manifests"))
			Expect(p.Top).To(Equal(top))
			Expect(p.Commit).To(HaveLen(40))
			Expect(p.Warning).To(BeEmpty())
			Expect(finding.Position{File: "a.binding.yaml", Line: 3}.In(p.Root).File).To(Equal("services/crumbs/manifests/a.binding.yaml"))
		})

		It("FC-35 resolves symbolic links first", func() {
			link := filepath.Join(GinkgoT().TempDir(), "checkout")
			Expect(os.Symlink(top, link)).To(Succeed())
			Expect(find(filepath.Join(link, "services", "crumbs", "manifests"), "").Root).To(Equal("services/crumbs/manifests"))
		})

		It("is empty when the manifest is the root itself", func() {
			Expect(find(top, "").Root).To(BeEmpty())
		})

		It("does not listen to git's own variables", func() {
			GinkgoT().Setenv("GIT_DIR", "/nowhere")
			GinkgoT().Setenv("GIT_WORK_TREE", "/")
			Expect(find(manifest, "").Root).To(Equal("services/crumbs/manifests"))
		})

		It("still knows the root without git, and says that the commit is unknown", func() {
			GinkgoT().Setenv("PATH", GinkgoT().TempDir())
			p := find(manifest, "")
			Expect(p.Root).To(Equal("services/crumbs/manifests"))
			Expect(p.Commit).To(BeEmpty())
			Expect(p.Warning).To(ContainSubstring("no git on the PATH"))
		})

		It("says dubious ownership in one clear line, and goes on", func() {
			if os.Geteuid() != 0 {
				Skip("only root may give a folder away")
			}
			Expect(filepath.WalkDir(top, func(path string, _ os.DirEntry, err error) error {
				if err != nil {
					return err
				}
				return os.Lchown(path, 12345, 12345)
			})).To(Succeed())
			GinkgoT().Setenv("HOME", GinkgoT().TempDir())
			p := find(manifest, "")
			Expect(p.Root).To(Equal("services/crumbs/manifests"))
			Expect(p.Warning).To(SatisfyAll(ContainSubstring("another user owns it"), ContainSubstring("safe.directory "+top), Not(ContainSubstring("\n"))))
		})
	})

	It("takes a source root at its word", func() {
		Expect(find(manifest, filepath.Join(top, "services")).Root).To(Equal("crumbs/manifests"))
	})

	It("refuses a source root that the manifest is not below", func() {
		_, err := sourceroot.Find(context.Background(), manifest, GinkgoT().TempDir(), os.LookupEnv)
		Expect(err).To(MatchError(ContainSubstring("is not below the source root")))
	})

	It("takes the current folder where there is no repository", func() {
		GinkgoT().Chdir(filepath.Join(top, "services"))
		Expect(find("crumbs/manifests", "").Root).To(Equal("crumbs/manifests"))
		GinkgoT().Chdir(GinkgoT().TempDir())
		Expect(find(manifest, "").Root).To(BeEmpty())
	})

	It("says what is wrong with a folder that is not there", func() {
		_, err := sourceroot.Find(context.Background(), filepath.Join(top, "gone"), "", os.LookupEnv)
		Expect(err).To(MatchError(ContainSubstring("locate manifest folder")))
	})
})
