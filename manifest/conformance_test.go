package manifest_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/internal/sharedtest"
	"github.com/archverify/archverify/manifest"
)

func shared(name string) string { return sharedtest.File(GinkgoT(), "conformance/"+name) }

func sharedBytes(name string) string {
	GinkgoHelper()
	data, err := os.ReadFile(shared(name))
	Expect(err).NotTo(HaveOccurred())
	return string(data)
}

var _ = Describe("conformance with the reference", func() {
	It("takes every manifest that the reference takes", func() {
		// Its capability file is not named *.capability.yaml.
		refused := map[string]string{"data/examples/doc-fixtures/tourism": "declared-without-file"}
		seen := 0
		root := shared("")
		Expect(filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.Name() != "capabilities.yaml" {
				return err
			}
			seen++
			name, _ := filepath.Rel(root, filepath.Dir(path))
			m := manifest.Load(filepath.Dir(path))
			Expect(m.Issues).To(BeEmpty(), name)
			if code := refused[filepath.ToSlash(name)]; code != "" {
				Expect(codesOf(m)).To(ContainElement("error "+code), name)
			} else {
				Expect(m.Valid()).To(BeTrue(), "%s: %v", name, m.Diagnostics)
			}
			return nil
		})).To(Succeed())
		Expect(seen).To(BeNumerically(">=", 24))
	})

	DescribeTable("compiles to the stored artifacts",
		func(dir, artifact string, contracts bool) {
			ir := manifest.Load(shared(dir)).IR
			Expect(ir).NotTo(BeNil())
			got := ir.Build()
			if contracts {
				got = ir.Artifact()
			}
			want := sharedBytes(artifact)
			Expect(string(got)).To(Equal(want))
			back, err := manifest.ParseArtifact([]byte(want))
			Expect(err).NotTo(HaveOccurred())
			Expect(string(back.Artifact())).To(Equal(want))
		},
		Entry("bank", "data/examples/manifests/bank", "data/packages/compiler/test/fixtures/ir/bank.ir.json", true),
		Entry("booking", "data/examples/manifests/booking", "data/packages/compiler/test/fixtures/ir/booking.ir.json", true),
		Entry("tourism", "data/examples/manifests/tourism", "data/packages/compiler/test/fixtures/ir/tourism.ir.json", true),
		Entry("showcase", "data/examples/showcase/manifest", "expected/showcase.ir.json", false),
		Entry("showcase, before", "data/examples/showcase/manifest-before-s18", "expected/showcase-before.ir.json", false),
	)

	DescribeTable("finds the lints of the reference",
		func(dir, report string) {
			var doctor struct {
				Findings []struct{ Code, Capability, Token string }
			}
			Expect(json.Unmarshal([]byte(sharedBytes(report)), &doctor)).To(Succeed())
			type lint struct{ code, capability, token string }
			want, got := []lint{}, []lint{}
			for _, f := range doctor.Findings {
				if strings.HasPrefix(f.Code, "irreversible-") && f.Code != "irreversible-effect" {
					want = append(want, lint{f.Code, f.Capability, f.Token})
				}
			}
			for _, l := range manifest.Lints(manifest.Load(shared(dir))) {
				got = append(got, lint{string(l.Code), l.Capability, l.Token})
			}
			Expect(got).To(Equal(want))
		},
		Entry("showcase", "data/examples/showcase/manifest", "expected/doctor.json"),
		Entry("a payment declared wrongly", "data/examples/showcase/manifest-variants/misdeclared-pay", "expected/doctor-misdeclared-pay.json"),
		Entry("bank", "data/examples/manifests/bank", "expected/doctor-bank.json"),
		Entry("variants", "variants/doctor-variants", "expected/doctor-variants.json"),
	)

	It("EX-5.9 DR5.20 writes the worked artifact to the byte", func() {
		data, err := os.ReadFile(sharedtest.File(GinkgoT(), "spec/01-declaration.md"))
		Expect(err).NotTo(HaveOccurred())
		_, rest, ok := strings.Cut(string(data), "(EX-5.9)\n")
		Expect(ok).To(BeTrue())
		_, rest, _ = strings.Cut(rest, "```json\n")
		want, _, _ := strings.Cut(rest, "```")
		ir, err := manifest.ParseArtifact([]byte(want))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(ir.Build())).To(Equal(want))
		Expect(string(ir.Artifact())).To(Equal(want))
	})

	It("reads every artifact of the diff vectors", func() {
		for line := range strings.Lines(sharedBytes("vectors/irdiff.jsonl")) {
			var vector struct{ Before, After json.RawMessage }
			Expect(json.Unmarshal([]byte(line), &vector)).To(Succeed())
			for _, side := range []json.RawMessage{vector.Before, vector.After} {
				_, err := manifest.ParseArtifact(side)
				Expect(err).NotTo(HaveOccurred())
			}
		}
	})
})
