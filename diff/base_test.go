package diff_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/archverify/archverify/diff"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func gitEnv() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + GinkgoT().TempDir()}
}

// git runs git in a folder and returns what it wrote.
func git(dir string, args ...string) string {
	GinkgoHelper()
	who := []string{"-c", "user.name=Somebody", "-c", "user.email=somebody@example.test"}
	cmd := exec.CommandContext(GinkgoT().Context(), "git", append(who, args...)...)
	cmd.Dir, cmd.Env = dir, append(gitEnv(), "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	return strings.TrimSpace(string(out))
}

func commit(dir string) {
	GinkgoHelper()
	git(dir, "add", "-A")
	git(dir, "commit", "-q", "--allow-empty", "-m", "change")
}

var _ = Describe("the base of a change", func() {
	var dir, root string
	BeforeEach(func() {
		dir = folder()
		root = filepath.Dir(dir)
		git(root, "init", "-q", "-b", "main")
	})
	base := func(o diff.BaseOptions) (string, *diff.Result, *diff.Refusal) {
		o.Dir, o.Env = dir, gitEnv()
		return diff.Base(GinkgoT().Context(), o)
	}
	breakIt := func() {
		GinkgoHelper()
		put(dir, "look.capability.yaml", strings.Replace(lookText, "day: { type: date }", "day: { type: date }\n    hour: { type: quantity }", 1))
	}

	It("is the commit where HEAD left the revision", func() {
		commit(root)
		git(root, "checkout", "-q", "-b", "topic")
		breakIt()
		git(root, "checkout", "-q", "-b", "elsewhere", "main")
		name, r, refused := base(diff.BaseOptions{Rev: "main"})
		Expect(refused).To(BeNil())
		Expect(name).To(MatchRegexp(`^main at [0-9a-f]{12}$`))
		Expect(brief(r)).To(Equal([]string{"breaking input-added-required harbour.look input.hour: input 'hour' added (required, quantity)"}))
		Expect(string(r.JSON())).To(ContainSubstring(`"state":"compared"`))
	})

	It("is found by itself in the checkout of a pull request", func() {
		commit(root)
		git(root, "checkout", "-q", "-b", "topic")
		breakIt()
		commit(root)
		git(root, "checkout", "-q", "main")
		git(root, "merge", "-q", "--no-ff", "-m", "merge", "topic")
		name, r, refused := base(diff.BaseOptions{})
		Expect(refused).To(BeNil())
		Expect(name).To(HavePrefix("HEAD^1 at "))
		Expect(r.Entries).To(HaveLen(1))
	})

	It("falls back to the branch that the pull request goes to", func() {
		commit(root)
		git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
		breakIt()
		commit(root)
		name, r, refused := base(diff.BaseOptions{Target: "main"})
		Expect(refused).To(BeNil())
		Expect(name).To(HavePrefix("origin/main at "))
		Expect(r.Entries).To(HaveLen(1))
	})

	It("asks for a name where nothing tells it", func() {
		commit(root)
		_, _, refused := base(diff.BaseOptions{})
		Expect(refused.Code).To(Equal(diff.BaseUnavailable))
		Expect(refused.Text()).To(ContainSubstring("name one with --base"))
		Expect(strings.Count(refused.Text(), "\n")).To(Equal(1))
	})

	It("has everything added, and nothing broken, where it had no manifest", func() {
		git(root, "commit", "-q", "--allow-empty", "-m", "empty")
		git(root, "tag", "start")
		put(dir, "form.resource.yaml", "resource:\n  name: harbour.Form\n  fields:\n    size: { type: quantity }\n")
		put(dir, "look.capability.yaml", strings.Replace(lookText, "day: { type: date }", "day: { type: harbour.Form }", 1))
		_, r, refused := base(diff.BaseOptions{Rev: "start"})
		Expect(refused).To(BeNil())
		Expect(r.Base.Absent).To(BeTrue())
		Expect(brief(r)).To(Equal([]string{
			"compatible resource-field-changed harbour.Form size: field 'size' added (required, quantity) (reaches harbour.look)",
			"compatible capability-added harbour.look : capability added (read)",
		}))
		Expect(r.Text(diff.TextOptions{})).To(ContainSubstring("base    has no manifest here: everything is new\n"))
	})

	It("is announced when it is invalid, and the new side judged alone", func() {
		put(dir, "look.capability.yaml", "capability: [oops\n")
		commit(root)
		put(dir, "look.capability.yaml", lookText)
		_, r, refused := base(diff.BaseOptions{Rev: "main"})
		Expect(refused).To(BeNil())
		Expect(r.Entries).To(BeEmpty())
		Expect(r.Exit(diff.Breaking)).To(Equal(0))
		Expect(r.Text(diff.TextOptions{})).To(ContainSubstring("base    is invalid: only the new manifest was judged, and it is valid\n"))
		Expect(r.Text(diff.TextOptions{})).To(ContainSubstring("\n  nothing was compared\n"))
		r.AddContracts()
		Expect(r.Text(diff.TextOptions{})).NotTo(ContainSubstring("no changes"))
		Expect(string(r.JSON())).To(ContainSubstring(`"state":"invalid","refusal":{"error":"manifest_invalid"`))
		Expect(r.Run(diff.RunOptions{}).Warnings).NotTo(BeEmpty())
	})

	It("does not excuse an invalid new side", func() {
		commit(root)
		put(dir, "look.capability.yaml", "capability: [oops\n")
		_, _, refused := base(diff.BaseOptions{Rev: "main"})
		Expect(refused.Code).To(Equal(diff.ManifestInvalid))
	})

	It("leaves the work tree alone", func() {
		commit(root)
		breakIt()
		put(dir, "untracked.txt", "x")
		before := git(root, "status", "--porcelain")
		_, _, refused := base(diff.BaseOptions{Rev: "main"})
		Expect(refused).To(BeNil())
		Expect(git(root, "status", "--porcelain")).To(Equal(before))
	})
})
