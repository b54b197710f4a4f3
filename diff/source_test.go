package diff_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/archverify/archverify/diff"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const (
	catalogText = "company:\n  id: harbour\ncapabilities: [harbour.look]\nproviders: [pier]\n"
	lookText    = `capability:
  id: harbour.look
  description: Look at the harbour.
  effect: read
  provider: pier
  input:
    day: { type: date }
  output:
    sail: { type: text }
    wind:
      type: quantity
      required: false
`
	bindingText = `binding:
  capabilityId: harbour.look
  connector:
    type: rest
    rest:
      method: GET
      path: /look
      baseUrl: ${PIER_URL}
  extract:
    sail: $.sail
    wind: $.wind
`
)

// folder writes a small manifest.
func folder() string {
	GinkgoHelper()
	dir := filepath.Join(GinkgoT().TempDir(), "m")
	put(dir, "capabilities.yaml", catalogText)
	put(dir, "look.capability.yaml", lookText)
	put(dir, "bindings/look.binding.yaml", bindingText)
	return dir
}

func put(dir, name, text string) {
	GinkgoHelper()
	full := filepath.Join(dir, name)
	Expect(os.MkdirAll(filepath.Dir(full), 0o755)).To(Succeed())
	Expect(os.WriteFile(full, []byte(text), 0o600)).To(Succeed())
}

var _ = Describe("sides (DR7.2, DR7.3)", func() {
	artifact := func(text string) string {
		GinkgoHelper()
		dir := GinkgoT().TempDir()
		put(dir, "a.json", text)
		return filepath.Join(dir, "a.json")
	}

	It("compares a folder with the artifact built from it as equal", func() {
		dir := folder()
		source, refused := diff.Load(dir)
		Expect(refused).To(BeNil())
		built := artifact(string(source.IR.Build()))
		before, after, refused := diff.LoadBoth(built, dir)
		Expect(refused).To(BeNil())
		r, refused := diff.Judge(before, after)
		Expect(refused).To(BeNil())
		Expect(r.Entries).To(BeEmpty())
	})

	It("points at lines of both sides, and at the catalog for what is gone", func() {
		before, after := folder(), folder()
		put(after, "look.capability.yaml", "# moved down\n"+lookText[:len(lookText)-len("    wind:\n      type: quantity\n      required: false\n")])
		put(after, "bindings/look.binding.yaml", bindingText[:len(bindingText)-len("    wind: $.wind\n")])
		b, a, refused := diff.LoadBoth(before, after)
		Expect(refused).To(BeNil())
		r, _ := diff.Judge(b, a)
		Expect(string(r.JSON())).To(ContainSubstring(
			`"position":{"file":"capabilities.yaml","line":1,"column":1},"beforePosition":{"file":"look.capability.yaml","line":10,"column":5}`))
	})

	It("points at the line of the member that moved", func() {
		before, after := folder(), folder()
		moved := strings.NewReplacer("effect: read\n", "effect: write\n  lifecycle: beta\n  policies: [rate-limited]\n", "Look at", "Look over")
		put(after, "look.capability.yaml", moved.Replace(lookText))
		b, a, refused := diff.LoadBoth(before, after)
		Expect(refused).To(BeNil())
		r, _ := diff.Judge(b, a)
		lines := map[string][2]int{}
		for _, e := range r.Entries {
			lines[e.Path] = [2]int{e.BeforePos.Line, e.AfterPos.Line}
		}
		Expect(lines).To(Equal(map[string][2]int{"description": {3, 3}, "effect": {4, 4}, "lifecycle": {2, 5}, "policies": {2, 6}}))
	})

	DescribeTable("are refused", func(name func() string, code diff.RefusalCode, want string) {
		_, refused := diff.Load(name())
		Expect(refused.Code).To(Equal(code))
		Expect(refused.Text()).To(ContainSubstring(want))
	},
		Entry("EX-7.26 a file that is not there", func() string { return "missing.json" }, diff.ArtifactUnreadable,
			"archverify diff missing.json: could not be read as a built artifact — no such file or directory\n"),
		Entry("no JSON", func() string { return artifact("{oops") }, diff.ArtifactUnreadable, "could not be read as a built artifact — not JSON"),
		Entry("no artifact", func() string { return artifact(`{"version":1,"tools":[]}`) }, diff.ArtifactUnreadable,
			"not an Archstone IR artifact (no 'version' or 'tools')"),
		Entry("EX-7.27 an empty folder", func() string { return GinkgoT().TempDir() }, diff.ManifestInvalid,
			"  - capabilities.yaml: missing (required manifest)\n"),
		Entry("errors of meaning", func() string {
			dir := folder()
			put(dir, "capabilities.yaml", "company:\n  id: harbour\ncapabilities: [harbour.look, harbour.gone]\nproviders: [pier]\n")
			return dir
		}, diff.ManifestInvalid, "  ✗ "),
	)

	It("DR7.3 reads both and refuses the first", func() {
		_, _, refused := diff.LoadBoth("one.json", "two.json")
		Expect(refused.Message).To(HavePrefix("one.json: "))
	})

	It("EX-7.23 refuses other versions", func() {
		b, a, refused := diff.LoadBoth(artifact(`{"version":"1","tools":[]}`), artifact(`{"version":"0","tools":[]}`))
		Expect(refused).To(BeNil())
		_, refused = diff.Judge(b, a)
		Expect(refused.Code).To(Equal(diff.VersionMismatch))
		Expect(refused.Message).To(ContainSubstring("cannot diff IR version '1' against IR version '0'"))
	})

	It("DR7.4 refuses as one line of JSON without a result's members", func() {
		_, refused := diff.Load(GinkgoT().TempDir())
		var doc map[string]any
		Expect(json.Unmarshal(refused.JSON(), &doc)).To(Succeed())
		Expect(doc).To(HaveKeyWithValue("error", "manifest_invalid"))
		Expect(doc).To(HaveKey("message"))
		Expect(doc["issues"]).To(HaveLen(1))
		Expect(doc["errors"]).To(BeEmpty())
		for _, member := range []string{"before", "after", "entries", "summary"} {
			Expect(doc).NotTo(HaveKey(member))
		}
	})
})

var _ = Describe("declarations that say the same", func() {
	compare := func(before, after string) []string {
		GinkgoHelper()
		b, a, refused := diff.LoadBoth(before, after)
		Expect(refused).To(BeNil())
		r, refused := diff.Judge(b, a)
		Expect(refused).To(BeNil())
		return brief(r)
	}

	It("FC-27 in other words of YAML: order of keys, quotes, flow, comments, defaults", func() {
		after := folder()
		put(after, "look.capability.yaml", `# looked over
capability:
  output: {wind: {required: false, type: "quantity"}, sail: {type: 'text', required: true, description: "Its colour."}}
  input:
    day:
      type: date
  provider: pier
  effect: "read"
  description: Look at the harbour.
  id: harbour.look
`)
		Expect(compare(folder(), after)).To(Equal([]string{
			"compatible description-changed harbour.look output.sail: output 'sail' description changed",
		}))
	})

	It("FC-29 in another file, and what changed besides", func() {
		after := folder()
		Expect(os.Rename(filepath.Join(after, "look.capability.yaml"), filepath.Join(after, "zz.capability.yaml"))).To(Succeed())
		Expect(compare(folder(), after)).To(BeEmpty())
		put(after, "zz.capability.yaml", strings.Replace(lookText, "sail: { type: text }", "sail: { type: text, required: false }", 1))
		Expect(compare(folder(), after)).To(Equal([]string{
			"breaking output-now-optional harbour.look output.sail: output 'sail' changed from required to optional",
		}))
	})
})
