package yamlx_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestYamlx(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "internal/yamlx")
}
