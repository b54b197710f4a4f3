package doctor_test

import (
	"os"
	"path/filepath"

	"github.com/archverify/archverify/doctor"
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// noContract removes the contract of the healthy manifest, and its file.
func noContract(files map[string]string) map[string]string {
	GinkgoHelper()
	text := files[bindingFile]
	for i := range len(text) {
		if len(text)-i > 11 && text[i:i+11] == "  contract:" {
			files[bindingFile] = text[:i]
			break
		}
	}
	delete(files, goldenFile)
	return files
}

func unbound(files map[string]string) map[string]string {
	delete(files, bindingFile)
	delete(files, goldenFile)
	return files
}

const policy = "apiVersion: archstone/v1\nkind: Policy\nmetadata: { id: guard, name: Clerks, scope: provider, provider: desk }\nspec:\n  allow: [\"role:clerk\"]\n  rateLimit: { maxInvocations: 5, windowSeconds: 60 }\n"

var _ = DescribeTable("the checks of the reference (8.2)", func(files func() map[string]string, want ...string) {
	Expect(codes(files())).To(Equal(append([]string{}, want...)))
},
	Entry("EX-8.1 healthy", clinic),
	Entry("EX-8.2 no contract, base URL from the environment", func() map[string]string {
		return noContract(edit(bindingFile, "https://desk.example", "${DESK_URL}/v1"))
	}, "no-contract", "env-baseurl"),
	Entry("EX-8.3 a write", func() map[string]string { return noContract(edit(capabilityFile, "effect: read", "effect: write")) },
		"no-contract-non-read"),
	Entry("EX-8.4 unbound, irreversible, authenticated", func() map[string]string {
		return unbound(edit(capabilityFile, "  effect: read\n", "  effect: irreversible\n  policies: [authenticated]\n  failures: { taken: The slot is taken. }\n"))
	}, "unbound-capability", "irreversible-effect", "irreversible-without-policy", "authenticated-needs-principal"),
	Entry("EX-8.5 unbound and retired", func() map[string]string {
		return unbound(edit(capabilityFile, "  effect: read\n", "  effect: read\n  lifecycle: retired\n"))
	}),
	Entry("EX-8.6 retired with a contract whose file is gone", func() map[string]string {
		files := edit(capabilityFile, "  effect: read\n", "  effect: read\n  lifecycle: retired\n")
		delete(files, goldenFile)
		return files
	}, "missing-fixture-file", "retired-with-contract"),
	Entry("EX-8.7 the caller in the base URL", func() map[string]string {
		return edit(bindingFile, "https://desk.example", `"https://${caller.tenant}.${ZONE}"`)
	}, "caller-influenced-baseurl"),
	Entry("EX-8.8 irreversible, nothing named, nothing enforced", func() map[string]string {
		return noContract(edit(capabilityFile, "  effect: read\n", "  effect: irreversible\n  policies: [human-approval]\n"))
	}, "no-contract-non-read", "irreversible-effect", "irreversible-no-failures", "irreversible-unauthenticated", "irreversible-unenforced-policy"),
	Entry("EX-8.9 experimental with a rate limit", func() map[string]string {
		files := edit(capabilityFile, "  effect: read\n", "  effect: read\n  lifecycle: experimental\n")
		files["guard.policy.yaml"] = policy
		return files
	}, "ratelimit-needs-counter", "experimental-capability"),
)

var _ = Describe("the committed artifact (DR8.5)", func() {
	built := func() string {
		GinkgoHelper()
		return string(manifest.Load(newWard(clinic()).dir).IR.Build())
	}
	committed := func(text string) []string {
		files := clinic()
		files["archstone.ir.json"] = text
		return codes(files)
	}

	It("DR8.4 is there and cannot be compared", func() {
		w := newWard(clinic())
		Expect(os.Symlink(os.DevNull, filepath.Join(w.dir, "archstone.ir.json"))).To(Succeed())
		Expect(found(w.diagnose(doctor.Options{Now: now}))).To(Equal([]string{
			"ir-drift: the committed archstone.ir.json does not match a fresh build of this manifest",
		}))
	})
	It("EX-8.10 differs by one space", func() { Expect(committed(built()[:1] + " " + built()[1:])).To(Equal([]string{"ir-drift"})) })
	It("EX-8.11 may lack its last line break", func() { Expect(committed(built()[:len(built())-1])).To(BeEmpty()) })
})

var _ = Describe("the report (8.3)", func() {
	It("EX-8.13 groups by severity", func() {
		files := noContract(edit(capabilityFile, "effect: read", "effect: write"))
		r := newWard(files).diagnose(doctor.Options{})
		r.Manifest.Dir = "m"
		Expect(r.OK()).To(BeTrue())
		Expect(r.Text(false)).To(Equal("\narchverify doctor m\n\n" +
			"🔵 clinic.slots — bound and `write`, so it records no contract fixture — and should not\n" +
			"   Replaying would repeat the effect, which is why `archverify verify` skips it. Cover it with a capability that only reads from the same backend where there is one; record it only against a real sandbox, for `--sandbox`.\n" +
			"   (no-contract-non-read)\n\n" +
			"1 capabilities checked — 0 error · 0 warning · 1 advisory.\n\n"))
		Expect(r.Text(true)).To(ContainSubstring("   (no-contract-non-read)\n   m/bindings/slots.binding.yaml:2\n\n"))
	})

	It("DR8.7 says so when there is nothing", func() {
		r := newWard(clinic()).diagnose(doctor.Options{Now: now})
		r.Manifest.Dir = "m"
		Expect(r.Text(false)).To(Equal("\narchverify doctor m\n\n🟢 1 capabilities checked — nothing to flag.\n\n"))
		Expect(string(r.JSON())).To(Equal("{\n  \"findings\": [],\n  \"checked\": 1,\n  \"ok\": true\n}\n"))
	})

	It("fails with an error only", func() {
		files := clinic()
		delete(files, goldenFile)
		r := newWard(files).diagnose(doctor.Options{})
		Expect(r.Exit()).To(Equal(1))
		Expect(string(r.JSON())).To(ContainSubstring(`"ok": false`))
		Expect(newWard(noContract(clinic())).diagnose(doctor.Options{}).Exit()).To(Equal(0))
	})

	It("is safe for a terminal", func() {
		files := edit(bindingFile, "fixtures/clinic.slots.golden.json", `"fixtures/\x1b[2Jx\u202e.json"`)
		text := newWard(files).diagnose(doctor.Options{}).Text(true)
		Expect(text).To(ContainSubstring("not on disk"))
		Expect(text).NotTo(ContainSubstring("\x1b"))
		Expect(text).NotTo(ContainSubstring("\u202e"))
	})

	It("gives every finding of a run an identity of its own and a place", func() {
		files := edit(capabilityFile, "  effect: read\n", "  effect: irreversible\n  policies: [human-approval, consent-required]\n")
		files["fixtures/old.golden.json"], files["fixtures/older.golden.json"] = "{}", "{}"
		run := newWard(noContract(files)).diagnose(doctor.Options{Now: now}).Run(doctor.RunOptions{})
		seen := map[string]bool{}
		for _, s := range run.Subjects {
			for _, f := range s.Findings {
				Expect(f.Path).NotTo(BeEmpty(), string(f.Code))
				Expect(f.Position.Known()).To(BeTrue())
				Expect(seen[f.Identity]).To(BeFalse(), f.Message)
				seen[f.Identity] = true
			}
		}
		Expect(seen).To(HaveLen(8))
	})
})
