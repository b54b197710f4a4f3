package sourceroot_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestSourceroot(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "sourceroot")
}
