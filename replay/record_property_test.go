package replay_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"pgregory.net/rapid"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/replay"
)

// looseRow is a row of crossings with its declared fields and some others.
func looseRow(t *rapid.T) replay.Value {
	in := drawInput(t, 2).With("id", replay.StringValue(rapid.String().Draw(t, "id")))
	in = in.With("fare", replay.NumberValue(rapid.Float64Range(0, 1e6).Draw(t, "fare"))).Without("error", "errors", "fault")
	switch rapid.IntRange(0, 2).Draw(t, "note") {
	case 0:
		in = in.With("note", replay.StringValue("x"))
	case 1:
		in = in.With("note", replay.Value{})
	}
	return replay.ObjectValue(in)
}

var _ = It("holds: what is recorded of any answer reads back and is green in the next verify", func() {
	rows := rapid.Custom(func(t *rapid.T) string {
		drawn := rapid.SliceOfN(rapid.Custom(looseRow), 0, 4).Draw(t, "rows")
		return replay.ObjectValue(drawInput(t, 1).With("rows", replay.ArrayValue(drawn...))).JSON
	})
	bodies := rapid.Custom(func(t *rapid.T) string { return drawValue(t, 3).JSON })
	b := newBed(ferry())
	recordedBodies := 0
	for seed := range 40 {
		for id, body := range map[string]string{crossings: rows.Example(seed), tide: bodies.Example(seed)} {
			if body == "" {
				body = "null"
			}
			b.answer(id, body)
			out := b.record(func(o *replay.RecordOptions) {
				o.Only, o.Force, o.AllowDynamicKeys = []string{id}, true, true
				if id == crossings {
					in := input(`{"pier":"north"}`)
					o.Request = &in
				}
			})
			if got := item(out, id); got.Status == replay.RecordRefused {
				Expect(got.Code).To(BeElementOf(replay.RecordMixedTypes, replay.RecordErrorEnvelope, replay.RecordViolation), "%s: %s", body, got.Detail)
				continue
			}
			recordedBodies++
			s := subject(b.verify(func(o *replay.Options) { o.Only = []string{id} }), id)
			Expect(s.Outcome).To(Equal(finding.OutcomeGreen), fmt.Sprintf("seed %d: %s: %+v", seed, body, s.Findings))
		}
	}
	Expect(recordedBodies).To(BeNumerically(">", 40), "most answers can be recorded")
})
