package manifest_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("hostile manifests", func() {
	It("bounds resources whose paths grow exponentially", func() {
		m := changed(func(files map[string]string) {
			for i := range 12 {
				var b strings.Builder
				fmt.Fprintf(&b, "resource:\n  name: depot.Level%d\n  fields:\n", i)
				for j := range 10 {
					fmt.Fprintf(&b, "    f%d: { type: %s, required: false }\n", j, map[bool]string{true: "image", false: fmt.Sprintf("Level%d", i+1)}[i == 11])
				}
				files[fmt.Sprintf("l%d.resource.yaml", i)] = b.String()
			}
			files[resourceYAML] += "    deep: { type: Level0, required: false }\n"
			files[bindingYAML] += "      deep: \"$.deep\"\n"
		})
		Expect(codesOf(m)).To(Equal(is("error image-no-origins")))
		Expect(len(m.Diagnostics[0].Message)).To(BeNumerically("<", 20_000))
	})

	It("keeps names with control characters on one line", func() {
		m := changed(output(`"a\nb\x1b[31m"`, "{type: quantity}"))
		Expect(m.Diagnostics[0].Message).To(ContainSubstring(`'a\u000ab\u001b[31m'`))
		issues := issuesOf(changed(output(`"a\nb"`, "{type: x}")))
		Expect(issues[0]).To(ContainSubstring(`/capability/output/a\u000ab/type`))
	})

	It("bounds what one file can say", func() {
		key, unknown := strings.Repeat("k", 400_000), "      a%: 1\n"
		var many strings.Builder
		for i := range 20_000 {
			many.WriteString(strings.Replace(unknown, "%", fmt.Sprint(i), 1))
		}
		m := changed(put(capabilityYAML, "capability:\n  output:\n    ? "+key+"\n    :\n      ref: Cart\n"+many.String()))
		Expect(m.Issues).To(HaveLen(1))
		Expect(m.Issues[0].Violations).To(HaveLen(1000))
		Expect(m.Issues[0].Message).To(HaveSuffix("; and 19004 more"))
		Expect(len(m.Issues[0].Message)).To(BeNumerically("<", 1_000_000))
	})

	It("takes aliases across a document", func() {
		m := changed(put(capabilityYAML, `capability:
  id: depot.list-carts
  description: &d List.
  effect: read
  provider: yard
  input: { a: &f { type: text, description: *d }, b: *f }
  output: { carts: { collection: Cart } }
`))
		Expect(m.Valid()).To(BeTrue())
		Expect(m.IR.Tools[0].Input[1].Description).To(Equal("List."))
	})
})
