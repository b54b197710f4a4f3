package gitref

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestGitref(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "gitref")
}

// work is a work tree of its own under a temporary folder.
type work struct{ dir string }

func newWork() work {
	dir := GinkgoT().TempDir()
	w := work{dir: dir}
	w.git("init", "-q", "-b", "main")
	return w
}

func testEnv() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + GinkgoT().TempDir()}
}

func (w work) git(args ...string) string {
	GinkgoHelper()
	who := []string{"-c", "user.name=Somebody", "-c", "user.email=somebody@example.test", "-c", "protocol.file.allow=always"}
	cmd := exec.CommandContext(GinkgoT().Context(), "git", append(who, args...)...)
	cmd.Dir = w.dir
	cmd.Env = append(testEnv(), "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	return string(out)
}

func (w work) write(name, text string) {
	GinkgoHelper()
	full := filepath.Join(w.dir, name)
	Expect(os.MkdirAll(filepath.Dir(full), 0o755)).To(Succeed())
	Expect(os.WriteFile(full, []byte(text), 0o600)).To(Succeed())
}

func (w work) commit(message string) string {
	GinkgoHelper()
	w.git("add", "-A")
	w.git("commit", "-q", "--allow-empty", "-m", message)
	return w.head()
}

func (w work) head() string {
	GinkgoHelper()
	return w.git("rev-parse", "HEAD")[:40]
}

func (w work) open(folder string) *Repo {
	GinkgoHelper()
	r, err := Open(GinkgoT().Context(), filepath.Join(w.dir, folder), testEnv())
	Expect(err).NotTo(HaveOccurred())
	return r
}
