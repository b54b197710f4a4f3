package replay_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/replay"
)

// recorded is a bed in which everything that can be recorded is.
func recorded() *bed {
	GinkgoHelper()
	b := newBed(ferry())
	b.record(one(crossings, `{"pier":"north"}`))
	b.record(nil)
	b.record(func(o *replay.RecordOptions) { one(sell, "")(o); o.Sandbox = true })
	b.backend.asked = nil
	return b
}

func ids(run *finding.Run) []string {
	var all []string
	for _, s := range run.Subjects {
		all = append(all, s.ID)
	}
	return all
}

var _ = Describe("Plan", func() {
	var b *bed
	BeforeEach(func() { b = recorded() })
	plan := func(change func(*replay.Options)) []replay.Item {
		GinkgoHelper()
		o := replay.Options{Connectors: b.connectors()}
		if change != nil {
			change(&o)
		}
		items, err := replay.Plan(b.load(), o)
		Expect(err).NotTo(HaveOccurred())
		return items
	}

	It("VR0.8 lists contracts in tool order and asks nothing", func() {
		var got []string
		for _, i := range plan(nil) {
			got = append(got, i.Tool.ID)
		}
		Expect(got).To(Equal([]string{crossings, harbours, sell, tide}))
		Expect(b.backend.asked).To(BeEmpty())
	})

	It("X6.15 X6.16 skips what does more than read unless there is a sandbox", func() {
		skipped := plan(nil)[2]
		Expect(skipped.Skipped).To(BeTrue())
		Expect(skipped.Questions).To(BeEmpty())
		Expect(skipped.Detail()).To(HavePrefix("not replayed: effect is `write`"))
		asked := plan(func(o *replay.Options) { o.Sandbox = true })[2]
		Expect(asked.Skipped).To(BeFalse())
		Expect(asked.Questions).To(HaveLen(1))
	})

	It("shows the request of each", func() {
		Expect(plan(nil)[0].Questions[0].Prepared.Show()).To(Equal(finding.Request{Method: "GET", URL: "${FERRY_URL}/ferry.find-crossings", Body: `{"pier":"north"}`}))
	})

	DescribeTable("decides offline what is unverified",
		func(change func(), options func(*replay.Options), reason finding.Reason, file string) {
			change()
			i := plan(options)[1]
			Expect(i.Refusal).NotTo(BeNil())
			Expect(i.Refusal.Reason).To(Equal(reason))
			Expect(i.Refusal.Pos.File).To(Equal(file))
			Expect(i.Refusal.Pos.Line).To(BeNumerically(">", 0))
		},
		Entry("VR5.5 a golden that is gone", func() { Expect(os.Remove(filepath.Join(b.dir, "fixtures/ferry.harbours.golden.json"))).To(Succeed()) }, nil, finding.FixtureUnreadable, "bindings/ferry.harbours.binding.yaml"),
		Entry("O7 a golden without a request", func() { b.write("fixtures/ferry.harbours.golden.json", "{}") }, nil, finding.FixtureUnreadable, "bindings/ferry.harbours.binding.yaml"),
		Entry("1 a variable that is missing", func() {
			b.backend.refuse = map[string]*replay.Refusal{harbours: {Reason: finding.EnvMissing, Detail: "FERRY_URL"}}
		}, nil, finding.EnvMissing, "bindings/ferry.harbours.binding.yaml"),
		Entry("7 a connector that nobody speaks", func() {}, func(o *replay.Options) { o.Connectors = nil }, finding.ConnectorUnsupported, "bindings/ferry.harbours.binding.yaml"),
	)

	It("X6.13 X6.14 asks no policy-gated capability without its caller", func() {
		b.write("desk.policy.yaml", "apiVersion: archstone/v1\nkind: Policy\nmetadata:\n  id: desk\n  name: Desk only\n  scope: capability\n  capabilityId: ferry.harbours\nspec:\n  allow: [\"u:desk\"]\n")
		Expect(plan(nil)[1].PolicyDenied).To(BeTrue())
		Expect(plan(nil)[1].Refusal.Reason).To(Equal(finding.PolicyDenied))
		desk := "u:desk"
		Expect(plan(func(o *replay.Options) { o.Caller.Principal = &desk })[1].Refusal).To(BeNil())
	})

	It("7.21 tells a promised token whose variable is unset from a policy's denial", func() {
		name := "ferry.harbours.capability.yaml"
		b.write(name, b.snapshot()[filepath.Join(b.dir, name)]+"  policies: [authenticated]\n")
		Expect(plan(nil)[1].Refusal.Reason).To(Equal(finding.PolicyDenied))
		promised := plan(func(o *replay.Options) { o.Caller.Missing = map[string]string{"accessToken": "FERRY_TOKEN"} })[1]
		Expect(promised.Refusal.Reason).To(Equal(finding.CredentialMissing))
		Expect(promised.Refusal.Detail).To(ContainSubstring("${FERRY_TOKEN}"))
		Expect(promised.PolicyDenied).To(BeFalse())
	})

	It("7.18 lists a capability without a contract when it is named or all are required", func() {
		b = newBed(ferry())
		Expect(plan(nil)).To(BeEmpty())
		named := plan(func(o *replay.Options) { o.Only = []string{tide} })
		Expect(named).To(HaveLen(1))
		Expect(named[0].Refusal.Reason).To(Equal(finding.NoContract))
		var got []string
		for _, i := range plan(func(o *replay.Options) { o.RequireContracts = true }) {
			got = append(got, i.Tool.ID)
			Expect(i.Refusal.Reason).To(Equal(finding.NoContract))
		}
		Expect(got).To(Equal([]string{crossings, harbours, tide}), "neither the write nor the retired one")
	})

	It("7.18 refuses names that nothing has", func() {
		_, err := replay.Plan(b.load(), replay.Options{Only: []string{"ferry.tides"}})
		Expect(err).To(Equal(&replay.NameError{ID: "ferry.tides", Nearest: tide}))
		_, err = replay.Plan(b.load(), replay.Options{Only: []string{oldList}})
		Expect(err).To(Equal(&replay.NameError{ID: oldList, Retired: true}))
		_, err = replay.Plan(b.load(), replay.Options{Only: []string{"zzz"}})
		Expect(err).To(Equal(&replay.NameError{ID: "zzz"}))
	})
})

var _ = Describe("Verify", func() {
	var b *bed
	BeforeEach(func() { b = recorded() })

	It("judges what it asked, in tool order, and counts", func() {
		b.answer(harbours, `{"total":7}`)
		b.answer(tide, `{"level":"low","wind":3}`)
		run := b.verify(nil)
		Expect(ids(run)).To(Equal([]string{crossings, harbours, sell, tide}))
		Expect(run.Summary.Green).To(Equal(1))
		Expect(run.Summary.Yellow).To(Equal(1))
		Expect(run.Summary.Red).To(Equal(1))
		Expect(run.Summary.Unverified).To(Equal(0))
		Expect(run.Summary.Skipped).To(Equal(1))
		Expect(run.Exit).To(Equal(finding.ExitFailed))
		Expect(run.At).To(Equal("2031-05-06T07:08:09Z"))
		red := subject(run, harbours)
		Expect(red.Findings).NotTo(BeEmpty())
		Expect(red.Detail).NotTo(BeEmpty())
		Expect(red.RecordedFingerprint).NotTo(Equal(red.ObservedFingerprint))
		Expect(red.Requests).To(HaveLen(1))
		Expect(red.Requests[0].Body).To(BeEmpty(), "only a plan shows bodies")
	})

	It("7.9 has the same bytes whatever the order of the answers", func() {
		b.answer(harbours, `{"total":7}`)
		var first string
		for round := range 8 {
			var mu sync.Mutex
			waiting := sync.NewCond(&mu)
			arrived, turn := 0, 0
			order := [][]string{{crossings, harbours, tide}, {tide, harbours, crossings}, {harbours, tide, crossings}}[round%3]
			b.backend.before = func(_ context.Context, id string) {
				mu.Lock()
				defer mu.Unlock()
				arrived++
				waiting.Broadcast()
				for arrived < 3 || order[turn] != id {
					waiting.Wait()
				}
				turn++
				waiting.Broadcast()
			}
			text, err := json.Marshal(b.verify(nil))
			Expect(err).NotTo(HaveOccurred())
			if first == "" {
				first = string(text)
			}
			Expect(string(text)).To(Equal(first))
		}
	})

	It("1 is unverified and exit 3 when a backend does not answer; red beats it", func() {
		b.backend.set(tide, []replay.Answer{{Status: 503, Attempts: 3, Refused: &replay.Refusal{Reason: finding.ServerError, Detail: "503 three times"}}})
		run := b.verify(nil)
		s := subject(run, tide)
		Expect(s.Outcome).To(Equal(finding.OutcomeUnverified))
		Expect(s.Reason).To(Equal(finding.ServerError))
		Expect(s.Attempts).To(Equal(3))
		Expect(s.Position.File).To(Equal("bindings/ferry.tide.binding.yaml"))
		Expect(run.Exit).To(Equal(finding.ExitUnverified))
		b.answer(harbours, `{}`)
		Expect(b.verify(nil).Exit).To(Equal(finding.ExitFailed))
	})

	It("7.19 counts what has no contract", func() {
		Expect(b.verify(nil).Summary.WithoutContract).To(Equal(0))
		b = newBed(ferry())
		b.record(one(harbours, ""))
		Expect(b.verify(nil).Summary.WithoutContract).To(Equal(2))
	})

	It("keeps at most so many questions in flight", func() {
		var mu sync.Mutex
		most := 0
		b.verify(func(o *replay.Options) {
			o.Concurrency = 2
			o.Progress = func(p replay.Progress) {
				mu.Lock()
				defer mu.Unlock()
				most = max(most, p.InFlight)
				Expect(p.Total).To(Equal(3))
			}
		})
		Expect(most).To(BeNumerically("<=", 2))
		Expect(most).To(BeNumerically(">=", 1))
	})

	It("7.17 reports what is known when it is interrupted", func() {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		b.answer(crossings, `{"rows":"no"}`)
		b.backend.before = func(_ context.Context, id string) {
			if id == harbours {
				cancel()
			}
		}
		run, err := replay.Verify(ctx, b.load(), replay.Options{Connectors: b.connectors(), Concurrency: 1, Clock: clock})
		Expect(err).NotTo(HaveOccurred())
		Expect(subject(run, crossings).Outcome).To(Equal(finding.OutcomeRed))
		Expect(subject(run, harbours).Reason).To(Equal(finding.Interrupted))
		Expect(subject(run, tide).Reason).To(Equal(finding.Interrupted))
		Expect(run.Exit).To(Equal(finding.ExitFailed))
		Expect(b.backend.asked).To(HaveLen(2), "nothing is asked after the end")
	})

	It("says so when the time of the run is up", func() {
		m := b.load()
		b.backend.before = func(ctx context.Context, _ string) { <-ctx.Done() }
		run, err := replay.Verify(context.Background(), m, replay.Options{Connectors: b.connectors(), Timeout: time.Millisecond, Clock: clock})
		Expect(err).NotTo(HaveOccurred())
		Expect(subject(run, tide).Reason).To(Equal(finding.Interrupted))
		Expect(subject(run, tide).Detail).To(ContainSubstring("--timeout"))
		Expect(run.Exit).To(Equal(finding.ExitUnverified))
	})

	DescribeTable("7.10 --confirm",
		func(bodies []string, want finding.Outcome, note string) {
			b.answer(harbours, bodies...)
			s := subject(b.verify(func(o *replay.Options) { o.Only, o.Confirm = []string{harbours}, 2 }), harbours)
			Expect(s.Outcome).To(Equal(want))
			if note == "" {
				Expect(s.Findings).NotTo(ContainElement(HaveField("Code", finding.Unsteady)))
				return
			}
			Expect(s.Findings).To(ContainElement(And(HaveField("Code", finding.Unsteady), HaveField("Message", note), HaveField("Severity", finding.Note))))
		},
		Entry("a green is not asked again", []string{`{"count":1}`, `{}`}, finding.OutcomeGreen, ""),
		Entry("all agree", []string{`{}`}, finding.OutcomeRed, ""),
		Entry("the majority wins", []string{`{}`, `{"count":1}`, `{"count":2}`}, finding.OutcomeGreen, "3 replays disagreed: 1 red, 2 green"),
		Entry("a tie goes to the worse", []string{`{"count":1,"x":1}`, `{}`, `{"count":2}`}, finding.OutcomeRed, "3 replays disagreed: 1 red, 1 yellow, 1 green"),
	)

	It("7.10 transport failures do not vote", func() {
		red := replay.Answer{Status: 200, Attempts: 1, Body: []byte(`{}`)}
		lost := replay.Answer{Attempts: 3, Refused: &replay.Refusal{Reason: finding.Reset}}
		b.backend.set(harbours, []replay.Answer{red, lost, lost})
		s := subject(b.verify(func(o *replay.Options) { o.Only, o.Confirm = []string{harbours}, 2 }), harbours)
		Expect(s.Outcome).To(Equal(finding.OutcomeRed))
		Expect(s.Attempts).To(Equal(7))
	})

	It("7.10 never repeats what does more than read", func() {
		b.answer(sell, `{}`)
		b.verify(func(o *replay.Options) { o.Only, o.Confirm, o.Sandbox = []string{sell}, 3, true })
		Expect(b.backend.asked).To(HaveLen(1))
	})

	It("4 is unverified when one of several requests is not answered, red when another breaks", func() {
		b.record(func(o *replay.RecordOptions) {
			o.Only, o.Also = []string{crossings}, []replay.Input{input(`{"pier":"far"}`)}
		})
		b.backend.set(crossings+` {"pier":"far"}`, []replay.Answer{{Refused: &replay.Refusal{Reason: finding.Timeout, Detail: "too slow"}}})
		s := subject(b.verify(nil), crossings)
		Expect(s.Outcome).To(Equal(finding.OutcomeUnverified))
		Expect(s.Detail).To(Equal("request 2: too slow"))
		b.answer(crossings, `{"rows":[{}]}`)
		s = subject(b.verify(nil), crossings)
		Expect(s.Outcome).To(Equal(finding.OutcomeRed))
		Expect(s.Detail).To(ContainSubstring("request 2 was not answered: too slow"))
	})

	It("refuses an invalid manifest", func() {
		b.write("capabilities.yaml", "company: 1\n")
		_, err := replay.Verify(context.Background(), loadBroken(b.dir), replay.Options{})
		Expect(err).To(MatchError(replay.ErrInvalidManifest))
	})
})

var _ = Describe("Health", func() {
	var b *bed
	BeforeEach(func() { b = recorded() })

	It("7.20 VR6.13 keeps entries of what was not asked or not answered", func() {
		path := filepath.Join(b.dir, ".archstone-health.json")
		previous := fmt.Sprintf(`{"results":[{"capabilityId":%q,"status":"red","detail":"old","extra":1},{"capabilityId":%q,"status":"red"},{"capabilityId":"gone.long","status":"red"},{"capabilityId":%q,"status":"red"},7]}`, tide, harbours, oldList)
		Expect(os.WriteFile(path, []byte(previous), 0o644)).To(Succeed())
		b.backend.set(tide, []replay.Answer{{Refused: &replay.Refusal{Reason: finding.DNS}}})
		run := b.verify(nil)
		Expect(replay.WriteHealth(path, b.load().IR, run, false)).To(Succeed())
		var got struct {
			Results []map[string]any
			Skipped []map[string]any
			Sandbox bool
		}
		Expect(json.Unmarshal([]byte(b.read(".archstone-health.json")), &got)).To(Succeed())
		Expect(got.Results).To(HaveLen(3))
		Expect(got.Results[0]).To(And(HaveKeyWithValue("capabilityId", crossings), HaveKeyWithValue("status", "green"), HaveKey("observedFingerprint")))
		Expect(got.Results[1]).To(And(HaveKeyWithValue("capabilityId", harbours), HaveKeyWithValue("status", "green")))
		Expect(got.Results[2]).To(And(HaveKeyWithValue("capabilityId", tide), HaveKeyWithValue("status", "red"), HaveKeyWithValue("extra", BeNumerically("==", 1))))
		Expect(got.Skipped).To(ConsistOf(HaveKeyWithValue("capabilityId", sell)))
	})

	DescribeTable("starts anew from what is no snapshot",
		func(previous string) {
			run := b.verify(nil)
			Expect(replay.Health([]byte(previous), b.load().IR, run, true)).To(Equal(replay.Health(nil, b.load().IR, run, true)))
		},
		Entry("nothing", ""), Entry("broken", "{"), Entry("no results", "{}"), Entry("an array", "[]"), Entry("results of another kind", `{"results":{}}`),
	)
})
