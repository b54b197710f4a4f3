package manifest_test

import (
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

var _ = Describe("discovery (DR1.1 to DR1.9)", func() {
	It("EX-1.1 DR1.8 says once that the folder is not there", func() {
		m := manifest.Load("nowhere/")
		Expect(issuesOf(m)).To(Equal([]string{"nowhere/: directory not found"}))
		Expect(m.Valid()).To(BeFalse())
		Expect(m.Diagnostics).To(BeEmpty())
	})

	It("DR1.8 takes a file for no folder", func() {
		file := filepath.Join(GinkgoT().TempDir(), "m")
		Expect(os.WriteFile(file, nil, 0o600)).To(Succeed())
		Expect(issuesOf(manifest.Load(file))).To(Equal([]string{file + ": directory not found"}))
		Expect(issuesOf(manifest.Load(""))).To(Equal([]string{": directory not found"}))
	})

	It("EX-1.2 DR1.9 misses the catalog in an empty folder", func() {
		Expect(issuesOf(load(nil))).To(Equal([]string{"capabilities.yaml: missing (required manifest)"}))
	})

	It("DR1.9 goes on without the catalog", func() {
		m := changed(drop(catalogYAML))
		Expect(m.Catalog).To(BeNil())
		Expect(m.Capabilities).To(HaveLen(1))
		Expect(m.Bindings).To(HaveLen(1))
	})

	It("EX-1.11 DR1.3 ignores documents in the wrong folder", func() {
		m := changed(all(
			put("bindings/rule.policy.yaml", policy("rule", ", scope: provider, provider: yard", "{allow: [a]}")),
			put("other.binding.yaml", "nonsense"),
			put("bindings/old/x.binding.yaml", "nonsense"),
			put("nested/x.capability.yaml", "nonsense"),
			put("README.md", "nonsense"),
		))
		Expect(m.Policies).To(BeEmpty())
		Expect(m.Valid()).To(BeTrue())
	})

	It("EX-1.12 DR1.2 goes by the exact suffix", func() {
		m := changed(func(files map[string]string) {
			files["depot.list-carts.capability.yml"] = files[capabilityYAML]
			delete(files, capabilityYAML)
		})
		Expect(m.Issues).To(BeEmpty())
		Expect(codesOf(m)).To(ContainElement("error declared-without-file"))
	})

	It("DR1.2 counts a file that is nothing but the suffix", func() {
		m := changed(func(files map[string]string) {
			files[".capability.yaml"] = files[capabilityYAML]
			delete(files, capabilityYAML)
		})
		Expect(m.Valid()).To(BeTrue())
	})

	It("EX-1.13 DR1.5 keeps document order: by file name, whatever the ids", func() {
		doc := func(id string) string {
			return "capability: {id: " + id + ", description: x, effect: read, provider: yard}\n"
		}
		m := load(map[string]string{
			catalogYAML:         "company: {id: depot}\ncapabilities: [depot.alpha, depot.zeta]\nproviders: [yard]\n",
			"b.capability.yaml": doc("depot.alpha"),
			"a.capability.yaml": doc("depot.zeta"),
		})
		Expect(m.Valid()).To(BeTrue())
		Expect(m.IR.Tools[0].ID).To(Equal("depot.zeta"))
		Expect(m.IR.Tools[1].ID).To(Equal("depot.alpha"))
	})

	It("DR1.5 reports issues group by group", func() {
		m := load(map[string]string{
			"a.policy.yaml": "x", "a.resource.yaml": "x", "bindings/a.binding.yaml": "x", "b.capability.yaml": "x", "a.capability.yaml": "x",
		})
		var files []string
		for _, i := range m.Issues {
			files = append(files, i.File)
		}
		Expect(files).To(Equal([]string{
			"capabilities.yaml", "a.capability.yaml", "b.capability.yaml", "bindings/a.binding.yaml", "a.resource.yaml", "a.policy.yaml",
		}))
	})
})

var _ = DescribeTable("files that are no documents (DR1.10)",
	func(file, text, message string, line int) {
		m := changed(put(file, text))
		Expect(m.Issues).To(HaveLen(1))
		Expect(m.Issues[0].File).To(Equal(file))
		Expect(m.Issues[0].Message).To(HavePrefix(message))
		Expect(m.Issues[0].Pos.File).To(Equal(file))
		Expect(m.Issues[0].Pos.Line).To(Equal(line))
		Expect(m.IR).To(BeNil())
	},
	Entry("EX-1.6 an open flow", capabilityYAML, "capability: [open", "parse error: did not find expected", 1),
	Entry("EX-1.7 two documents", catalogYAML, "company: {id: depot}\n---\nproviders: [yard]\n", "parse error: more than one document", 2),
	Entry("EX-1.8 a key twice", catalogYAML, "company: {id: depot}\ncompany: {id: depot}\n", `parse error: key "company" is already set in line 1`, 2),
	Entry("DR1.11 an empty file", resourceYAML, "", "/ must be object", 1),
	Entry("DR1.11 a merge key", capabilityYAML, "capability: &c {id: depot.x}\n<<: *c\n", "/ must NOT have additional properties", 2),
)

var _ = Describe("folders and files that are something else", func() {
	var dir string
	BeforeEach(func() {
		dir = GinkgoT().TempDir()
		for name, text := range depot() {
			file := filepath.Join(dir, filepath.FromSlash(name))
			Expect(os.MkdirAll(filepath.Dir(file), 0o700)).To(Succeed())
			Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
		}
	})
	replace := func(name string, with func(path string) error) []string {
		GinkgoHelper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		Expect(os.RemoveAll(path)).To(Succeed())
		Expect(with(path)).To(Succeed())
		m := manifest.Load(dir)
		Expect(m.IR).To(BeNil())
		return issuesOf(m)
	}
	folder := func(path string) error { return os.Mkdir(path, 0o700) }
	file := func(path string) error { return os.WriteFile(path, nil, 0o600) }
	loop := func(path string) error { return os.Symlink(filepath.Base(path), path) }

	It("loads from the disk", func() { Expect(manifest.Load(dir).Valid()).To(BeTrue()) })
	It("B18 tells a folder where a file should be", func() {
		Expect(replace(capabilityYAML, folder)).To(Equal([]string{capabilityYAML + ": parse error: is a folder, but must be a file"}))
	})
	It("B18 tells a file where bindings should be", func() {
		Expect(replace("bindings", file)).To(Equal([]string{"bindings: is a file, but must be a folder"}))
	})
	It("tells a symbolic link that leads to itself", func() {
		Expect(replace(resourceYAML, loop)).To(ConsistOf(HavePrefix(resourceYAML + ": parse error: cannot read file: ")))
	})
	It("tells a folder of bindings that leads to itself", func() {
		Expect(replace("bindings", loop)).To(ConsistOf(HavePrefix("bindings: cannot read folder: ")))
	})
	It("misses a catalog that leads nowhere", func() {
		nowhere := func(path string) error { return os.Symlink("gone", path) }
		Expect(replace(catalogYAML, nowhere)).To(Equal([]string{catalogYAML + ": missing (required manifest)"}))
	})
	It("refuses to open what may never end", func() {
		device := func(path string) error { return os.Symlink(os.DevNull, path) }
		Expect(replace(catalogYAML, device)).To(Equal([]string{catalogYAML + ": parse error: is not a regular file"}))
	})
	It("DR1.2 follows symbolic links", func() {
		path := filepath.Join(dir, resourceYAML)
		Expect(os.Rename(path, filepath.Join(dir, "elsewhere"))).To(Succeed())
		Expect(os.Symlink("elsewhere", path)).To(Succeed())
		Expect(manifest.Load(dir).Valid()).To(BeTrue())
	})
	It("tells an unreadable file", func() {
		if os.Geteuid() == 0 {
			Skip("the superuser reads everything")
		}
		locked := func(path string) error { return os.WriteFile(path, []byte("x"), 0) }
		Expect(replace(resourceYAML, locked)).To(Equal([]string{resourceYAML + ": parse error: cannot read file: permission denied"}))
	})
	It("tells a document that is too large", func() {
		large := func(path string) error { return os.WriteFile(path, make([]byte, 2<<20), 0o600) }
		Expect(replace(resourceYAML, large)).To(Equal([]string{resourceYAML + ": parse error: document is larger than 1048576 bytes"}))
	})
})

var _ = Describe("positions", func() {
	It("DR1.15 gives every violation its own, and the issue that of the first", func() {
		m := changed(all(
			edit(capabilityYAML, "effect: read", "effect: maybe"),
			edit(capabilityYAML, "  provider: yard\n", "  provider: yard\n  ünder: 1\n"),
		))
		Expect(m.Issues).To(HaveLen(1))
		issue := m.Issues[0]
		Expect(issue.Message).To(Equal("/capability must NOT have additional properties; " +
			`/capability/effect must be equal to one of the allowed values (got "maybe")`))
		Expect(issue.Violations).To(HaveLen(2))
		Expect(issue.Violations[0].Pos).To(Equal(finding.Position{File: capabilityYAML, Line: 6, Column: 3, EndLine: 6, EndColumn: 8}))
		Expect(issue.Violations[0].Hint).To(ContainSubstring(`unknown key "ünder"`))
		Expect(issue.Violations[1].Pos).To(Equal(finding.Position{File: capabilityYAML, Line: 4, Column: 11, EndLine: 4, EndColumn: 16}))
		Expect(issue.Pos).To(Equal(issue.Violations[0].Pos))
	})

	It("compiles them into the IR", func() {
		tool := changed(unchanged).IR.Tools[0]
		Expect(tool.Pos).To(HaveField("Line", 2))
		Expect(tool.BindingPos).To(Equal(finding.Position{File: bindingYAML, Line: 2, Column: 17, EndLine: 2, EndColumn: 33}))
		Expect(tool.Connector.Pos.Line).To(Equal(3))
		Expect(tool.Connector.REST.PathPos).To(HaveField("Column", 32))
		Expect(tool.Response.Pos.Line).To(Equal(6))
		Expect(tool.Response.CollectionPos.Line).To(Equal(7))
		Expect(tool.Response.Fields[1].Pos).To(HaveField("Line", 11))
		Expect(tool.Output[0].Pos).To(HaveField("Line", 7))
	})
})
