package replay_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

const twoBerths = `{"rows":[{"name":"A","fee":1,"since":"2031-01-02","keeper":{"call":"k"}},{"name":"B","fee":2.5,"since":"2031-02-03","keeper":{"call":"l"}}]}`

// What mapping and verdict order missed or mis-graded (weaknesses, section 3).
var _ = Describe("what mapping used to miss", func() {
	for _, record := range []struct {
		how  string
		with func(fixture, string) fixture
	}{
		{"with evidence", func(f fixture, body string) fixture { return f.recorded(body) }},
		{"with a bare shape", fixture.bare},
	} {
		DescribeTable("judged "+record.how, func(f fixture, recorded, live, want string) {
			Expect(reading(record.with(f, recorded).judge(live))).To(HavePrefix(want))
		},
			Entry("V1 the list is renamed", berths("$.rows[*]").only("name", "fee"), `{"rows":[{"name":"A","fee":1}]}`, `{"items":[{"name":"A","fee":1}]}`, "red | collection-missing $.rows | gained $.items"),
			Entry("V2 error envelope with status 200", berths("$.rows[*]").only("name"), `{"rows":[{"name":"A"}]}`, `{"error":"down"}`, "red | collection-missing $.rows"),
			Entry("V3 no body", berths("$.rows[*]").only("name"), `{"rows":[{"name":"A"}]}`, ``, "red | not-json $"),
			Entry("V4 HTML", berths("$.rows[*]").only("name"), `{"rows":[{"name":"A"}]}`, `<html>`, "red | not-json $"),
			Entry("V4 white space only", berths("$.rows[*]").only("name"), `{"rows":[{"name":"A"}]}`, "  \n", "red | not-json $"),
			Entry("V4 JSON cut short in a complete message", berths("$.rows[*]").only("name"), `{"rows":[{"name":"A"}]}`, `{"rows":[{"na`, "red | not-json $"),
			Entry("V5 the list became an object keyed by id", berths("$.rows[*]").only("name"), `{"rows":[{"name":"A"}]}`, `{"rows":{"7":{"name":"A"}}}`, "yellow | retyped $.rows"),
			Entry("V6 a required number sent as text", berths("$.rows[*]").only("name", "fee"), `{"rows":[{"name":"A","fee":1}]}`, `{"rows":[{"name":"A","fee":"1,00"}]}`, "red | required-wrong-type $.rows[].fee"),
			Entry("V7 a required text sent as boolean", berths("$.rows[*]").only("name"), `{"rows":[{"name":"A"}]}`, `{"rows":[{"name":false}]}`, "red | required-wrong-type $.rows[].name"),
			Entry("V7 an optional one is yellow", berths("$.rows[*]").only("name", "since"), `{"rows":[{"name":"A","since":"2031-01-02"}]}`, `{"rows":[{"name":"A","since":20310102}]}`, "yellow | optional-wrong-type $.rows[].since"),
			Entry("V11 all rows are errors", berths("$.rows[*]").only("name", "fee").withFaults(), `{"rows":[{"name":"A","fee":1}]}`, `{"rows":[{"fault":"E"},{"fault":"E"}]}`, "yellow | unproven $.rows[]"),
			Entry("V12 most rows match neither shape", berths("$.rows[*]").only("name", "fee").withFaults(), `{"rows":[{"name":"A","fee":1}]}`, `{"rows":[{"name":"A","fee":1},`+rows(99, `{"name":"B"}`)+`]}`, "yellow | row-violation $.rows[]"),
			Entry("V12 no row is usable", berths("$.rows[*]").only("name", "fee").withFaults(), `{"rows":[{"name":"A","fee":1}]}`, `{"rows":[{"name":"B"}]}`, "red | no-usable-row $.rows[]"),
			Entry("V13 degraded does not hide drift", berths("$.rows[*]").only("name", "since"), `{"rows":[{"name":"A","since":"2031-01-02","z":1}]}`, `{"rows":[{"name":"A","z":"1","y":true}]}`, "yellow | optional-missing $.rows[].since | gained $.rows[].y | retyped $.rows[].z"),
			Entry("V15 an empty text is present", berths("$.rows[*]").only("name"), `{"rows":[{"name":"A"}]}`, `{"rows":[{"name":""}]}`, "green"),
			Entry("V19 a nested optional field goes everywhere", berths("$.rows[*]").only("keeper"), `{"rows":[{"keeper":{"call":"k","shift":"s"}}]}`, `{"rows":[{"keeper":{"call":"k"}}]}`, "yellow | optional-missing $.rows[].keeper.shift"),
			Entry("VR3.21 an optional value that lacks something required", berths("$.rows[*]").only("name", "keeper"), `{"rows":[{"name":"A","keeper":{"call":"k"}}]}`, `{"rows":[{"name":"A","keeper":{}}]}`, "yellow | optional-missing $.rows[].keeper"),
		)
	}

	It("V8 a value outside the declared enum, where the recorded answers conformed", func() {
		state := manifest.Type{Kind: manifest.KindScalar, Semantic: manifest.Enum, Values: []string{"free", "taken"}}
		f := berths("$.rows[*]").only("name").field("harbour.Berth", "name", state, true)
		v := f.recorded(`{"rows":[{"name":"free"}]}`).judge(`{"rows":[{"name":"free"},{"name":"secret-word"}]}`)
		Expect(reading(v)).To(Equal("yellow | value-outside-enum $.rows[].name"))
		Expect(v.Findings[0].Rows).To(Equal(1))
		Expect(v.Findings[0].Of).To(Equal(2))
		Expect(v.Findings[0].Message).NotTo(ContainSubstring("secret-word"))
		Expect(reading(f.bare(`{"rows":[{"name":"free"}]}`).judge(`{"rows":[{"name":"zzz"}]}`))).To(Equal("green"), "without evidence nothing says that it conformed")
	})

	DescribeTable("V9 declared dates, times and numbers", func(semantic manifest.Semantic, recorded, live, want string) {
		f := berths("$.rows[*]").only("since").field("harbour.Berth", "since", scalar(semantic), false)
		v := f.recorded(fmt.Sprintf(`{"rows":[{"since":%q}]}`, recorded)).judge(fmt.Sprintf(`{"rows":[{"since":%q},{"since":%q}]}`, recorded, live))
		Expect(reading(v)).To(Equal(want))
	},
		Entry("a date is no date any more", manifest.Date, "2031-01-02", "soon", "yellow | value-not-of-type $.rows[].since"),
		Entry("an impossible day", manifest.Date, "2031-01-02", "2031-02-30", "yellow | value-not-of-type $.rows[].since"),
		Entry("a time without zone", manifest.DateTime, "2031-01-02T03:04:05Z", "2031-01-02T03:04:05", "yellow | value-not-of-type $.rows[].since"),
		Entry("a number in text", manifest.Quantity, "12.50", "n/a", "yellow | value-not-of-type $.rows[].since"),
		Entry("another number in text", manifest.Quantity, "12.50", "7", "green"),
		Entry("a very large number in text", manifest.Quantity, "12.50", "1e400", "green"),
		Entry("the name of no number", manifest.Quantity, "12.50", "NaN", "yellow | value-not-of-type $.rows[].since"),
		Entry("the name of a number", manifest.Quantity, "12.50", "-Infinity", "yellow | value-not-of-type $.rows[].since"),
		Entry("what never conformed is not asked to", manifest.Date, "soon", "later", "green"),
	)

	It("V10 party and date range as a bare primitive: their JSON type moved", func() {
		f := berths("$.rows[*]").only("since").field("harbour.Berth", "since", scalar(manifest.Party), true)
		v := f.recorded(`{"rows":[{"since":{"adults":2}}]}`).judge(`{"rows":[{"since":2}]}`)
		Expect(reading(v)).To(Equal("red | required-wrong-type $.rows[].since"))
	})

	It("V10 members of built-in objects move as well", func() {
		f := berths("$.rows[*]").only("since").field("harbour.Berth", "since", scalar(manifest.Party), true)
		v := f.recorded(`{"rows":[{"since":{"adults":2}}]}`).judge(`{"rows":[{"since":{"adults":"2"}}]}`)
		Expect(reading(v)).To(Equal("red | required-wrong-type $.rows[].since.adults"))
	})

	It("V14 all reasons, not one", func() {
		f := berths("$.rows[*]").only("name", "since").field("harbour.Berth", "since", scalar(manifest.Image), false)
		f.tool.Origins = &manifest.Origins{Images: []string{"https://img.harbour.example"}}
		f = f.recorded(`{"rows":[{"name":"A","since":"https://img.harbour.example/1.png","z":1}]}`)
		v := f.judge(`{"rows":[{"name":"A","since":"https://cdn.other.example/1.png"}]}`)
		Expect(reading(v)).To(Equal("red | off-origin $.rows[].since | lost $.rows[].z"))
	})

	It("V16 evidence counts every match, not the first", func() {
		f := passthrough()
		f.tool.Output = []*manifest.Field{declared("fee", scalar(manifest.Quantity), true)}
		f.tool.Extract = []*manifest.FieldMapping{{Name: "fee", Path: "$..fee", Pos: pos(15)}}
		f = f.recorded(`{"a":{"fee":1},"b":{"fee":2}}`)
		Expect(reading(f.judge(`{"a":{"fee":1},"b":{"other":"x"}}`))).To(Equal("yellow | gained $.b.other | lost $.b.fee"))
	})

	It("V17 a loosened field that recordings lack is not told for ever", func() {
		f := berths("$.rows[*]").only("name", "fee")
		f.tool.Response.Fields[1].Loosened = true
		Expect(reading(f.recorded(`{"rows":[{"name":"A"}]}`).judge(`{"rows":[{"name":"A"}]}`))).To(Equal("green"))
	})

	It("V18 one row of many reads differently from all rows", func() {
		full := `{"name":"A","fee":1,"since":"2031-01-02"}`
		f := berths("$.rows[*]").only("name", "since").recorded(`{"rows":[` + rows(100, full) + `]}`)
		one := f.judge(`{"rows":[{"name":"A","fee":1},` + rows(99, full) + `]}`)
		Expect(reading(one)).To(Equal("green"), "1 of 100 is within 3 in 100")
		Expect(notes(one)).To(Equal([]string{"thin $.rows[].since"}))
		all := f.judge(`{"rows":[` + rows(100, `{"name":"A","fee":1}`) + `]}`)
		Expect(findingAt(all, finding.OptionalMissing, "$.rows[].since").Message).To(ContainSubstring("in all 100 rows"))
	})

	DescribeTable("section 4: an optional field mapped from an object that some rows lack", func(live, want string) {
		f := berths("$.rows[*]").only("name", "since")
		f.tool.Response.Fields[1].Path = "$.stay.since"
		f = f.recorded(`{"rows":[{"name":"A","stay":{"since":"2031-01-02","z":1}},{"name":"B"},{"name":"C","stay":{"since":"2031-01-03","z":2}}]}`)
		Expect(reading(f.judge(live))).To(Equal(want))
	},
		Entry("gone from every object", `{"rows":[{"name":"A","stay":{"z":1}},{"name":"B"}]}`, "yellow | optional-missing $.rows[].stay.since"),
		Entry("null in every object", `{"rows":[{"name":"A","stay":{"since":null,"z":1}}]}`, "yellow | optional-missing $.rows[].stay.since"),
		Entry("gone from one object of two", `{"rows":[{"name":"A","stay":{"z":1}},{"name":"C","stay":{"since":"2031-01-03","z":2}}]}`, "green"),
		Entry("no object at all", `{"rows":[{"name":"A"},{"name":"B"}]}`, "green"),
		Entry("the object is null", `{"rows":[{"name":"A","stay":null}]}`, "green"),
	)

	It("section 4: what was counted among the objects is said so", func() {
		f := berths("$.rows[*]").only("name", "since")
		f.tool.Response.Fields[1].Path = "$.stay.since"
		f = f.recorded(`{"rows":[{"name":"A","stay":{"since":"2031-01-02"}},{"name":"B"}]}`)
		v := f.judge(`{"rows":[{"name":"A","stay":{}},{"name":"B"},{"name":"C"}]}`)
		m := findingAt(v, finding.OptionalMissing, "$.rows[].stay.since").Message
		Expect(m).To(ContainSubstring("in all 3 rows"))
		Expect(m).To(ContainSubstring("of the objects that hold it, 1 of 1 recorded and 0 of 1 now have a value"))
	})

	DescribeTable("section 4: a declared key of a confirmed map does not speak for the other keys", func(path, live, want string) {
		f := passthrough()
		f.tool.Output = []*manifest.Field{declared("euro", scalar(manifest.Quantity), false)}
		f.tool.Extract = []*manifest.FieldMapping{{Name: "euro", Path: path, Pos: pos(15)}}
		f = f.mapped(`{"rates":{"EUR":1,"USD":2},"by":{"u1":{"n":1},"u2":{"n":2}}}`, "$.rates", "$.by")
		Expect(reading(f.judge(live))).To(Equal(want))
	},
		Entry("another key of another type", "$.rates.EUR", `{"rates":{"EUR":1,"GBP":"x"},"by":{"u1":{"n":1}}}`, "yellow | retyped $.rates{}"),
		Entry("every key null", "$.rates.EUR", `{"rates":{"GBP":null},"by":{"u1":{"n":1}}}`, "yellow | nulled $.rates{}"),
		Entry("the declared key comes and goes", "$.rates.EUR", `{"rates":{"GBP":1},"by":{"u1":{"n":1}}}`, "green"),
		Entry("below another key", "$.by.u1.n", `{"rates":{"EUR":1},"by":{"u1":{"n":1},"u3":{"n":"x"}}}`, "yellow | retyped $.by{}.n"),
		Entry("gone below every key", "$.by.u1.n", `{"rates":{"EUR":1},"by":{"u3":{}}}`, "yellow | lost $.by{}.n"),
		Entry("the declared key that holds it comes and goes", "$.by.u1.n", `{"rates":{"EUR":1},"by":{"u3":{"n":1}}}`, "green"),
	)

	It("V20 a required field without a map entry is no violation here: apply warns", func() {
		Expect(reading(berths("$.rows[*]").only("name").recorded(`{"rows":[{"name":"A"}]}`).judge(`{"rows":[{"name":"B"}]}`))).To(Equal("green"))
	})

	It("V23 a golden that names another capability", func() {
		f := passthrough().recorded(`{"a":1}`)
		f.golden.CapabilityID = "harbour.other"
		Expect(reading(f.judge(`{"a":2}`))).To(Equal("yellow | request-stale capabilityId"))
	})

	It("V24 a request that breaks the declared input", func() {
		f := passthrough().recorded(`{"a":1}`)
		f.tool.Input = []*manifest.Field{declared("n", scalar(manifest.Quantity), true)}
		var err error
		f.golden.Request, err = replay.ParseInput([]byte(`{"n":"4"}`))
		Expect(err).NotTo(HaveOccurred())
		v := f.judge(`{"a":2}`)
		Expect(reading(v)).To(Equal("yellow | request-stale request"))
		Expect(v.Findings[0].Message).To(ContainSubstring("n (expected number)"))
		Expect(v.Findings[0].Position.Line).To(Equal(80))
	})

	It("V25 several requests: new against the union, gone against its own", func() {
		f := passthrough().recorded(`{"kind":1,"x":1}`)
		f.golden.Also = []replay.AlsoRequest{{Evidence: evidence(`{"kind":1,"y":1}`)}}
		first := f.judge(`{"kind":1,"x":1,"y":1}`)
		Expect(reading(first)).To(Equal("green"), "y is known from the second request")
		c := f.case_(200, `{"kind":1}`)
		c.Request = 2
		second := replay.Judge(c)
		Expect(reading(second)).To(Equal("yellow | lost $.y"))
		Expect(second.Findings[0].Request).To(Equal(2))
	})

	It("V25 a rewritten contract speaks for the first request", func() {
		f := passthrough().contract(`{"kind":1,"x":1,"new":1}`)
		f.golden.Evidence = evidence(`{"kind":1,"x":1}`)
		f.golden.Also = []replay.AlsoRequest{{Evidence: evidence(`{"kind":1,"y":1}`)}}
		c := f.case_(200, `{"kind":1,"new":1}`)
		c.Request = 2
		Expect(reading(replay.Judge(c))).To(Equal("yellow | lost $.y"))
	})

	It("V26 an empty list is not drift but unproven", func() {
		v := berths("$.rows[*]").only("name", "fee").recorded(`{"rows":[{"name":"A","fee":1}]}`).judge(`{"rows":[]}`)
		Expect(reading(v)).To(Equal("yellow | unproven $.rows"))
		Expect(v.Findings[0].Message).To(ContainSubstring("0 elements, 3 recorded paths not exercised"))
	})
})

// Explanations that used to be lost or to mislead (weaknesses, section 5).
var _ = Describe("what a finding explains", func() {
	It("L1 a contract without shape says so, in one finding", func() {
		f := passthrough().bare(`{"a":1}`)
		f.tool.Contract.Shape = nil
		v := f.judge(`{"a":1,"b":1}`)
		Expect(reading(v)).To(Equal("yellow | shape-unnamed $"))
		Expect(v.Detail).To(ContainSubstring("no shape was recorded"))
	})
	It("L2 a rename is paired, each half naming the other", func() {
		v := passthrough().recorded(`{"userId":1}`).judge(`{"userID":1}`)
		gained, lost := findingAt(v, finding.Gained, "$.userID"), findingAt(v, finding.Lost, "$.userId")
		Expect(gained.PairedWith).To(Equal(lost.Identity))
		Expect(lost.PairedWith).To(Equal(gained.Identity))
		Expect(lost.Message).To(ContainSubstring("probably renamed to $.userID"))
	})
	It("L3 wrapping is told as a move", func() {
		v := passthrough().recorded(`{"a":1}`).judge(`{"data":{"a":1}}`)
		Expect(findingAt(v, finding.Lost, "$.a").Message).To(ContainSubstring("probably moved to $.data.a"))
	})
	It("L4 a big subtree is one line with a count", func() {
		var members []string
		for i := range 200 {
			members = append(members, fmt.Sprintf(`"k%d":%d`, i, i))
		}
		v := passthrough().recorded(`{"a":1}`).judge(`{"a":1,"big":{` + strings.Join(members, ",") + `}}`)
		Expect(reading(v)).To(Equal("yellow | gained $.big"))
		Expect(v.Findings[0].Message).To(ContainSubstring("and 200 paths below it"))
	})
	It("L4 very many new siblings are one line", func() {
		var members []string
		for i := range 300 {
			members = append(members, fmt.Sprintf(`"%s":%d`, strings.Repeat("k", i+1), i))
		}
		v := passthrough().recorded(`{"a":"x"}`).judge(`{"a":"x",` + strings.Join(members, ",") + `}`)
		Expect(v.Findings).To(HaveLen(1))
		Expect(v.Findings[0].Message).To(ContainSubstring("300 paths"))
	})
	It("L5 only the top of a subtree that went", func() {
		v := passthrough().recorded(`{"o":{"a":1,"b":{"c":1}}}`).judge(`{}`)
		Expect(reading(v)).To(Equal("yellow | lost $.o"))
		Expect(v.Findings[0].Message).To(ContainSubstring("and 3 paths below it"))
	})
	It("L6 hostile keys stay out of messages, and whole in paths", func() {
		v := passthrough().recorded(`{"a":1}`).judge(`{"a":1,"\u001b[31mred\u202e\n":1}`)
		Expect(v.Findings).To(HaveLen(1))
		Expect(v.Findings[0].Message).NotTo(ContainSubstring("\u202e"))
		Expect(v.Findings[0].Message).NotTo(ContainSubstring("\u001b"))
		Expect(v.Findings[0].Message).NotTo(ContainSubstring("\n"))
		Expect(v.Findings[0].Path).To(ContainSubstring("red"))
	})
	It("L7 filled where empty was recorded names the path", func() {
		v := passthrough().bare(`{"r":[]}`).judge(`{"r":[{"a":1}]}`)
		Expect(reading(v)).To(Equal("yellow | gained $.r[]"))
		Expect(v.Detail).To(ContainSubstring("record again"))
	})
	It("7.7 without evidence a path recorded as null is lost when it is gone, and nothing while it is null", func() {
		f := passthrough().bare(`{"a":1,"by":[{"note":null}]}`)
		Expect(reading(f.judge(`{"a":1,"by":[{}]}`))).To(Equal("yellow | lost $.by[].note"))
		Expect(reading(f.judge(`{"a":1,"by":[{},{"note":null}]}`))).To(Equal("green"))
	})
	It("L8 a stale shape is said, with evidence it does not matter", func() {
		f := passthrough().bare(`{"a":1}`)
		f.tool.Contract.Shape[0].Type = "array"
		Expect(f.judge(`{"a":"x"}`).Detail).To(ContainSubstring("the recorded shape does not belong to the recorded fingerprint"))
		f.golden.Evidence = evidence(`{"a":1}`)
		Expect(reading(f.judge(`{"a":"x"}`))).To(Equal("yellow | retyped $.a"))
	})
	It("L9 rows are counted, and the first is named", func() {
		v := berths("$.rows[*]").only("name").recorded(`{"rows":[{"name":"A"}]}`).judge(`{"rows":[{"name":"A"},{"name":"B"},{},{"name":null}]}`)
		f := findingAt(v, finding.RequiredMissing, "$.rows[].name")
		Expect(f.Rows).To(Equal(2))
		Expect(f.Of).To(Equal(4))
		Expect(f.Message).To(ContainSubstring("in 2 of 4 rows, first at $.rows[2].name"))
		Expect(f.Field).To(Equal("berths.name"))
		Expect(f.Position.Line).To(Equal(20))
	})
	It("L10 missing and invalid are two codes", func() {
		v := berths("$.rows[*]").only("name").recorded(`{"rows":[{"name":"A"}]}`).judge(`{"rows":[{},{"name":{"en":"A"}}]}`)
		Expect(reading(v)).To(Equal("red | required-missing $.rows[].name | required-wrong-type $.rows[].name"))
	})
	It("L11 every finding carries a code of the registry and a severity", func() {
		v := berths("$.rows[*]").recorded(twoBerths).judge(`{"rows":[{"fee":"1"}],"x":1}`)
		Expect(v.Findings).NotTo(BeEmpty())
		for _, f := range v.Findings {
			Expect(f.Code).NotTo(BeEmpty())
			Expect(f.Severity.Rank()).To(BeNumerically("<", 3))
			Expect(f.Identity).To(HaveLen(64))
			Expect(f.Message).To(Equal(strings.TrimSpace(f.Message)))
		}
	})
})

var _ = Describe("a key that looks like personal data", func() {
	It("is masked in paths, messages, drift and shape", func() {
		v := passthrough().bare(`{"by":{}}`).judge(`{"by":{"ana.pop@guest.example":1}}`)
		Expect(fmt.Sprintf("%+v %+v", v, v.Drift)).NotTo(ContainSubstring("ana.pop"))
		Expect(v.Observed).To(Equal(scan(`{"by":{"ana.pop@guest.example":1}}`).Fingerprint()))
	})
})
