package replay_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

var _ = Describe("what cannot be judged", func() {
	DescribeTable("by status", func(status int, want finding.Reason) {
		v := replay.Judge(passthrough().recorded(`{"a":1}`).case_(status, `{}`))
		if want == "" {
			Expect(v.Refused).To(BeNil())
			Expect(reading(v)).To(Equal("red | request-refused $"))
			Expect(v.Detail).To(ContainSubstring(fmt.Sprint(status)))
			return
		}
		Expect(v.Refused.Reason).To(Equal(want))
		Expect(v.Findings).To(BeEmpty())
	},
		Entry("400", 400, finding.Reason("")), Entry("404", 404, finding.Reason("")), Entry("409", 409, finding.Reason("")), Entry("422", 422, finding.Reason("")),
		Entry("401", 401, finding.Unauthorized), Entry("407", 407, finding.Unauthorized), Entry("403", 403, finding.Forbidden),
		Entry("408", 408, finding.Timeout), Entry("425", 425, finding.RateLimited), Entry("429", 429, finding.RateLimited),
		Entry("421", 421, finding.ServerError), Entry("500", 500, finding.ServerError), Entry("503", 503, finding.ServerError),
		Entry("304", 304, finding.Redirect),
	)

	It("7.32 an answer beyond a limit is unverified and names it", func() {
		c := passthrough().recorded(`{"a":1}`).case_(200, `{"a":[[[[1]]]]}`)
		c.Limits = fingerprint.Limits{Depth: 3}
		v := replay.Judge(c)
		Expect(v.Refused.Reason).To(Equal(finding.Limit))
		Expect(v.Refused.Detail).To(ContainSubstring("depth"))
	})

	DescribeTable("7.12 what stands behind a redirect that cost the credentials", func(status int, body string, refused bool) {
		c := berths("$.rows[*]").only("name").recorded(`{"rows":[{"name":"A"}]}`).case_(status, body)
		c.CredentialsDropped = true
		v := replay.Judge(c)
		Expect(v.Refused != nil).To(Equal(refused))
		if refused {
			Expect(v.Refused.Reason).To(Equal(finding.Redirect))
		}
	},
		Entry("a login page", 200, "<html>sign in", true),
		Entry("nothing", 200, "", true),
		Entry("a refusal", 404, "{}", true),
		Entry("a login demanded in JSON", 200, `{"error":"login required"}`, true),
		Entry("the answer all the same", 200, `{"rows":[{"name":"B"}]}`, false),
		Entry("a break that credentials do not explain", 200, `{"rows":[{"name":7}]}`, false),
	)
})

var _ = Describe("declared places", func() {
	It("7.1 a moved type counts in any row, and null is no recorded type", func() {
		f := berths("$.rows[*]").only("name", "since").recorded(`{"rows":[{"name":"A","since":null}]}`)
		Expect(reading(f.judge(`{"rows":[{"name":"A","since":null}]}`))).To(Equal("green"))
		Expect(reading(f.judge(`{"rows":[{"name":"A","since":"2031-01-01"}]}`))).To(Equal("yellow | gained $.rows[].since"), "7.7 type now known")
		v := f.judge(`{"rows":[{"name":"A","since":null},{"name":"B","since":null},{"name":3,"since":null}]}`)
		Expect(reading(v)).To(Equal("red | required-wrong-type $.rows[].name"))
		Expect([]int{v.Findings[0].Rows, v.Findings[0].Of}).To(Equal([]int{1, 3}))
	})

	It("the first row is the first of any kind of lack or misfit", func() {
		f := berths("$.rows[*]").only("name").recorded(`{"rows":[{"name":"A"}]}`)
		v := f.judge(`{"rows":[{"name":"A"},{"name":null},{}]}`)
		Expect(v.Findings[0].Message).To(ContainSubstring("is absent or null in 2 of 3 rows, first at $.rows[1].name"))
		v = f.judge(`{"rows":[{"name":"A"},{"name":5},{"name":{}}]}`)
		Expect(v.Findings[0].Message).To(ContainSubstring("in 2 of 3 rows, first at $.rows[1].name: string was recorded, number|object came"))
	})

	It("7.2 filters and descents are judged by the table alone; shape sees the rest", func() {
		f := berths("$.rows[?(@.live)]").only("name").recorded(`{"rows":[{"live":true,"name":"A"}]}`)
		Expect(reading(f.judge(`{"rows":[{"live":true,"name":5}]}`))).To(Equal("yellow | retyped $.rows[].name"))
		Expect(reading(f.judge(`{"rows":[{"live":true}]}`))).To(Equal("red | required-missing $.rows[].name"))
		Expect(reading(f.judge(`{"rows":[{"live":true,"name":{}}]}`))).To(HavePrefix("red | required-wrong-type $.rows[].name"))
	})

	It("7.2 only one element of an index is declared, all are watched", func() {
		f := passthrough()
		f.tool.Output = []*manifest.Field{declared("top", scalar(manifest.Text), true)}
		f.tool.Extract = []*manifest.FieldMapping{{Name: "top", Path: "$.rows[0].name", Pos: pos(15)}}
		f = f.recorded(`{"rows":[{"name":"A"},{"name":"B"}]}`)
		Expect(reading(f.judge(`{"rows":[{"name":"A"},{"name":2}]}`))).To(Equal("yellow | retyped $.rows[].name"))
		Expect(reading(f.judge(`{"rows":[{"name":1},{"name":"B"}]}`))).To(Equal("red | required-wrong-type $.rows[].name"))
	})

	It("7.3 an optional field that rows lacked when recorded may lack again", func() {
		body := `{"rows":[{"name":"A","since":"2031-01-02"},{"name":"B"},{"name":"C","since":null}]}`
		f := berths("$.rows[*]").only("name", "since").recorded(body)
		v := f.judge(body)
		Expect(reading(v)).To(Equal("green"))
		Expect(v.Detail).To(Equal("fingerprint unchanged, mapping OK"))
		Expect(reading(f.judge(`{"rows":[{"name":"B"}]}`))).To(Equal("green"))
		Expect(reading(f.bare(body).judge(body))).To(Equal("yellow | optional-missing $.rows[].since"), "without evidence: in any row")
	})

	It("7.3 a nested optional without evidence counts only when gone from every parent", func() {
		f := berths("$.rows[*]").only("keeper").bare(`{"rows":[{"keeper":{"call":"k","shift":"s"}}]}`)
		Expect(reading(f.judge(`{"rows":[{"keeper":{"call":"k"}},{"keeper":{"call":"k","shift":"s"}}]}`))).To(Equal("green"))
		Expect(reading(f.judge(`{"rows":[{"keeper":{"call":"k"}},{"keeper":{"call":"k"}}]}`))).To(Equal("yellow | optional-missing $.rows[].keeper.shift"))
	})

	DescribeTable("7.4 a renamed extract list is never a silent empty list", func(required bool, want string) {
		f := passthrough()
		f.tool.Output = []*manifest.Field{declared("warnings", manifest.Type{Kind: manifest.KindList, Semantic: manifest.Text}, required)}
		f.tool.Extract = []*manifest.FieldMapping{{Name: "warnings", Path: "$.warns[*]", Pos: pos(15)}}
		f = f.recorded(`{"warns":["a"]}`)
		Expect(reading(f.judge(`{"alerts":["a"]}`))).To(Equal(want))
		Expect(reading(f.judge(`{"warns":["a","b"]}`))).To(Equal("green"))
		Expect(reading(f.judge(`{"warns":["a",1]}`))).To(HaveSuffix("wrong-type $.warns[]"))
	},
		Entry("required", true, "red | required-missing $.warns | gained $.alerts"),
		Entry("optional", false, "yellow | optional-missing $.warns | gained $.alerts"),
	)

	It("VR3.17 a list of one member of every row is a list like any other", func() {
		f := passthrough()
		f.tool.Output = []*manifest.Field{declared("nicks", manifest.Type{Kind: manifest.KindList, Semantic: manifest.Text}, true)}
		f.tool.Extract = []*manifest.FieldMapping{{Name: "nicks", Path: "$.shifts[*].nick", Pos: pos(15)}}
		f = f.recorded(`{"shifts":[{"nick":"a"},{"nick":"b"}]}`)
		Expect(reading(f.judge(`{"shifts":[{"nick":"c"}]}`))).To(Equal("green"))
		Expect(reading(f.judge(`{"shifts":[{"name":"c"}]}`))).To(HavePrefix("red | required-missing"))
		Expect(reading(f.judge(`{"rota":[{"nick":"c"}]}`))).To(HavePrefix("red | required-missing"))
	})

	DescribeTable("3.5 one item that does not fit makes a gathered list unusable", func(required bool, live, want string) {
		f := passthrough()
		f.tool.Output = []*manifest.Field{declared("nicks", manifest.Type{Kind: manifest.KindList, Semantic: manifest.Text}, required)}
		f.tool.Extract = []*manifest.FieldMapping{{Name: "nicks", Path: "$.nicks[*]", Pos: pos(15)}}
		f = f.recorded(`{"nicks":["a","b"]}`)
		Expect(reading(f.judge(live))).To(HavePrefix(want))
	},
		Entry("an object among texts", true, `{"nicks":["a",{"text":"b"}]}`, "red | required-wrong-type $.nicks[]"),
		Entry("objects only", true, `{"nicks":[{"text":"a"},{"text":"b"}]}`, "red | required-wrong-type $.nicks[]"),
		Entry("an array that an object holds now", true, `{"nicks":{"all":["a","b"]}}`, "red | required-wrong-type $.nicks[]"),
		Entry("a null among texts", true, `{"nicks":["a",null]}`, "red | required-wrong-type $.nicks[]"),
		Entry("an object in an optional list", false, `{"nicks":["a",{"text":"b"}]}`, "yellow | optional-wrong-type $.nicks[]"),
		Entry("nothing but nulls in an optional list", false, `{"nicks":[null]}`, "yellow | nulled $.nicks[]"),
	)

	It("a confirmed map does not tell which of its keys were recorded", func() {
		f := berths("$.rows[*]").only("keeper").field("harbour.Keeper", "call", scalar(manifest.Text), false)
		body := `{"rows":[{"keeper":{"K1":"a","K2":"b"}}]}`
		f = f.mapped(body, "$.rows[].keeper")
		Expect(reading(f.judge(body))).To(Equal("green"))
		Expect(reading(f.judge(`{"rows":[{"keeper":{"K3":"c"}}]}`))).To(Equal("green"))
	})

	It("absent is not empty, also further up", func() {
		f := berths("$.groups[*].rows[*]").only("name").recorded(`{"groups":[{"rows":[{"name":"A"}]}]}`)
		Expect(reading(f.judge(`{"groups":[]}`))).To(Equal("yellow | unproven $.groups"))
		Expect(reading(f.judge(`{"groups":[{"rows":[]}]}`))).To(Equal("yellow | unproven $.groups[].rows"))
		Expect(reading(f.judge(`{"groups":[{"items":[{"name":"A"}]}]}`))).To(HavePrefix("red | collection-missing $.groups[].rows"))
		Expect(reading(f.judge(`{"groups":null}`))).To(HavePrefix("red | collection-missing $.groups[].rows"))
	})

	DescribeTable("lists that only some places hold", func(recorded, live, want string) {
		f := berths("$.groups[*].rows[*]").only("name").recorded(recorded)
		Expect(reading(f.judge(live))).To(Equal(want))
	},
		Entry("one of two is null", `{"groups":[{"rows":[{"name":"A"}]},{"rows":[{"name":"B"}]}]}`, `{"groups":[{"rows":[{"name":"A"}]},{"rows":null}]}`, "green"),
		Entry("the same in another order", `{"groups":[{"rows":[{"name":"A"}]},{"rows":[{"name":"B"}]}]}`, `{"groups":[{"rows":null},{"rows":[{"name":"A"}]}]}`, "green"),
		Entry("the first is a text", `{"groups":[{"rows":[{"name":"A"}]}]}`, `{"groups":[{"rows":"x"},{"rows":[{"name":"A"}]}]}`, "yellow | retyped $.groups[].rows"),
		Entry("recorded null in places, reordered", `{"groups":[{"rows":[{"name":"A"}]},{"rows":null}]}`, `{"groups":[{"rows":null},{"rows":[{"name":"A"}]}]}`, "green"),
		Entry("recorded null in places, null everywhere", `{"groups":[{"rows":[{"name":"A"}]},{"rows":null}]}`, `{"groups":[{"rows":null}]}`, "green"),
		Entry("recorded absent in places, absent everywhere", `{"groups":[{"rows":[{"name":"A"}]},{}]}`, `{"groups":[{}]}`, "green"),
		Entry("recorded null in places, renamed", `{"groups":[{"rows":[{"name":"A"}]},{"rows":null}]}`, `{"groups":[{"lines":[{"name":"A"}]}]}`, "red | collection-missing $.groups[].rows | gained $.groups[].lines"),
		Entry("recorded null in places, a text", `{"groups":[{"rows":[{"name":"A"}]},{"rows":null}]}`, `{"groups":[{"rows":"x"}]}`, "red | collection-missing $.groups[].rows"),
		Entry("recorded absent in places, and what holds them is gone", `{"groups":[{"rows":[{"name":"A"}]},{}]}`, `{}`, "red | collection-missing $.groups[].rows | lost $.groups"),
		Entry("recorded absent in places, and what holds them is null", `{"groups":[{"rows":[{"name":"A"}]},{}]}`, `{"groups":null}`, "red | collection-missing $.groups[].rows | nulled $.groups"),
		Entry("recorded absent in places, and nothing can hold it", `{"groups":[{"rows":[{"name":"A"}]},{}]}`, `{"groups":["x"]}`, "red | collection-missing $.groups[].rows | retyped $.groups[]"),
	)

	DescribeTable("a list below what only some places have", func(live, want string) {
		f := berths("$.groups[*].dock.rows[*]").only("name").recorded(`{"groups":[{"dock":{"rows":[{"name":"A"}],"no":1}},{}]}`)
		Expect(reading(f.judge(live))).To(Equal(want))
	},
		Entry("no place has it", `{"groups":[{}]}`, "green"),
		Entry("a place has it, without the list", `{"groups":[{"dock":{"no":1}}]}`, "red | collection-missing $.groups[].dock.rows"),
		Entry("it is a text", `{"groups":[{"dock":"x"}]}`, "red | collection-missing $.groups[].dock.rows | retyped $.groups[].dock"),
	)

	DescribeTable("recorded error rows are no good rows that lack something", func(live, want string) {
		f := berths("$.rows[*]").only("name", "since").withFaults().recorded(
			`{"rows":[{"name":"A","since":"2031-01-02","x":{"y":1}},{"fault":"E","hint":"h"},{"fault":"E"}]}`)
		Expect(reading(f.judge(live))).To(Equal(want))
	},
		Entry("as recorded", `{"rows":[{"fault":"E"},{"name":"A","since":"2031-01-02","x":{"y":1}}]}`, "green"),
		Entry("an undeclared member is gone from every good row", `{"rows":[{"name":"A","since":"2031-01-02"},{"fault":"E"}]}`, "yellow | lost $.rows[].x"),
		Entry("an optional field is gone from every good row", `{"rows":[{"name":"A","x":{"y":1}},{"fault":"E"}]}`, "yellow | optional-missing $.rows[].since"),
		Entry("what only error rows had is no loss", `{"rows":[{"name":"A","since":"2031-01-02","x":{"y":1}}]}`, "green"),
	)

	DescribeTable("7.3 an optional list that a recording lacked may be lacking", func(path string, recorded []string, live, want string) {
		f := passthrough()
		f.tool.Output = []*manifest.Field{declared("tags", manifest.Type{Kind: manifest.KindList, Semantic: manifest.Text}, false)}
		f.tool.Extract = []*manifest.FieldMapping{{Name: "tags", Path: path, Pos: pos(60)}}
		Expect(reading(f.recorded(recorded...).judge(live))).To(Equal(want))
	},
		Entry("always there", "$.tags[*]", []string{`{"a":1,"tags":["x"]}`}, `{"a":1}`, "yellow | optional-missing $.tags"),
		Entry("always there, empty", "$.tags[*]", []string{`{"a":1,"tags":[]}`}, `{"a":1}`, "yellow | optional-missing $.tags"),
		Entry("never there", "$.tags[*]", []string{`{"a":1}`}, `{"a":1}`, "green"),
		Entry("never a value further down", "$.rows[*].tag.text", []string{`{"rows":[{}]}`}, `{"rows":[{}]}`, "green"),
		Entry("there in one sample", "$.tags[*]", []string{`{"a":1,"tags":["x"]}`, `{"a":1}`}, `{"a":1}`, "green"),
		Entry("there in one sample, and a text now", "$.tags[*]", []string{`{"a":1,"tags":["x"]}`, `{"a":1}`}, `{"a":1,"tags":"x"}`, "yellow | optional-missing $.tags"),
		Entry("there in one sample, and renamed", "$.tags[*]", []string{`{"a":1,"tags":["x"]}`, `{"a":1}`}, `{"a":1,"labels":["x"]}`, "yellow | optional-missing $.tags | gained $.labels"),
		Entry("of any depth, never there", "$..tag", []string{`{"a":1}`}, `{"a":1}`, "green"),
		Entry("of any depth, there before", "$..tag", []string{`{"a":{"tag":"x"}}`}, `{"a":{}}`, "yellow | optional-missing $ | lost $.a.tag"),
	)

	DescribeTable("7.3 an optional field that an array lies before may lack as it was recorded", func(path, recorded, live, want string) {
		f := berths("$.rows[*]").only("name", "since").field("harbour.Berth", "since", scalar(manifest.Text), false)
		f.tool.Response.Fields[1].Path = path
		Expect(reading(f.recorded(recorded).judge(recorded))).To(Equal("green"), "what was recorded")
		Expect(reading(f.recorded(recorded).judge(live))).To(Equal(want))
	},
		Entry("several in some rows, none in others", "$.slots[*].from", `{"rows":[`+rows(15, `{"name":"A","slots":[{"from":"x"},{"from":"x"},{"from":"x"}]}`)+","+rows(15, `{"name":"A","slots":[]}`)+`]}`,
			`{"rows":[`+rows(15, `{"name":"A","slots":[]}`)+","+rows(15, `{"name":"A","slots":[{"from":"x"}]}`)+`]}`, "green"),
		Entry("one in each row", "$.slots[*].from", `{"rows":[`+rows(20, `{"name":"A","slots":[{"from":"x"}]}`)+`]}`,
			`{"rows":[`+rows(16, `{"name":"A","slots":[{"from":"x"}]}`)+","+rows(4, `{"name":"A","slots":[{}]}`)+`]}`, "yellow | optional-missing $.rows[].slots[].from"),
		Entry("an index, where only the second has one", "$.slots[0].from", `{"rows":[{"name":"A","slots":[{},{"from":"x"}]}]}`, `{"rows":[{"name":"A","slots":[{},{"from":"x"}]}]}`, "green"),
		Entry("the first is null", "$.slots[*].from", `{"rows":[{"name":"A","slots":[{"from":null},{"from":"x"}]}]}`, `{"rows":[{"name":"A","slots":[{"from":null},{"from":"x"}]}]}`, "green"),
	)

	It("7.3 an optional value that could not be used when recorded is no news", func() {
		recorded := `{"rows":[{"keeper":{"call":{"de":"x"}}}]}`
		f := berths("$.rows[*]").only("keeper").recorded(recorded)
		f.golden.Nonconforming = f.judge(recorded).Nonconforming
		Expect(reading(f.judge(recorded))).To(Equal("green"))
		Expect(reading(f.judge(`{"rows":[{"keeper":{"call":["x"]}}]}`))).To(HavePrefix("yellow | optional-wrong-type"))
	})

	DescribeTable("a list that can be anywhere hides nothing else", func(collection, recorded, live, want string) {
		f := berths(collection).only("name")
		f.tool.Output = append(f.tool.Output, declared("total", scalar(manifest.Quantity), true), declared("note", scalar(manifest.Text), false))
		f.tool.Extract = []*manifest.FieldMapping{{Name: "total", Path: "$.total", Pos: pos(60)}, {Name: "note", Path: "$.note", Pos: pos(61)}}
		Expect(reading(f.recorded(recorded).judge(live))).To(Equal(want))
	},
		Entry("missing", "$..rows[*]", `{"rows":[{"name":"A"}],"total":1,"note":"n"}`, `{"new":1}`,
			"red | required-missing $.total | collection-missing $ | optional-missing $.note | gained $.new | lost $.rows"),
		Entry("missing where a filter leads", "$.halls[?(@.open)].rows[*]", `{"halls":[{"open":true,"rows":[{"name":"A"}],"x":1}],"total":1,"note":"n"}`, `{"halls":[{"open":true}],"total":1}`,
			"red | collection-missing $.halls[].rows | optional-missing $.note | lost $.halls[].x"),
		Entry("nothing selected", "$[?(@.name)]", `{"a":{"name":"A"},"total":1,"note":"n"}`, `{"a":{},"total":1}`,
			"yellow | optional-missing $.note | lost $.a.name | unproven $"),
	)

	DescribeTable("7.3 an optional field without a spelled-out place that was never recorded with a value", func(path, recorded, want string) {
		f := berths("$.rows[*]").only("name", "since").field("harbour.Berth", "since", scalar(manifest.Text), false)
		f.tool.Response.Fields[1].Path = path
		Expect(reading(f.recorded(recorded).judge(`{"rows":[{"name":"A","slots":[{}]}]}`))).To(Equal(want))
	},
		Entry("a filter, never", "$.slots[?(@.free)].from", `{"rows":[{"name":"A","slots":[{}]}]}`, "green"),
		Entry("a filter, with a value", "$.slots[?(@.free)].from", `{"rows":[{"name":"A","slots":[{"free":1,"from":"x"},{}]}]}`, "yellow | optional-missing $.rows[].slots[].from"),
		Entry("any depth, never", "$..from", `{"rows":[{"name":"A","slots":[{}]}]}`, "green"),
		Entry("any depth, with a value", "$..from", `{"rows":[{"name":"A","slots":[{"from":"x"},{}]}]}`, "yellow | optional-missing $.rows[*]..from"),
	)

	DescribeTable("what recorded error rows had is not lost by good rows", func(when manifest.When, failed, live, want string) {
		const good, lacking = `{"name":"A","since":"2031-01-02","x":1}`, `{"name":"A"}`
		recorded := `{"rows":[` + rows(16, good) + "," + rows(4, lacking) + "," + failed + `]}`
		f := berths("$.rows[*]").only("name", "since").withFaults()
		f.field("harbour.Fault", "code", scalar(manifest.Identifier), false).tool.Response.OnError.When = when
		Expect(reading(f.recorded(recorded).judge(recorded))).To(Equal("green"), "what was recorded")
		Expect(reading(f.recorded(recorded, recorded).judge(`{"rows":[` + live + `]}`))).To(Equal(want))
	},
		Entry("they had it all", manifest.When{Path: "$.fault"}, rows(5, `{"fault":"E","since":"2031-01-02","x":1}`), rows(20, `{"name":"A","since":"2031-01-02","x":1}`), "green"),
		Entry("they had something of their own", manifest.When{Path: "$.fault"}, rows(20, `{"fault":"E","trace":1}`), rows(20, `{"name":"A","since":"2031-01-02","x":1}`)+","+rows(20, `{"fault":"E","trace":1}`), "green"),
		Entry("as many as good rows", manifest.When{Path: "$.fault"}, rows(16, `{"fault":"E","trace":1}`), rows(20, `{"name":"A","since":"2031-01-02","x":1}`), "green"),
		Entry("told by a value", manifest.When{Path: "$.fault", Equals: `"E"`}, rows(16, `{"fault":"E","trace":1}`), rows(20, `{"name":"A","since":"2031-01-02","x":1}`)+","+rows(20, `{"fault":"E","trace":1}`), "green"),
	)

	It("what recorded error rows had further down is not lost by good rows", func() {
		f := berths("$.rows[*]").only("name", "since").withFaults()
		f.field("harbour.Fault", "code", scalar(manifest.Identifier), false).tool.Response.Fields[1].Path = "$.span.from"
		some := `{"rows":[` + rows(3, `{"name":"A","span":{"from":"2031-01-02"}}`) + "," + rows(27, `{"name":"A","span":{"no":1}}`) + "," + rows(40, `{"fault":"E","span":{"from":"2031-01-02"}}`) + `]}`
		f = f.recorded(some, some)
		Expect(reading(f.judge(some))).To(Equal("green"))
		Expect(reading(f.judge(`{"rows":[` + rows(40, `{"name":"A","span":{"no":1}}`) + `]}`))).To(Equal("yellow | rarer $.rows[].span.from"))
	})

	It("good rows that an index leads to are told from error rows", func() {
		f := berths("$.docks[0].rows[*]").only("name", "since").withFaults()
		recorded := `{"docks":[{"rows":[` + rows(20, `{"name":"A","since":"2031-01-02","x":1}`) + "," + rows(5, `{"fault":"E"}`) + `]}]}`
		Expect(reading(f.recorded(recorded).judge(recorded))).To(Equal("green"))
		Expect(reading(f.recorded(recorded).judge(strings.ReplaceAll(recorded, `"since":"2031-01-02",`, "")))).To(HavePrefix("yellow | optional-missing"))
	})

	DescribeTable("an error envelope where the collection was", func(collection, recorded, live, want string) {
		Expect(reading(berths(collection).only("since").recorded(recorded).judge(live))).To(Equal(want))
	},
		Entry("in place of the root array", "$[*]", `[{"since":"2031-01-02"}]`, `{"error":{"code":7}}`, "red | collection-missing $"),
		Entry("in place of a member", "$.rows[*]", `{"rows":[{"since":"2031-01-02"}]}`, `{"rows":{"errors":["busy"]}}`, "red | collection-missing $.rows"),
		Entry("in place of rows by key", "$[*]", `{"a":{"since":"2031-01-02"}}`, `{"error":"busy"}`, "red | collection-missing $"),
		Entry("a row of that key", "$[*]", `{"a":{"since":"2031-01-02"}}`, `{"a":{"since":"2031-01-02"},"error":{"since":"2031-01-02"}}`, "yellow | gained $.error"),
		Entry("an array that became an object keyed by id", "$[*]", `[{"since":"2031-01-02"}]`, `{"a":{"since":"2031-01-02"}}`, "yellow | retyped $"),
		Entry("an empty errors member", "$[*]", `[{"since":"2031-01-02"}]`, `{"errors":[]}`, "yellow | retyped $"),
	)

	It("a recorded JSON string is no text", func() {
		f := passthrough().recorded(`"open"`)
		Expect(reading(f.judge(`"shut"`))).To(Equal("green"))
		Expect(reading(f.judge("<html>"))).To(Equal("red | not-json $"))
		Expect(reading(f.judge(""))).To(Equal("red | not-json $"))
		Expect(reading(passthrough().bare(`"open"`).judge("<html>"))).To(Equal("green"), "the fingerprint alone does not tell")
	})

	It("a collection whose path selects nothing of what is there is unproven", func() {
		f := berths("$.rows[?(@.kind == 'berth')]").only("name").recorded(`{"rows":[{"name":"A","kind":"berth"},{"name":"B","kind":"buoy"}]}`)
		Expect(reading(f.judge(`{"rows":[{"name":"B","kind":"buoy"}]}`))).To(Equal("yellow | unproven $.rows"))
		Expect(reading(f.judge(`{"rows":[]}`))).To(Equal("yellow | unproven $.rows"))
		Expect(reading(f.expects(false).judge(`{"rows":[{"name":"B","kind":"buoy"}]}`))).To(Equal("green"))
		Expect(reading(f.expects(true).judge(`{"rows":[{"name":"B","kind":"buoy"}]}`))).To(Equal("red | collection-empty $.rows"))
	})

	DescribeTable("what stands in place of the collection", func(live, to string) {
		v := berths("$.rows[*]").only("name").recorded(`{"rows":[{"name":"A"}]}`).judge(live)
		Expect(reading(v)).To(HavePrefix("red | collection-missing $.rows"))
		Expect(v.Findings[0].To).To(Equal(to))
	},
		Entry("null", `{"rows":null}`, "null"), Entry("a text", `{"rows":"none"}`, "string"), Entry("a number", `{"rows":0}`, "number"),
		Entry("a bare array", `[{"name":"A"}]`, ""), Entry("a bare null", `null`, ""), Entry("a bare text", `"x"`, ""),
	)

	It("a first match only speaks for itself", func() {
		f := passthrough()
		f.tool.Output = []*manifest.Field{declared("top", scalar(manifest.Text), true)}
		f.tool.Extract = []*manifest.FieldMapping{{Name: "top", Path: "$.rows[*].name", Pos: pos(15)}}
		f = f.recorded(`{"rows":[{"name":"A"},{"name":"B"}]}`)
		Expect(reading(f.judge(`{"rows":[{"name":"A"},{"name":2}]}`))).To(Equal("yellow | retyped $.rows[].name"))
	})

	It("VR3.19 passing links through unchecked is red", func() {
		f := passthrough().recorded(`{"a":1}`)
		f.tool.Output = []*manifest.Field{declared("shots", manifest.Type{Kind: manifest.KindList, Semantic: manifest.Image}, true)}
		Expect(reading(f.judge(`{"a":1}`))).To(Equal("red | off-origin $"))
	})

	It("several off-origin items are one finding with their count", func() {
		f := passthrough()
		f.tool.Output = []*manifest.Field{declared("shots", manifest.Type{Kind: manifest.KindList, Semantic: manifest.Image}, true)}
		f.tool.Extract = []*manifest.FieldMapping{{Name: "shots", Path: "$.shots[*]", Pos: pos(15)}}
		f.tool.Origins = &manifest.Origins{Images: []string{"https://img.harbour.example"}}
		body := `{"shots":["https://img.harbour.example/1","https://evil.example/2","http://img.harbour.example/3"]}`
		v := f.recorded(body).judge(body)
		Expect(reading(v)).To(Equal("red | off-origin $.shots[]"))
		Expect([]int{v.Findings[0].Rows, v.Findings[0].Of}).To(Equal([]int{2, 3}))
		Expect(v.Findings[0].Message).NotTo(ContainSubstring("evil"))
	})
})

var _ = Describe("7.5 onError", func() {
	f := func() fixture { return berths("$.rows[*]").only("name", "fee").withFaults() }
	ok := `{"name":"A","fee":1,"z":1}`

	It("judges undeclared paths on ok rows only", func() {
		r := f().recorded(`{"rows":[` + ok + `]}`)
		Expect(reading(r.judge(`{"rows":[{"fault":"E","hint":"x","trace":"t"},` + ok + `]}`))).To(Equal("green"))
		Expect(reading(r.judge(`{"rows":[{"fault":"E"},{"name":"A","fee":1,"z":"1"}]}`))).To(Equal("yellow | retyped $.rows[].z"))
		Expect(reading(r.judge(`{"rows":[{"fault":"E"},{"name":"A","fee":1,"z":1,"y":1}]}`))).To(Equal("yellow | gained $.rows[].y"))
	})
	It("judges by a bare shape on the first ok row", func() {
		r := f().bare(`{"rows":[` + ok + `]}`)
		Expect(reading(r.judge(`{"rows":[{"fault":"E","trace":"t"},` + ok + `]}`))).To(Equal("green"))
		Expect(reading(r.judge(`{"rows":[{"fault":"E"},{"name":"A","fee":1,"z":1,"y":1}]}`))).To(Equal("yellow | gained $.rows[].y"))
	})
	It("has nothing to prove without an ok row", func() {
		v := f().recorded(`{"rows":[` + ok + `]}`).judge(`{"rows":[{"fault":"E"},{"fault":"F"}]}`)
		Expect(reading(v)).To(Equal("yellow | unproven $.rows[]"))
		Expect(v.Detail).To(HavePrefix("0 of 2 rows are ok rows"))
	})
	It("counts rows that match neither shape", func() {
		v := f().recorded(`{"rows":[` + ok + `]}`).judge(`{"rows":[` + ok + `,{"fault":{"no":"text"}},{"name":"B"}]}`)
		Expect(reading(v)).To(Equal("yellow | row-violation $.rows[]"))
		Expect([]int{v.Findings[0].Rows, v.Findings[0].Of}).To(Equal([]int{2, 3}))
		Expect(v.Detail).To(ContainSubstring("first row 1"))
	})
	It("works for a single object as well", func() {
		r := berths("").only("name", "fee").withFaults().recorded(ok)
		Expect(reading(r.judge(ok))).To(Equal("green"))
		Expect(reading(r.judge(`{"fault":"E"}`))).To(Equal("yellow | unproven $"))
		Expect(reading(r.judge(`{"name":"B"}`))).To(HavePrefix("red | no-usable-row $"))
	})
	It("still calls a moved type in a usable row a break", func() {
		v := f().recorded(`{"rows":[` + ok + `]}`).judge(`{"rows":[{"name":"A","fee":"1","z":1}]}`)
		Expect(reading(v)).To(Equal("red | required-wrong-type $.rows[].fee"))
	})
})

var _ = Describe("findings", func() {
	It("7.9 stand by severity, registry order, path and field", func() {
		f := berths("$.rows[*]").recorded(twoBerths)
		v := f.judge(`{"rows":[{"fee":true,"keeper":{"call":"k"},"b":1,"a":1}]}`)
		Expect(reading(v)).To(Equal("red | required-missing $.rows[].name | required-wrong-type $.rows[].fee | optional-missing $.rows[].since | gained $.rows[].a | gained $.rows[].b"))
		Expect(v.Detail).To(HaveSuffix("(+4 more)"))
	})

	It("7.8 declared codes beat shape codes, two stay only for different rows", func() {
		f := berths("$.rows[*]").only("name", "since").recorded(`{"rows":[{"name":"A","since":"2031-01-02"}]}`)
		v := f.judge(`{"rows":[{"name":"A","since":"soon"},{"name":"A","since":7}]}`)
		Expect(reading(v)).To(Equal("yellow | optional-wrong-type $.rows[].since | value-not-of-type $.rows[].since"))
	})

	It("7.8 nothing is told below what is gone or of another type", func() {
		f := passthrough().recorded(`{"o":{"a":1,"b":{"c":"2031-01-02"}}}`)
		Expect(reading(f.judge(`{"o":[{"a":1,"z":2}]}`))).To(Equal("yellow | retyped $.o"))
		Expect(reading(f.judge(`[1]`))).To(Equal("yellow | retyped $"))
	})

	It("7.15 point at the line that declares, maps or recorded the place", func() {
		f := berths("$.rows[*]").only("name", "keeper").recorded(`{"rows":[{"name":"A","keeper":{"call":"k","note":1},"old":{"x":1}}]}`)
		v := f.judge(`{"rows":[{"name":1,"keeper":{"call":2,"note":"1"},"fresh":1,"old":{"x":"1"}}]}`)
		Expect(findingAt(v, finding.RequiredWrongType, "$.rows[].name").Position).To(HaveValue(Equal(pos(20))), "the map line")
		Expect(findingAt(v, finding.OptionalWrongType, "$.rows[].keeper.call").Position.File).To(Equal("harbour.Berth.resource.yaml"), "the resource field")
		shape := map[string]int{}
		for _, e := range f.tool.Contract.Shape {
			shape[e.Path] = e.Pos.Line
		}
		Expect(findingAt(v, finding.Retyped, "$.rows[].old.x").Position.Line).To(Equal(shape["$.rows[].old.x"]), "its shape line")
		Expect(findingAt(v, finding.Gained, "$.rows[].fresh").Position.Line).To(Equal(shape["$.rows[]"]), "the nearest recorded ancestor")
		list := f.judge(`{}`)
		Expect(findingAt(list, finding.CollectionMissing, "$.rows").Position).To(HaveValue(Equal(pos(11))))
	})

	It("never share an identity", func() {
		f := berths("$.rows[*]").recorded(twoBerths)
		v := f.judge(`{"rows":[{"fee":"x","since":{},"keeper":{},"b":1,"a":1}],"c":[{"d":1}]}`)
		seen := map[string]bool{}
		for _, f := range v.Findings {
			Expect(seen[f.Identity]).To(BeFalse(), f.Message)
			seen[f.Identity] = true
		}
	})

	It("a rewritten contract is noted, and shape and evidence judge together", func() {
		f := passthrough().contract(`{"a":1,"new":"x"}`)
		f.golden.Evidence = evidence(`{"a":1,"old":true}`)
		v := f.judge(`{"a":1,"new":"x"}`)
		Expect(reading(v)).To(Equal("green"))
		Expect(notes(v)).To(Equal([]string{"evidence-stale $"}))
		Expect(reading(f.judge(`{"a":"1","new":"x"}`))).To(Equal("yellow | retyped $.a"))
		Expect(reading(f.judge(`{"a":1,"new":"x","other":1}`))).To(Equal("yellow | gained $.other"))
	})

	It("14 the reference's words for the two plain greens", func() {
		Expect(passthrough().recorded(`{"a":1}`).judge(`{"a":2}`).Detail).To(Equal("fingerprint unchanged"))
		Expect(berths("$.rows[*]").only("name").recorded(`{"rows":[{"name":"A"}]}`).judge(`{"rows":[{"name":"B"}]}`).Detail).To(Equal("fingerprint unchanged, mapping OK"))
	})

	It("a shape tree shows recorded and live types, and the worst finding of each path", func() {
		f := berths("$.rows[*]").only("name").recorded(`{"rows":[{"name":"A","z":1}]}`)
		v := f.judge(`{"rows":[{"name":"A","y":null},{"name":"B","z":"1"}]}`)
		var lines []string
		for _, n := range v.Shape {
			lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s>%s %s %s", n.Path, n.Recorded, n.Live, n.State, n.Field)))
		}
		Expect(lines).To(Equal([]string{
			"$ object>object", "$.rows array>array", "$.rows[] object>object", "$.rows[].name string>string  berths.name",
			"$.rows[].y >null gained", "$.rows[].z number>string retyped",
		}))
	})
})

var _ = Describe("keys that come and go", func() {
	It("are one line, without naming a key", func() {
		v := passthrough().recorded(`{"by":{"2031-01-01":1,"2031-01-02":2}}`).judge(`{"by":{"2031-01-02":1,"2031-01-03":2}}`)
		Expect(reading(v)).To(Equal("yellow | keys-as-data $.by"))
		Expect(v.Detail).NotTo(ContainSubstring("2031"))
	})
	It("are told one by one when they are not of one shape", func() {
		v := passthrough().recorded(`{"by":{"2031-01-01":1,"2031-01-02":2}}`).judge(`{"by":{"2031-01-02":1,"2031-01-03":"x"}}`)
		Expect(reading(v)).To(Equal("yellow | gained $.by['2031-01-03'] | lost $.by['2031-01-01']"))
	})
	It("stay fields when they are two ordinary names", func() {
		v := passthrough().recorded(`{"o":{"first":"a","last":"b"}}`).judge(`{"o":{"vorname":"a","nachname":"b"}}`)
		Expect(reading(v)).To(Equal("yellow | gained $.o.nachname | gained $.o.vorname | lost $.o.first | lost $.o.last"))
	})
	It("that were lacking when recorded do not count", func() {
		f := passthrough().recorded(`[{"m":{"2031-01-01":1}},{"m":{"2031-01-02":1}}]`)
		Expect(reading(f.judge(`[{"m":{"2031-01-01":1}}]`))).To(Equal("green"))
	})
})
