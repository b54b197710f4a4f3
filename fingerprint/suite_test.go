package fingerprint_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestFingerprint(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "fingerprint")
}
