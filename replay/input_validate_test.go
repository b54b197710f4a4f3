package replay_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// stayInput is a declared input that uses every kind of type.
func stayInput() (*manifest.IR, []*manifest.Field) {
	list := manifest.Type{Kind: manifest.KindList, Semantic: manifest.String}
	guest := manifest.Type{Kind: manifest.KindResource, Resource: "inn.Guest"}
	ir := &manifest.IR{Resources: []*manifest.Resource{
		{Name: "inn.Guest", Fields: []*manifest.Field{
			declared("name", scalar(manifest.String), true),
			declared("age", scalar(manifest.Quantity), false),
			declared("friend", guest, false),
		}},
	}}
	grade := manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.Enum, Values: []string{"std", "max"}}
	return ir, []*manifest.Field{
		declared("place", scalar(manifest.Location), true),
		declared("span", scalar(manifest.DateRange), true),
		declared("who", scalar(manifest.Party), true),
		declared("cap", scalar(manifest.Money), false),
		declared("grade", grade, false),
		declared("n", scalar(manifest.Quantity), false),
		declared("tags", list, false),
		declared("wish", scalar(manifest.PreferenceSet), false),
		declared("guest", guest, false),
		declared("guests", manifest.Type{Kind: manifest.KindCollection, Resource: "inn.Guest"}, false),
		declared("hall", manifest.Type{Kind: manifest.KindResource, Resource: "inn.Hall", Identity: true}, false),
		declared("odd", manifest.Type{Kind: manifest.KindResource, Resource: "inn.Unknown"}, false),
		declared("at", scalar(manifest.DateTime), false),
	}
}

var _ = DescribeTable("EX-2.4 what is wrong with an input",
	func(change string, want ...string) {
		ir, fields := stayInput()
		members := map[string]string{"place": `"Iasi"`, "span": `{"from":"2031-04-01","to":"2031-04-02"}`, "who": `{"adults":1}`}
		text := "{"
		changed, err := replay.ParseInput([]byte("{" + change + "}"))
		Expect(err).NotTo(HaveOccurred())
		for _, name := range []string{"place", "span", "who"} {
			if _, ok := changed.Lookup(name); !ok {
				text += fmt.Sprintf("%q:%s,", name, members[name])
			}
		}
		text = strings.TrimSuffix(strings.TrimSuffix(text+change, ",")+"}", ",")
		in, err := replay.ParseInput([]byte(text))
		Expect(err).NotTo(HaveOccurred(), text)
		problems, truncated := replay.ValidateInput(ir, fields, in)
		got := []string{}
		for _, p := range problems {
			got = append(got, p.Path+": "+p.Expected)
		}
		Expect(got).To(Equal(append([]string{}, want...)))
		Expect(truncated).To(BeFalse())
	},
	Entry("X2.1 nothing", ``),
	Entry("X2.2 explicit null on an optional field", `"cap":null`),
	Entry("X2.3 null on a required field", `"place":null`, "place: required"),
	Entry("X2.5 wrong shapes", `"place":{"$gt":1},"span":"soon","who":-1`, "place: string", "span: object", "who: object"),
	Entry("X2.6 undeclared keys are one problem without their names", `"x1":1,"x2":2`, "$: no undeclared properties"),
	Entry("X2.7 inside a composite", `"who":{"adults":1,"pet":1}`, "who: no undeclared properties"),
	Entry("X2.8 counts", `"who":{"adults":1.5,"children":-1}`, "who.adults: non-negative integer", "who.children: non-negative integer"),
	Entry("X2.9 no such day", `"span":{"from":"2031-02-29","to":"2031-03-01"}`, "span.from: date (YYYY-MM-DD)"),
	Entry("X2.9 a leap day of a century", `"span":{"from":"2100-02-29","to":"2000-02-29"}`, "span.from: date (YYYY-MM-DD)"),
	Entry("X2.10 order of a range is free", `"span":{"from":"2031-04-05","to":"2031-04-01"}`),
	Entry("X2.11 amount", `"cap":{"amount":"5","currency":"EUR"}`, "cap.amount: number"),
	Entry("X2.12 currency of an input is any text", `"cap":{"amount":5,"currency":"euro"}`),
	Entry("X2.13 not a member", `"grade":"big"`, "grade: one of the declared values"),
	Entry("X2.13 not a string", `"grade":3`, "grade: string"),
	Entry("X2.14 number as text", `"n":"4"`, "n: number"),
	Entry("VR2.7 infinite", `"n":1e400`, "n: number"),
	Entry("X2.15 item", `"tags":["a",2]`, "tags[1]: string"),
	Entry("VR2.7 preference set", `"wish":"x"`, "wish: array of strings"),
	Entry("VR2.7 item of a preference set", `"wish":["a",null]`, "wish[1]: string"),
	Entry("X2.16 nested", `"guest":{"age":3}`, "guest.name: required"),
	Entry("VR2.7 collection item", `"guests":[{"name":"a"},{"name":1}]`, "guests[1].name: string"),
	Entry("VR2.9 self reference is not looked into", `"guest":{"name":"a","friend":{"anything":1}}`),
	Entry("VR2.9 unknown resource takes any object", `"odd":{"x":1}`),
	Entry("VR2.9 but only objects", `"odd":1`, "odd: object"),
	Entry("X2.17 a reference is text", `"hall":{"id":1}`, "hall: string"),
	Entry("X2.19 blank for T", `"at":"2031-04-01 10:00"`, "at: date-time (RFC 3339)"),
	Entry("X2.20 leap second, lower case", `"at":"2031-04-01t10:00:60z"`),
	Entry("VR2.7 fraction and offset", `"at":"2031-04-01T10:00:00.25+05:30"`),
	Entry("VR2.7 offset out of range", `"at":"2031-04-01T10:00:00+24:00"`, "at: date-time (RFC 3339)"),
	Entry("VR2.7 no zone", `"at":"2031-04-01T10:00:00"`, "at: date-time (RFC 3339)"),
)

var _ = Describe("VR2.11 the list of problems", func() {
	problemsOf := func(items int) ([]replay.Problem, bool) {
		ir, fields := stayInput()
		in := input(`{"place":"x","span":{"from":"2031-04-01","to":"2031-04-02"},"who":{"adults":1},"tags":[` + rows(items, "1") + `]}`)
		return replay.ValidateInput(ir, fields, in)
	}
	It("X2.18 stops at sixteen and says that there are more", func() {
		problems, truncated := problemsOf(1000)
		Expect(problems).To(HaveLen(16))
		Expect(problems[15].Path).To(Equal("tags[15]"))
		Expect(truncated).To(BeTrue())
	})
	It("holds exactly sixteen without saying so", func() {
		problems, truncated := problemsOf(16)
		Expect(problems).To(HaveLen(16))
		Expect(truncated).To(BeFalse())
	})
})
