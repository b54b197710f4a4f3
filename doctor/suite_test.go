package doctor_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/archverify/archverify/doctor"
	"github.com/archverify/archverify/manifest"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestDoctor(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "doctor")
}

// clinic is a manifest of one healthy capability: `doctor` has nothing to say.
func clinic() map[string]string {
	return map[string]string{
		"capabilities.yaml": "company:\n  id: clinic\ncapabilities: [clinic.slots]\nproviders: [desk]\n",
		"slots.capability.yaml": `capability:
  id: clinic.slots
  description: List free slots.
  effect: read
  provider: desk
  input:
    day: { type: date }
  output:
    slots: { collection: clinic.Slot }
    fee: { type: money, required: false }
`,
		"slot.resource.yaml": `resource:
  name: clinic.Slot
  fields:
    at: { type: text }
    room: { type: text, required: false }
`,
		"bindings/slots.binding.yaml": `binding:
  capabilityId: clinic.slots
  connector:
    type: rest
    rest:
      method: GET
      path: /slots
      baseUrl: https://desk.example
  response:
    resource: clinic.Slot
    collection: $.slots[*]
    map:
      at: $.at
      room: $.room
  extract:
    fee: $.fee
  contract:
    source: recorded
    fingerprint: "sha256:acd4020d94300eeb5b1f01f6c469bb3d67c75e87621327715c79e51fbaff97c8"
    shape:
      "$": object
      "$.fee": object
      "$.slots": array
      "$.slots[]": object
      "$.slots[].at": string
      "$.slots[].room": "null"
    verifiedAt: "2031-01-10T00:00:00Z"
    probe: { fixture: fixtures/clinic.slots.golden.json }
`,
		"fixtures/clinic.slots.golden.json": `{"capabilityId":"clinic.slots","recordedAt":"2031-01-10T00:00:00Z","request":{"day":"2031-03-01"}}`,
	}
}

// now is the day of the examination.
var now = time.Date(2031, 2, 1, 12, 0, 0, 0, time.UTC)

// ward is a manifest folder on disk.
type ward struct{ dir string }

func newWard(files map[string]string) ward {
	GinkgoHelper()
	w := ward{dir: filepath.Join(GinkgoT().TempDir(), "m")}
	for name, text := range files {
		w.put(name, text)
	}
	return w
}

func (w ward) put(name, text string) {
	GinkgoHelper()
	full := filepath.Join(w.dir, name)
	Expect(os.MkdirAll(filepath.Dir(full), 0o755)).To(Succeed())
	Expect(os.WriteFile(full, []byte(text), 0o600)).To(Succeed())
}

func (w ward) diagnose(o doctor.Options) *doctor.Report {
	GinkgoHelper()
	m := manifest.Load(w.dir)
	Expect(m.Issues).To(BeEmpty())
	Expect(m.Valid()).To(BeTrue(), "%v", m.Diagnostics)
	return doctor.Diagnose(m, o)
}

// edit replaces texts in files: file, old, new, and so on.
func edit(edits ...string) map[string]string {
	GinkgoHelper()
	files := clinic()
	for i := 0; i < len(edits); i += 3 {
		Expect(files[edits[i]]).To(ContainSubstring(edits[i+1]))
		files[edits[i]] = strings.Replace(files[edits[i]], edits[i+1], edits[i+2], 1)
	}
	return files
}

// codes are what was found, in order, without the healthy manifest's own.
func codes(files map[string]string) []string {
	GinkgoHelper()
	list := []string{}
	for _, f := range newWard(files).diagnose(doctor.Options{Now: now}).Findings {
		list = append(list, string(f.Code))
	}
	return list
}

const (
	capabilityFile = "slots.capability.yaml"
	bindingFile    = "bindings/slots.binding.yaml"
	goldenFile     = "fixtures/clinic.slots.golden.json"
)
