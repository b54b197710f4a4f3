package yamledit_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestYamledit(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "yamledit")
}
