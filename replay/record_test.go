package replay_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/replay"
)

const crossingsBinding = "bindings/ferry.find-crossings.binding.yaml"
const crossingsGolden = "fixtures/ferry.find-crossings.golden.json"

var _ = Describe("Record", func() {
	var b *bed
	BeforeEach(func() { b = newBed(ferry()) })

	It("writes golden and contract, and leaves the rest of the YAML alone", func() {
		before := b.read(crossingsBinding)
		out := b.record(one(crossings, `{"pier":"north"}`))
		Expect(item(out, crossings).Status).To(Equal(replay.RecordDone))
		Expect(out.Exit).To(Equal(finding.ExitOK))
		Expect(out.Files).To(Equal([]string{crossingsBinding, crossingsGolden}))
		after := b.read(crossingsBinding)
		head, rest, found := strings.Cut(after, "  contract:\n")
		Expect(found).To(BeTrue())
		Expect(head + "# the end\n").To(Equal(before))
		Expect(rest).To(HavePrefix("    source: recorded\n    fingerprint: \"sha256:"))
		Expect(rest).To(ContainSubstring("\n    shape:\n      \"$\": object\n      \"$.rows\": array\n      \"$.rows[]\": object\n      \"$.rows[].fare\": number\n      \"$.rows[].id\": string\n      \"$.rows[].note\": string\n"))
		Expect(rest).To(HaveSuffix("    verifiedAt: \"2031-05-06T07:08:09.000Z\"\n    probe:\n      fixture: " + crossingsGolden + "\n# the end\n"))
	})

	It("X7.10 writes the golden with the instant, the request and evidence, and never a value", func() {
		b.answer(crossings, `{"rows":[{"id":"topsecret","fare":987654,"note":null}]}`)
		b.record(one(crossings, `{"pier":"north"}`))
		golden := b.read(crossingsGolden)
		Expect(golden).To(HavePrefix("{\n  \"capabilityId\": \"ferry.find-crossings\",\n  \"recordedAt\": \"2031-05-06T07:08:09.000Z\",\n  \"request\": {\n    \"pier\": \"north\"\n  },\n  \"evidence\": {\n    \"v\": 1,\n    \"samples\": 1,"))
		Expect(golden).NotTo(Or(ContainSubstring("topsecret"), ContainSubstring("987654")))
	})

	It("7.3 X7.9 is green in the next verify, whatever rows lacked", func() {
		b.record(one(crossings, `{"pier":"north"}`))
		b.record(one(harbours, ""))
		run := b.verify(nil)
		for _, id := range []string{crossings, harbours} {
			Expect(subject(run, id).Outcome).To(Equal(finding.OutcomeGreen), "%+v", subject(run, id).Findings)
		}
	})

	It("records everything that has no recording, lists the rest, and 1 beats 3", func() {
		b.backend.set(harbours, []replay.Answer{{Status: 404, Body: []byte(`{}`)}})
		out := b.record(nil)
		Expect(statuses(out)).To(Equal(map[string]replay.RecordStatus{
			crossings: replay.RecordNeedsRequest, harbours: replay.RecordRefused, tide: replay.RecordDone,
		}))
		Expect(out.Exit).To(Equal(finding.ExitFailed))
		Expect(item(out, crossings).Template.JSON()).To(Equal(`{"pier":"<identifier>"}`))
		b.answer(harbours, `{"count":7}`)
		out = b.record(nil)
		Expect(statuses(out)).To(Equal(map[string]replay.RecordStatus{crossings: replay.RecordNeedsRequest, harbours: replay.RecordDone}))
		Expect(out.Exit).To(Equal(finding.ExitUnverified))
	})

	It("asks with the request of a golden that lies there, and keeps what was added to it", func() {
		b.write(crossingsGolden, `{"request":{"pier":"south"},"expects":{"collectionNonEmpty":true},"team":"piers"}`)
		out := b.record(func(o *replay.RecordOptions) { o.Only = []string{crossings} })
		Expect(item(out, crossings).Status).To(Equal(replay.RecordDone))
		Expect(b.backend.asked).To(Equal([]string{crossings + ` {"pier":"south"}`}))
		Expect(b.read(crossingsGolden)).To(And(ContainSubstring(`"collectionNonEmpty": true`), ContainSubstring(`"team": "piers"`)))
	})

	It("lists a recorded request that no longer fits the declaration", func() {
		b.write(crossingsGolden, `{"request":{"dock":"south"}}`)
		out := b.record(func(o *replay.RecordOptions) { o.Only = []string{crossings} })
		Expect(item(out, crossings).Status).To(Equal(replay.RecordNeedsRequest))
		Expect(b.backend.asked).To(BeEmpty())
	})

	DescribeTable("refuses to make a baseline of",
		func(id, body string, code finding.Code, culprit string) {
			before := b.snapshot()
			b.answer(id, body)
			request := ""
			if id == crossings {
				request = `{"pier":"north"}`
			}
			out := b.record(one(id, request))
			got := item(out, id)
			Expect(got.Status).To(Equal(replay.RecordRefused), "%+v", got)
			Expect(got.Code).To(Equal(code), got.Detail)
			Expect(got.Detail).To(ContainSubstring(culprit))
			Expect(out.Exit).To(Equal(finding.ExitFailed))
			Expect(b.snapshot()).To(Equal(before), "nothing may land")
		},
		Entry("VR7.1 an empty body", harbours, "", replay.RecordEmptyBody, "no body"),
		Entry("VR7.1 a login page", harbours, "<html>", replay.RecordNotJSON, "not JSON"),
		Entry("VR7.1 X7.6 a missing required field", harbours, `{"total":7}`, replay.RecordViolation, "count"),
		Entry("7.29 an error envelope", crossings, `{"error":"no such pier"}`, replay.RecordErrorEnvelope, "reports an error"),
		Entry("7.29 a list of errors", harbours, `{"errors":[{"code":1}]}`, replay.RecordErrorEnvelope, "reports an error"),
		Entry("7.29 an error without any mapping", tide, `{"fault":{"code":1}}`, replay.RecordErrorEnvelope, "reports an error"),
		Entry("7.2 rows that disagree about a required field", crossings, `{"rows":[{"id":"a","fare":3},{"id":9,"fare":3}]}`, replay.RecordMixedTypes, "crossings.id"),
		Entry("7.31 dates as keys", tide, `{"days":{"2031-01-01":1,"2031-01-02":2}}`, replay.RecordDynamicKeys, "$.days"),
		Entry("4 addresses as keys", tide, `{"by":{"ann@ferry.example":1,"bob@ferry.example":2}}`, replay.RecordSecretKeys, "$.by"),
	)

	It("7.29 takes an answer with an empty error member, or with what was asked for", func() {
		b.answer(harbours, `{"count":7,"errors":[]}`)
		Expect(item(b.record(one(harbours, "")), harbours).Status).To(Equal(replay.RecordDone))
		b.answer(crossings, `{"rows":[{"id":"a","fare":1}],"errors":["one pier was closed"]}`)
		Expect(item(b.record(one(crossings, `{"pier":"n"}`)), crossings).Status).To(Equal(replay.RecordDone))
	})

	It("4 never quotes a key that looks like a secret", func() {
		b.answer(tide, `{"by":{"ann@ferry.example":1}}`)
		got := item(b.record(one(tide, "")), tide)
		Expect(got.Detail).NotTo(ContainSubstring("ann"))
	})

	It("4 folds a confirmed map: no key in the golden, no shape in the binding", func() {
		b.answer(tide, `{"days":{"2031-01-01":1,"2031-01-02":2}}`)
		out := b.record(func(o *replay.RecordOptions) { one(tide, "")(o); o.Maps = []string{"$.days"} })
		Expect(item(out, tide).Status).To(Equal(replay.RecordDone))
		Expect(b.read("fixtures/ferry.tide.golden.json")).To(And(ContainSubstring(`"$.days{}"`), Not(ContainSubstring("2031-01-01\""))))
		Expect(b.read("bindings/ferry.tide.binding.yaml")).NotTo(ContainSubstring("shape:"))
		b.answer(tide, `{"days":{"2031-03-01":1}}`)
		Expect(subject(b.verify(nil), tide).Findings).To(BeEmpty())
	})

	It("4 stores a map under its one unambiguous path, however it was spelled", func() {
		b.answer(tide, `{"days":{"2031-01-01":1,"2031-01-02":2}}`)
		b.record(func(o *replay.RecordOptions) { one(tide, "")(o); o.Maps = []string{"$['days']", "$.days"} })
		Expect(b.golden(tide).Evidence.Maps).To(Equal([]string{"$.days"}))
	})

	It("4 writes a shape anew that somebody edited, although the answer says nothing new", func() {
		b.answer(harbours, `{"count":1,"note":"x"}`)
		b.record(one(harbours, ""))
		binding := b.read("bindings/ferry.harbours.binding.yaml")
		b.write("bindings/ferry.harbours.binding.yaml", strings.Replace(binding, `"$.note": string`, `"$.note": number`, 1))
		got := item(b.record(func(o *replay.RecordOptions) { one(harbours, "")(o); o.Force = true }), harbours)
		Expect(got.Status).To(Equal(replay.RecordDone))
		Expect(b.read("bindings/ferry.harbours.binding.yaml")).To(Equal(binding))
	})

	It("4 refuses a map that is not there", func() {
		out := b.record(func(o *replay.RecordOptions) { one(tide, "")(o); o.Maps = []string{"$.days"} })
		Expect(item(out, tide).Code).To(Equal(replay.RecordMapMissing))
	})

	It("7.31 records keys that look like data when told to", func() {
		b.answer(tide, `{"days":{"2031-01-01":1,"2031-01-02":2}}`)
		out := b.record(func(o *replay.RecordOptions) { one(tide, "")(o); o.AllowDynamicKeys = true })
		Expect(item(out, tide).Status).To(Equal(replay.RecordDone))
	})

	It("7.6 remarks an empty collection", func() {
		b.answer(crossings, `{"rows":[]}`)
		Expect(item(b.record(one(crossings, `{"pier":"n"}`)), crossings).Notes).To(ContainElement(ContainSubstring("$.rows is empty")))
	})

	It("7.5 records an answer without a single ok row, and says that it stays yellow", func() {
		b.write(crossingsBinding, strings.Replace(b.read(crossingsBinding), "      note: \"$.note\"\n",
			"      note: \"$.note\"\n    onError:\n      errorResource: Closed\n      when: { path: $.closed, exists: true }\n      map: { reason: $.reason }\n", 1))
		b.write("ferry.closed.resource.yaml", "resource:\n  name: ferry.Closed\n  fields:\n    reason: { type: text }\n")
		b.answer(crossings, `{"rows":[{"closed":true,"reason":"fog"}]}`)
		got := item(b.record(one(crossings, `{"pier":"n"}`)), crossings)
		Expect(got.Status).To(Equal(replay.RecordDone), "%+v", got)
		Expect(got.Notes).To(ContainElement(ContainSubstring("stays yellow")))
		Expect(subject(b.verify(nil), crossings).Outcome).To(Equal(finding.OutcomeYellow))
	})

	It("7.30 writes awkward keys so that the loader reads them back, and leaves out what it cannot write", func() {
		b.answer(tide, `{"a b":1,"q\"":1,"tab\t":1,"\u2028":1,"😀":1,"`+strings.Repeat("long", 400)+`":1}`)
		Expect(item(b.record(one(tide, "")), tide).Status).To(Equal(replay.RecordDone))
		Expect(b.load().IR.Tool(tide).Contract.Shape).To(HaveLen(7))
		Expect(subject(b.verify(nil), tide).Findings).To(BeEmpty())

		b.answer(harbours, `{"count":1,"a.b":1,"a":{"b":"x"}}`)
		got := item(b.record(one(harbours, "")), harbours)
		Expect(got.Status).To(Equal(replay.RecordDone))
		Expect(got.Notes).To(ContainElement(ContainSubstring("share the path $.a.b")))
		Expect(b.load().IR.Tool(harbours).Contract.Shape).To(BeNil())
		Expect(subject(b.verify(nil), harbours).Findings).To(BeEmpty())
	})

	It("7.27 lands what could be recorded when one binding cannot be edited", func() {
		b.write("bindings/ferry.tide.binding.yaml", "binding: {capabilityId: ferry.tide, connector: {type: rest, rest: {method: GET, path: /tide}}}\n")
		out := b.record(nil)
		got := item(out, tide)
		Expect(got.Code).To(Equal(replay.RecordYAMLLayout))
		Expect(got.Position.File).To(Equal("bindings/ferry.tide.binding.yaml"))
		Expect(got.Position.Line).To(Equal(1))
		Expect(item(out, harbours).Status).To(Equal(replay.RecordDone))
		Expect(filepath.Join(b.dir, "fixtures/ferry.tide.golden.json")).NotTo(BeAnExistingFile())
		Expect(filepath.Join(b.dir, "fixtures/ferry.harbours.golden.json")).To(BeAnExistingFile())
	})

	It("calls Before with everything, and changes no file when it says no", func() {
		before := b.snapshot()
		_, err := b.tryRecord(func(o *replay.RecordOptions) {
			one(harbours, "")(o)
			o.Before = func(r *replay.Recording) error {
				Expect(r.Files).To(HaveLen(2))
				return errors.New("no")
			}
		})
		Expect(err).To(MatchError("no"))
		Expect(b.snapshot()).To(Equal(before))
	})

	DescribeTable("is wrong usage",
		func(change func(*replay.RecordOptions), culprit string) {
			_, err := b.tryRecord(change)
			Expect(err).To(MatchError(ContainSubstring(culprit)))
			Expect(replay.IsUsage(err)).To(BeTrue())
			Expect(b.backend.asked).To(BeEmpty(), "nothing is asked")
		},
		Entry("7.28 an input that breaks the declaration", one(crossings, `{"pier":7}`), "pier"),
		Entry("7.28 an undeclared input", one(harbours, `{"x":1}`), "undeclared"),
		Entry("7.18 an unknown name", one("ferry.find-crossing", `{}`), `did you mean "ferry.find-crossings"`),
		Entry("7.18 a retired name", one(oldList, ``), "retired"),
		Entry("a request for everything", func(o *replay.RecordOptions) { o.Request = &replay.Input{} }, "name exactly one"),
		Entry("merging and adding evidence", func(o *replay.RecordOptions) { o.Merge, o.EvidenceOnly = true, true }, "exclude"),
		Entry("a map that is no path", func(o *replay.RecordOptions) { o.Maps = []string{"rates"} }, "must start with $"),
	)

	It("never asks for what does more than read without a sandbox", func() {
		out := b.record(one(sell, ""))
		Expect(item(out, sell).Code).To(Equal(replay.RecordNotRead))
		Expect(b.backend.asked).To(BeEmpty())
		out = b.record(func(o *replay.RecordOptions) { one(sell, "")(o); o.Sandbox = true })
		Expect(item(out, sell).Status).To(Equal(replay.RecordDone))
	})

	It("VR7.1 X7.1 lists what could not be asked, with exit 3", func() {
		b.backend.refuse = map[string]*replay.Refusal{harbours: {Reason: finding.EnvMissing, Detail: "FERRY_URL is not set"}}
		out := b.record(one(harbours, ""))
		Expect(item(out, harbours).Reason).To(Equal(finding.EnvMissing))
		Expect(item(out, harbours).Position.File).To(Equal("bindings/ferry.harbours.binding.yaml"))
		Expect(out.Exit).To(Equal(finding.ExitUnverified))
	})

	It("explains every code it uses, once", func() {
		seen := map[string]bool{}
		for _, e := range replay.RecordCodes() {
			Expect(seen[e.Name]).To(BeFalse(), e.Name)
			seen[e.Name] = true
			Expect([]string{e.Title, e.Means, e.Do}).NotTo(ContainElement(BeEmpty()))
			Expect(e.Registry).To(Equal("record"))
		}
	})
})

var _ = Describe("Record over a recording", func() {
	var b *bed
	BeforeEach(func() {
		b = newBed(ferry())
		b.record(one(harbours, ""))
	})
	again := func(change func(*replay.RecordOptions)) replay.Recorded {
		GinkgoHelper()
		return item(b.record(func(o *replay.RecordOptions) {
			o.Only = []string{harbours}
			change(o)
		}), harbours)
	}

	It("4 changes no file when only values, times and counts differ", func() {
		before := b.snapshot()
		b.answer(harbours, `{"count":8}`)
		got := again(func(o *replay.RecordOptions) { o.Clock = func() time.Time { return clock().Add(time.Hour) } })
		Expect(got.Status).To(Equal(replay.RecordSame))
		Expect(b.snapshot()).To(Equal(before))
	})

	It("refuses to replace without force, shows the difference, and replaces with it", func() {
		before := b.snapshot()
		b.answer(harbours, `{"count":8,"free":true}`)
		got := again(func(*replay.RecordOptions) {})
		Expect(got.Code).To(Equal(replay.RecordExists))
		Expect(got.Diff.Summary()).To(Equal("gained 1 field(s): $.free (boolean)"))
		Expect(b.snapshot()).To(Equal(before))

		got = again(func(o *replay.RecordOptions) { o.Force, o.CI = true, true })
		Expect(got.Code).To(Equal(replay.RecordInCI))
		Expect(b.snapshot()).To(Equal(before))

		got = again(func(o *replay.RecordOptions) { o.Force = true })
		Expect(got.Status).To(Equal(replay.RecordDone))
		Expect(got.Replaces).To(BeTrue())
		Expect(b.read("bindings/ferry.harbours.binding.yaml")).To(ContainSubstring(`"$.free": boolean`))
		Expect(subject(b.verify(nil), harbours).Findings).To(BeEmpty())
	})

	It("4 refuses a broken golden unless forced", func() {
		b.write("fixtures/ferry.harbours.golden.json", "{")
		Expect(again(func(*replay.RecordOptions) {}).Code).To(Equal(replay.RecordGoldenUnreadable))
		got := again(func(o *replay.RecordOptions) { o.Force = true })
		Expect(got.Status).To(Equal(replay.RecordDone))
		Expect(got.Notes).To(ContainElement(ContainSubstring("is gone")))
	})

	It("writes a lost golden anew when the answer still has the recorded fingerprint", func() {
		Expect(os.Remove(filepath.Join(b.dir, "fixtures/ferry.harbours.golden.json"))).To(Succeed())
		Expect(again(func(*replay.RecordOptions) {}).Status).To(Equal(replay.RecordDone))
		Expect(os.Remove(filepath.Join(b.dir, "fixtures/ferry.harbours.golden.json"))).To(Succeed())
		b.answer(harbours, `{"count":1,"more":1}`)
		Expect(again(func(*replay.RecordOptions) {}).Code).To(Equal(replay.RecordExists))
	})

	It("keeps the golden in the folder: no path and no link leads out", func() {
		outside := GinkgoT().TempDir()
		Expect(os.RemoveAll(filepath.Join(b.dir, "fixtures"))).To(Succeed())
		Expect(os.Symlink(outside, filepath.Join(b.dir, "fixtures"))).To(Succeed())
		Expect(again(func(o *replay.RecordOptions) { o.Force = true }).Code).To(Equal(replay.RecordGoldenPlace))
		b.write("bindings/ferry.harbours.binding.yaml", strings.Replace(b.read("bindings/ferry.harbours.binding.yaml"), "fixtures/", "../", 1))
		Expect(again(func(o *replay.RecordOptions) { o.Force = true }).Code).To(Equal(replay.RecordGoldenPlace))
		Expect(os.ReadDir(outside)).To(BeEmpty())
	})

	DescribeTable("never writes a golden over what a manifest might name",
		func(name string) {
			b.write("bindings/ferry.harbours.binding.yaml", strings.Replace(b.read("bindings/ferry.harbours.binding.yaml"), "fixtures/ferry.harbours.golden.json", name, 1))
			before := b.snapshot()
			Expect(again(func(o *replay.RecordOptions) { o.Force = true }).Code).To(Equal(replay.RecordGoldenPlace))
			Expect(b.snapshot()).To(Equal(before))
		},
		Entry("a document", "capabilities.yaml"),
		Entry("a new document", "new.capability.YAML"),
		Entry("the repository's own", ".git/config"),
	)

	It("lets no edit land that the loader would read otherwise", func() {
		// The blank line belongs to the text before it, so that a block added
		// there would cut it off.
		b.write("bindings/ferry.tide.binding.yaml", "binding:\n  capabilityId: ferry.tide\n  connector:\n    type: rest\n    rest:\n      method: POST\n      path: /tide\n      body: |+\n        {}\n\n")
		before := b.snapshot()
		got := item(b.record(one(tide, "")), tide)
		Expect(got.Code).To(Equal(replay.RecordYAMLLayout), got.Detail)
		Expect(got.Detail).To(ContainSubstring("something beside the contract"))
		Expect(b.snapshot()).To(Equal(before))
	})

	It("refuses a golden that another capability has as well", func() {
		text := b.read("bindings/ferry.harbours.binding.yaml")
		text = strings.Replace(text, "ferry.harbours\n  connector", "ferry.tide\n  connector", 1)
		b.write("bindings/ferry.tide.binding.yaml", strings.Replace(text, "  extract:\n    count: $.count\n", "", 1))
		got := again(func(o *replay.RecordOptions) { o.Force = true })
		Expect(got.Code).To(Equal(replay.RecordGoldenPlace))
	})
})

func statuses(r *replay.Recording) map[string]replay.RecordStatus {
	out := map[string]replay.RecordStatus{}
	for _, i := range r.Items {
		out[i.Tool.ID] = i.Status
	}
	return out
}
