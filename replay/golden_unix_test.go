//go:build unix

package replay_test

import (
	"os"
	"path/filepath"
	"syscall"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/replay"
)

var _ = Describe("ReadGolden on a disk", func() {
	It("never follows a link out of the manifest, and never waits for a pipe", func() {
		dir, outside := GinkgoT().TempDir(), GinkgoT().TempDir()
		Expect(os.WriteFile(filepath.Join(outside, "f.json"), []byte(`{"request":{}}`), 0o644)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(dir, "real.json"), []byte(`{"request":{}}`), 0o644)).To(Succeed())
		Expect(os.Symlink(filepath.Join(outside, "f.json"), filepath.Join(dir, "out.json"))).To(Succeed())
		Expect(os.Symlink(outside, filepath.Join(dir, "folder"))).To(Succeed())
		Expect(os.Symlink("real.json", filepath.Join(dir, "in.json"))).To(Succeed())
		Expect(os.Symlink("loop.json", filepath.Join(dir, "loop.json"))).To(Succeed())
		Expect(syscall.Mkfifo(filepath.Join(dir, "pipe.json"), 0o644)).To(Succeed())
		root, err := os.OpenRoot(dir)
		Expect(err).NotTo(HaveOccurred())
		defer root.Close()
		for name, culprit := range map[string]string{
			"out.json": "cannot be read", "folder/f.json": "cannot be read", "loop.json": "cannot be read",
			"pipe.json": "not a regular file", "folder": "cannot be read", "gone.json": "there is no such file",
		} {
			_, err := replay.ReadGolden(root.FS(), name)
			Expect(err).To(MatchError(And(ContainSubstring(culprit), ContainSubstring(name))))
		}
		_, err = replay.ReadGolden(root.FS(), "in.json")
		Expect(err).NotTo(HaveOccurred())
	})
})
