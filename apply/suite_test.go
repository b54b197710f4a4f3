package apply_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestApply(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "apply")
}

// quay is a small valid manifest, by file.
func quay() map[string]string {
	return map[string]string{
		"capabilities.yaml": "company:\n  id: pier\n  name: Pier Ltd\ncapabilities: [pier.book]\nproviders: [dock]\n",
		"book.capability.yaml": `capability:
  id: pier.book
  description: Book a berth.
  effect: irreversible
  provider: dock
  policies: [human-approval]
  input:
    day: { type: date }
  output:
    number: { type: identifier }
`,
		"bindings/book.binding.yaml": `binding:
  capabilityId: pier.book
  connector:
    type: rest
    rest: { method: POST, path: /book, baseUrl: "${DOCK_URL}" }
  extract:
    number: $.number
`,
	}
}

// load writes and loads a manifest; it is called m in reports.
func load(files map[string]string) *manifest.Manifest {
	GinkgoHelper()
	root := GinkgoT().TempDir()
	for name, text := range files {
		full := filepath.Join(root, "m", name)
		Expect(os.MkdirAll(filepath.Dir(full), 0o755)).To(Succeed())
		Expect(os.WriteFile(full, []byte(text), 0o600)).To(Succeed())
	}
	Expect(os.MkdirAll(filepath.Join(root, "m"), 0o755)).To(Succeed())
	GinkgoT().Chdir(root)
	return manifest.Load("m")
}

// with changes files of the small manifest; an empty text removes one.
func with(changes map[string]string) *manifest.Manifest {
	GinkgoHelper()
	files := quay()
	for name, text := range changes {
		if text == "" {
			delete(files, name)
			continue
		}
		files[name] = text
	}
	return load(files)
}
