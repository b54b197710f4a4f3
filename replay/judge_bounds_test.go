package replay_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
)

// halls is an object of n objects that each hold those members.
func halls(n int, members string) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`"hall%s":{%s}`, strings.Repeat("x", i%7)+string(rune('a'+i%26))+fmt.Sprint(i), members))
	}
	return "{" + strings.Join(all, ",") + "}"
}

var _ = Describe("bounds of a verdict", func() {
	It("lists 5,000 changed paths and says how many more there are", func() {
		for _, f := range []fixture{passthrough().recorded(halls(6000, `"a":1`)), passthrough().bare(halls(6000, `"a":1`))} {
			v := f.judge(halls(6000, `"a":1,"b":2`))
			Expect(v.Findings).To(HaveLen(5001))
			last := v.Findings[5000]
			Expect(last.Code).To(Equal(finding.ShapeUnnamed))
			Expect(last.Message).To(Equal("5000 changed paths are listed, 1000 more are not"))
		}
	})
	It("tells very many members that went from one object in one line, with either kind of recording", func() {
		for _, f := range []fixture{passthrough().recorded(halls(60, `"a":1`)), passthrough().bare(halls(60, `"a":1`))} {
			v := f.judge(`{"other":"x"}`)
			Expect(reading(v)).To(Equal("yellow | gained $.other | lost $"))
			Expect(findingAt(v, finding.Lost, "$").Message).To(ContainSubstring("60 recorded paths"))
		}
	})
	It("cuts long names and paths in messages, not in paths", func() {
		name := strings.Repeat("long", 500)
		v := passthrough().recorded(`{"a":1}`).judge(`{"a":1,"` + name + `":1}`)
		Expect(v.Findings[0].Path).To(Equal("$." + name))
		Expect(len(v.Findings[0].Message)).To(BeNumerically("<", 400))
	})
	It("keeps a shape tree within 2,000 paths and those with findings", func() {
		v := passthrough().recorded(halls(3000, `"a":1`)).judge(halls(3000, `"a":1`))
		Expect(v.Shape).To(HaveLen(2000))
		v = passthrough().recorded(halls(3000, `"a":1`)).judge(strings.TrimSuffix(halls(3000, `"a":1`), "}") + `,"zz":1}`)
		Expect(v.Shape).To(HaveLen(2001))
	})
})
