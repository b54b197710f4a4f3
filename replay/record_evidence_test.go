package replay_test

import (
	"context"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/replay"
)

var _ = Describe("Record with samples", func() {
	var b *bed
	BeforeEach(func() { b = newBed(ferry()) })

	It("4 counts identical bodies of one run once", func() {
		b.answer(harbours, `{"count":1}`, `{"count":1}`, `{"count":2}`)
		got := item(b.record(func(o *replay.RecordOptions) { one(harbours, "")(o); o.Samples = 3 }), harbours)
		Expect(got.Samples).To(Equal(2))
		Expect(b.backend.asked).To(HaveLen(3))
		Expect(b.golden(harbours).Evidence.Samples).To(Equal(2))
	})

	It("pauses between samples, not after the last", func() {
		var pauses []time.Duration
		b.record(func(o *replay.RecordOptions) {
			one(harbours, "")(o)
			o.Samples, o.Every = 3, time.Hour
			o.Sleep = func(_ context.Context, d time.Duration) error { pauses = append(pauses, d); return nil }
		})
		Expect(pauses).To(Equal([]time.Duration{time.Hour, time.Hour}))
	})

	It("records nothing when one sample is not answered", func() {
		b.backend.set(harbours, []replay.Answer{
			{Status: 200, Body: []byte(`{"count":1}`)},
			{Status: 503, Refused: &replay.Refusal{Reason: finding.ServerError, Detail: "503"}},
		})
		got := item(b.record(func(o *replay.RecordOptions) { one(harbours, "")(o); o.Samples = 2 }), harbours)
		Expect(got.Status).To(Equal(replay.RecordNotAsked))
		Expect(got.Reason).To(Equal(finding.ServerError))
	})

	It("learns from all samples", func() {
		b.answer(harbours, `{"count":1,"note":"x"}`, `{"count":1}`)
		b.record(func(o *replay.RecordOptions) { one(harbours, "")(o); o.Samples = 2 })
		for _, body := range []string{`{"count":1,"note":"x"}`, `{"count":1}`} {
			b.answer(harbours, body)
			Expect(subject(b.verify(nil), harbours).Outcome).To(Equal(finding.OutcomeGreen), body)
		}
	})

	It("stops when the run is interrupted, and lands nothing of what was cut", func() {
		ctx, cancel := context.WithCancel(context.Background())
		b.backend.before = func(context.Context, string) { cancel() }
		before := b.snapshot()
		out, err := replay.Record(ctx, b.load(), replay.RecordOptions{Connectors: b.connectors(), Clock: clock})
		Expect(err).NotTo(HaveOccurred())
		Expect(item(out, harbours).Reason).To(Equal(finding.Interrupted))
		Expect(out.Exit).To(Equal(finding.ExitUnverified))
		Expect(b.snapshot()).To(Equal(before))
	})
})

var _ = Describe("Record --merge", func() {
	var b *bed
	BeforeEach(func() {
		b = newBed(ferry())
		b.answer(harbours, `{"count":1,"note":"x","tags":["a"]}`)
		b.record(one(harbours, ""))
	})
	merge := func(body string, change func(*replay.RecordOptions)) replay.Recorded {
		GinkgoHelper()
		b.answer(harbours, body)
		return item(b.record(func(o *replay.RecordOptions) {
			o.Merge = true
			if change != nil {
				change(o)
			}
		}), harbours)
	}

	It("4 adds nulls and absences of known paths, so that they are no drift any more", func() {
		b.answer(harbours, `{"count":1,"note":null,"tags":["a"]}`)
		Expect(subject(b.verify(nil), harbours).Outcome).To(Equal(finding.OutcomeYellow))
		binding := b.read("bindings/ferry.harbours.binding.yaml")
		Expect(merge(`{"count":1,"note":null,"tags":["a"]}`, nil).Status).To(Equal(replay.RecordDone))
		Expect(b.golden(harbours).Evidence.Samples).To(Equal(2))
		Expect(b.read("bindings/ferry.harbours.binding.yaml")).To(Equal(binding))
		Expect(subject(b.verify(nil), harbours).Outcome).To(Equal(finding.OutcomeGreen))
	})

	DescribeTable("4 is not accepting",
		func(body string) {
			before := b.snapshot()
			got := merge(body, nil)
			Expect(got.Code).To(Equal(replay.RecordUnseen), got.Detail)
			Expect(merge(body, func(o *replay.RecordOptions) { o.Force, o.CI = true, true }).Code).To(Equal(replay.RecordInCI))
			Expect(b.snapshot()).To(Equal(before))
			Expect(merge(body, func(o *replay.RecordOptions) { o.Force = true }).Status).To(Equal(replay.RecordDone))
			Expect(subject(b.verify(nil), harbours).Outcome).To(Equal(finding.OutcomeGreen))
		},
		Entry("a path never seen", `{"count":1,"note":"x","tags":["a"],"secret":"s"}`),
		Entry("a type never seen", `{"count":1,"note":5,"tags":["a"]}`),
		Entry("a type never seen in a later element", `{"count":1,"note":"x","tags":["a",1]}`),
	)

	DescribeTable("4 is not accepting what left the declaration",
		func(declared, recorded, live string) {
			b.write("ferry.crossing.resource.yaml", strings.Replace(ferry()["ferry.crossing.resource.yaml"], "type: text", declared, 1))
			b.answer(crossings, recorded)
			b.record(one(crossings, `{"pier":"p"}`))
			before := b.snapshot()
			b.answer(crossings, live)
			again := func(o *replay.RecordOptions) { o.Only, o.Merge = []string{crossings}, true }
			got := item(b.record(again), crossings)
			Expect(got.Code).To(Equal(replay.RecordUnseen), got.Detail)
			Expect(b.snapshot()).To(Equal(before))
		},
		Entry("a date that is none", "type: date", `{"rows":[{"id":"a","fare":3,"note":"2031-01-02"}]}`, `{"rows":[{"id":"a","fare":3,"note":"soon"}]}`),
		Entry("a value outside the enum", "type: enum, values: [low, high]", `{"rows":[{"id":"a","fare":3,"note":"low"}]}`, `{"rows":[{"id":"a","fare":3,"note":"flood"}]}`),
	)

	DescribeTable("4 takes in no keys that look like data or secrets by force alone",
		func(body string, code finding.Code) {
			before := b.snapshot()
			Expect(merge(body, func(o *replay.RecordOptions) { o.Force = true }).Code).To(Equal(code))
			Expect(b.snapshot()).To(Equal(before))
			got := merge(body, func(o *replay.RecordOptions) { o.Force, o.AllowDynamicKeys = true, true })
			Expect(got.Status).To(Equal(replay.RecordDone), got.Detail)
		},
		Entry("an address", `{"count":1,"note":"x","tags":["a"],"by":{"ana.pop@guest.example":1}}`, replay.RecordSecretKeys),
		Entry("currencies", `{"count":1,"note":"x","tags":["a"],"fares":{"EUR":1,"USD":2,"GBP":3}}`, replay.RecordDynamicKeys),
	)

	It("4 does not ask again about keys that were allowed", func() {
		b.answer(harbours, `{"count":1,"fares":{"EUR":1,"USD":2},"by":{"ana.pop@guest.example":1}}`)
		b.record(func(o *replay.RecordOptions) { one(harbours, "")(o); o.Force, o.AllowDynamicKeys = true, true })
		force := func(o *replay.RecordOptions) { o.Force = true }
		Expect(merge(`{"count":1,"fares":{"EUR":1,"GBP":2},"by":{"ana.pop@guest.example":1},"new":1}`, force).Status).To(Equal(replay.RecordDone))
		Expect(merge(`{"count":1,"fares":{"EUR":1},"by":{"bob.lee@guest.example":1}}`, force).Code).To(Equal(replay.RecordSecretKeys))
	})

	It("4 is refused by a red verdict, force or not", func() {
		got := merge(`{"note":"x","tags":["a"]}`, func(o *replay.RecordOptions) { o.Force = true })
		Expect(got.Code).To(Equal(replay.RecordNotGreen))
		Expect(got.Findings).NotTo(BeEmpty())
	})

	It("needs a recording", func() {
		got := item(b.record(func(o *replay.RecordOptions) { o.Only, o.Merge = []string{tide}, true }), tide)
		Expect(got.Code).To(Equal(replay.RecordMissing))
	})
})

var _ = Describe("Record --evidence-only", func() {
	var b *bed
	BeforeEach(func() {
		b = newBed(ferry())
		b.record(one(harbours, ""))
		b.write("fixtures/ferry.harbours.golden.json", `{"capabilityId":"ferry.harbours","recordedAt":"2030-01-01T00:00:00.000Z","request":{}}`)
	})
	add := func() replay.Recorded {
		GinkgoHelper()
		return item(b.record(func(o *replay.RecordOptions) { o.EvidenceOnly = true }), harbours)
	}

	It("adds evidence to a recording of the reference, and touches nothing else", func() {
		binding := b.read("bindings/ferry.harbours.binding.yaml")
		Expect(add().Status).To(Equal(replay.RecordDone))
		Expect(b.golden(harbours).Evidence.Samples).To(Equal(1))
		Expect(b.golden(harbours).RecordedAt).To(Equal("2030-01-01T00:00:00.000Z"))
		Expect(b.read("bindings/ferry.harbours.binding.yaml")).To(Equal(binding))
		Expect(subject(b.verify(nil), harbours).Outcome).To(Equal(finding.OutcomeGreen))
		Expect(add().Status).To(Equal(replay.RecordSame))
	})

	It("refuses an answer that does not judge green", func() {
		b.answer(harbours, `{"count":1,"more":true}`)
		Expect(add().Code).To(Equal(replay.RecordNotGreen))
	})
})

var _ = Describe("Record --also", func() {
	var b *bed
	BeforeEach(func() {
		b = newBed(ferry())
		b.answer(crossings+` {"pier":"far"}`, `{"rows":[{"id":"z","fare":9,"note":"n","late":true}]}`)
	})
	also := func(main string) replay.Recorded {
		GinkgoHelper()
		return item(b.record(func(o *replay.RecordOptions) {
			one(crossings, main)(o)
			o.Also = []replay.Input{input(`{"pier":"far"}`)}
		}), crossings)
	}

	It("4 records a further request with a new recording", func() {
		Expect(also(`{"pier":"near"}`).Status).To(Equal(replay.RecordDone))
		g := b.golden(crossings)
		Expect(g.Also).To(HaveLen(1))
		Expect(g.Also[0].Request.JSON()).To(Equal(`{"pier":"far"}`))
		Expect(g.Also[0].Evidence.Samples).To(Equal(1))
		s := subject(b.verify(nil), crossings)
		Expect(s.Outcome).To(Equal(finding.OutcomeGreen), "%+v", s.Findings)
		Expect(s.Requests).To(HaveLen(2))
	})

	It("4 adds one to a recording without asking or touching the first", func() {
		b.record(one(crossings, `{"pier":"near"}`))
		binding := b.read(crossingsBinding)
		b.backend.asked = nil
		Expect(also("").Status).To(Equal(replay.RecordDone))
		Expect(b.backend.asked).To(Equal([]string{crossings + ` {"pier":"far"}`}))
		Expect(b.read(crossingsBinding)).To(Equal(binding))
		Expect(subject(b.verify(nil), crossings).Outcome).To(Equal(finding.OutcomeGreen))
		Expect(also("").Status).To(Equal(replay.RecordSame))
	})

	It("4 judges gained against the union, and names the request", func() {
		also(`{"pier":"near"}`)
		b.answer(crossings+` {"pier":"far"}`, `{"rows":[{"id":"z","fare":9,"note":"n","late":true,"leak":"x"}]}`)
		b.answer(crossings, `{"rows":[{"id":"a","fare":3,"note":"x","late":false}]}`)
		s := subject(b.verify(nil), crossings)
		Expect(s.Findings).To(ContainElement(And(HaveField("Code", finding.Gained), HaveField("Path", "$.rows[].leak"), HaveField("Request", 2))))
		Expect(s.Findings).NotTo(ContainElement(HaveField("Path", "$.rows[].late")))
	})

	It("refuses a further request that breaks the declaration", func() {
		_, err := b.tryRecord(func(o *replay.RecordOptions) {
			one(crossings, `{"pier":"near"}`)(o)
			o.Also = []replay.Input{input(`{"dock":1}`)}
		})
		Expect(replay.IsUsage(err)).To(BeTrue())
	})
})
