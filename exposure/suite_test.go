package exposure_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestExposure(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "exposure")
}
