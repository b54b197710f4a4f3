package apply_test

import (
	"encoding/json"
	"strings"

	"github.com/archverify/archverify/apply"
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const (
	calm = `capability:
  id: pier.book
  description: Book a berth.
  effect: read
  provider: dock
  input:
    day: { type: date }
  output:
    number: { type: identifier }
`
	guard = "apiVersion: archstone/v1\nkind: Policy\nmetadata: { id: guard, name: Clerks, scope: provider, provider: dock }\nspec:\n  allow: [\"role:clerk\"]\n"
)

var _ = Describe("the report (9.2)", func() {
	It("EX-9.1 goes line by line", func() {
		r := apply.New(with(map[string]string{"book.capability.yaml": calm}), false)
		Expect(r.Exit()).To(Equal(finding.ExitOK))
		Expect(r.Text()).To(Equal(`
archverify apply m

  company    Pier Ltd (pier)
  providers  dock
  declared   1 capabilities
  loaded     1 capability docs, 1 bindings
    ✓ pier.book  [read] → dock

  ✓ shapes valid
  semantic   0 error(s), 0 warning(s)
  registry   IR v0 — 1 capabilities, 1 invocable (bound)

  → run 'archstone serve m' to expose 1 tool(s) to an AI agent over MCP

`))
	})

	It("EX-9.2 lists policy documents", func() {
		r := apply.New(with(map[string]string{"book.capability.yaml": calm, "guard.policy.yaml": guard}), false)
		Expect(r.Text()).To(ContainSubstring("    ✓ pier.book  [read] → dock\n  policies   1 policy document(s)\n    ✓ guard  → provider dock\n\n"))
	})

	It("EX-9.4 an empty folder", func() {
		r := apply.New(load(nil), false)
		Expect(r.Exit()).To(Equal(finding.ExitFailed))
		Expect(r.Text()).To(Equal(`
archverify apply m

  loaded     0 capability docs, 0 bindings

  ✗ 1 shape issue(s):
    - capabilities.yaml: missing (required manifest)
  semantic   0 error(s), 0 warning(s)

`))
	})

	It("EX-9.5, DR6.6 lints replace the warning of the same token", func() {
		r := apply.New(with(nil), false)
		Expect(r.Exit()).To(Equal(finding.ExitOK))
		Expect(r.Warnings).To(BeEmpty())
		Expect(r.Lints).To(HaveLen(3))
		Expect(r.Text()).To(ContainSubstring("  semantic   0 error(s), 3 warning(s)\n    ⚠ capability 'pier.book' is irreversible and declares no failures. "))
		Expect(strings.Count(r.Text(), "human-approval")).To(Equal(1))
	})

	It("EX-9.6 an invalid manifest keeps the warning and has no lint", func() {
		files := strings.Replace(quay()["book.capability.yaml"], "provider: dock", "provider: quay", 1)
		r := apply.New(with(map[string]string{"book.capability.yaml": files}), false)
		Expect(r.Exit()).To(Equal(finding.ExitFailed))
		Expect(r.Lints).To(BeEmpty())
		Expect(r.Text()).To(ContainSubstring("human-approval"))
		Expect(r.Text()).NotTo(ContainSubstring("registry"))
	})

	It("8.3 a folder that is not there cannot be judged", func() {
		r := apply.New(manifest.Load("no/such/dir"), false)
		Expect(r.Exit()).To(Equal(finding.ExitUsage))
		Expect(r.Text()).To(ContainSubstring("    - no/such/dir: directory not found\n"))
	})

	It("DR9.6 names collisions and withholds the registry", func() {
		r := apply.New(with(nil), false)
		r.Collisions = []manifest.Collision{{Name: "a_b", IDs: []string{"a_b", "a.b"}}}
		Expect(r.Exit()).To(Equal(finding.ExitFailed))
		Expect(r.Text()).To(HaveSuffix("\n\n  ✗ 1 tool-name collision(s):\n    - tool name 'a_b' is ambiguous — capabilities a_b, a.b all sanitize to it\n\n"))
	})

	It("is safe for a terminal", func() {
		m := with(map[string]string{"x\x1b[2J.capability.yaml": "capability: [\x1b"})
		Expect(apply.New(m, true).Text()).NotTo(ContainSubstring("\x1b"))
	})
})

var _ = Describe("JSON", func() {
	read := func(r *apply.Report) map[string]any {
		GinkgoHelper()
		var doc map[string]any
		Expect(json.Unmarshal(r.JSON(), &doc)).To(Succeed())
		return doc
	}

	It("works alone: counts, diagnostics with positions, lints", func() {
		doc := read(apply.New(with(nil), false))
		Expect(doc).To(HaveKeyWithValue("ok", true))
		Expect(doc).NotTo(HaveKey("exposure"))
		Expect(doc["counts"]).To(HaveKeyWithValue("warnings", 3.0))
		Expect(doc["lints"]).To(HaveLen(3))
		Expect(doc["lints"].([]any)[0]).To(HaveKeyWithValue("position", HaveKeyWithValue("file", "book.capability.yaml")))
	})

	It("B12 keeps warnings and lints beside the exposure", func() {
		doc := read(apply.New(with(nil), true))
		Expect(doc).To(HaveKey("exposure"))
		Expect(doc).To(HaveKeyWithValue("totals", HaveKeyWithValue("exposed", 1.0)))
		Expect(doc["lints"]).To(HaveLen(3))
	})

	It("tells what each violation leaves unsaid", func() {
		doc := read(apply.New(load(map[string]string{"capabilities.yaml": "company: { id: pier, size: 3 }\nproviders: [a]\ncapabilities: [pier.book]\n"}), false))
		violations := doc["issues"].([]any)[0].(map[string]any)["violations"].([]any)
		Expect(violations[0]).To(HaveKeyWithValue("hint", `unknown key "size"; allowed are id, name, description`))
		Expect(violations[0]).To(HaveKeyWithValue("position", HaveKeyWithValue("line", 1.0)))
	})

	It("tells what is wrong with an invalid manifest", func() {
		doc := read(apply.New(load(nil), false))
		Expect(doc).To(HaveKeyWithValue("ok", false))
		Expect(doc["issues"]).To(HaveLen(1))
	})
})

var _ = Describe("refusals of commands that need a valid manifest", func() {
	It("DR10.7 names every problem", func() {
		text := apply.Refusal("build", load(nil))
		Expect(text).To(Equal("archverify build m: manifest invalid — run 'archverify apply m' for details\n  - capabilities.yaml: missing (required manifest)\n"))
	})

	It("has them as JSON too", func() {
		var doc map[string]any
		Expect(json.Unmarshal(apply.RefusalJSON(load(nil)), &doc)).To(Succeed())
		Expect(doc).To(HaveKeyWithValue("error", "manifest_invalid"))
		Expect(doc["issues"]).To(HaveLen(1))
	})

	It("DR10.8 names collisions", func() {
		text := apply.CollisionRefusal(with(nil), []manifest.Collision{{Name: "a_b", IDs: []string{"a_b", "a.b"}}})
		Expect(text).To(Equal("archverify build m: refusing to write artifact — tool-name collision(s):\n  - tool name 'a_b' is ambiguous — capabilities a_b, a.b all sanitize to it\n"))
	})
})

var _ = Describe("a committed artifact", func() {
	It("EX-8.11 agrees whatever white space stands at its end", func() {
		Expect(apply.Check("x.json", []byte("{}"), []byte("{}\n"))).To(BeEmpty())
	})

	It("differs as a unified diff", func() {
		Expect(apply.Check("x.json", []byte("{\n  \"a\": 1\n}\n"), []byte("{\n  \"a\": 2\n}\n"))).To(Equal(
			"--- x.json\n+++ fresh build\n@@ -1,3 +1,3 @@\n {\n-  \"a\": 1\n+  \"a\": 2\n }\n"))
	})
})

var _ = Describe("the run for reports", func() {
	It("has errors red, warnings and lints yellow, under their subjects", func() {
		run := apply.New(with(nil), false).Run(apply.RunOptions{Root: "m"})
		Expect(run.Subjects).To(HaveLen(1))
		Expect(run.Subjects[0].ID).To(Equal("pier.book"))
		Expect(run.Subjects[0].Outcome).To(Equal(finding.OutcomeYellow))
		Expect(run.Exit).To(Equal(finding.ExitOK))
	})

	It("promise 1: loses no finding, and and keeps identities when files are renamed", func() {
		files := quay()
		files["capabilities.yaml"] = strings.Replace(files["capabilities.yaml"], "pier.book", "pier.book, pier.ghost, pier.spook", 1)
		files["half.capability.yaml"] = "capability:\n  id: pier.half\n"
		files["again.capability.yaml"], files["once.capability.yaml"] = files["book.capability.yaml"], files["book.capability.yaml"]
		identities := func(files map[string]string) (list []string) {
			r := apply.New(load(files), false)
			run := r.Run(apply.RunOptions{})
			for _, s := range run.Subjects {
				for _, f := range s.Findings {
					Expect(f.To).NotTo(ContainSubstring("must"))
					list = append(list, f.Identity)
				}
			}
			Expect(list).To(HaveLen(2 + len(r.Errors) + len(r.Warnings) + len(r.Lints)))
			return list
		}
		before := identities(files)
		moved := map[string]string{}
		for name, text := range files {
			for _, kind := range []string{".capability.yaml", ".binding.yaml"} {
				if short, ok := strings.CutSuffix(name, kind); ok && short != "half" {
					name = short + "-elsewhere" + kind
				}
			}
			moved[name] = text
		}
		Expect(identities(moved)).To(ConsistOf(before))
	})

	It("files shape issues under the manifest and fails", func() {
		run := apply.New(load(map[string]string{"capabilities.yaml": "company: {}\n", "guard.policy.yaml": guard}), false).Run(apply.RunOptions{})
		Expect(run.Exit).To(Equal(finding.ExitFailed))
		for _, s := range run.Subjects {
			for _, f := range s.Findings {
				Expect(f.Position.Known()).To(BeTrue())
				Expect(f.Path).NotTo(BeEmpty())
			}
		}
	})
})
