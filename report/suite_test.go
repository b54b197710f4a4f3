package report_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestReport(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "report")
}

// expectGolden compares with testdata/golden/NAME, or rewrites it.
func expectGolden(name string, got []byte) {
	GinkgoHelper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		Expect(os.MkdirAll(filepath.Dir(path), 0o755)).To(Succeed())
		Expect(os.WriteFile(path, got, 0o644)).To(Succeed())
		return
	}
	want, err := os.ReadFile(path)
	Expect(err).NotTo(HaveOccurred(), "run go test ./report -update once")
	Expect(string(got)).To(Equal(string(want)), "if this is meant: go test ./report -update")
}
