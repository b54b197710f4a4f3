package replay

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = DescribeTable("05 §3: a message holds every key name cut to 64 code points", func(path, want string) {
	Expect(shown(path)).To(Equal(want))
},
	Entry("a long name", "$.rows[]."+strings.Repeat("k", 5000), "$.rows[]."+strings.Repeat("k", 63)+"…"),
	Entry("64 are not cut", "$.rows[]."+strings.Repeat("é", 64), "$.rows[]."+strings.Repeat("é", 64)),
	Entry("65 are", "$.rows[]."+strings.Repeat("é", 65)+".id", "$.rows[]."+strings.Repeat("é", 63)+"….id"),
	Entry("a quoted name with blanks, dots, brackets and quotes", `$['`+strings.Repeat(`a.b [\'] `, 600)+`'].id`, `$['`+strings.Repeat(`a.b [\'] `, 7)+`…'].id`),
	Entry("two names", "$."+strings.Repeat("a", 70)+"{}['"+strings.Repeat("- ", 70)+"'][]", "$."+strings.Repeat("a", 63)+"…{}['"+strings.Repeat("- ", 31)+"-…'][]"),
	Entry("many names", strings.Repeat(".abcdefgh", 2000), strings.Repeat(".abcdefgh", 240)[:239]+"…"),
	Entry("what is no path", strings.Repeat("n", 70), strings.Repeat("n", 63)+"…"),
	Entry("a quote that never ends", "$['"+strings.Repeat(`\`, 71), "$['"+strings.Repeat(`\`, 63)+"…"),
	Entry("hostile characters", "$['\u202e"+strings.Repeat("x", 70)+"\x1b[31m']", "$['"+strings.Repeat("x", 63)+"…']"),
)
