package replay_test

import (
	"slices"
	"testing"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/replay"
	. "github.com/onsi/gomega"
)

// FuzzJudge judges arbitrary answers against arbitrary recordings: never a
// panic, the same verdict every time, findings in order with identities of
// their own, and green for the recorded answer itself.
func FuzzJudge(f *testing.F) {
	f.Add(`{"rows":[{"name":"A","fee":1,"keeper":{"call":"k"}}],"z":[1,null]}`, `{"rows":[{"name":"A","fee":"1"},{"fault":"E"}],"z":{"a":[]}}`)
	f.Add(`{"by":{"2031-01-01":1,"2031-01-02":2}}`, `{"by":{"2031-01-03":"x"},"a.b":{"":[[]]}}`)
	f.Add(`[]`, `{"error":{"a":1}}`)
	f.Add(`null`, `"\ud800"`)
	f.Add(``, `0`)
	f.Add(`0`, ``)
	f.Add(`{"\ud800":{"a":1}}`, `{"\ud801":{"a":1}}`)
	f.Fuzz(func(t *testing.T, recorded, live string) {
		RegisterTestingT(t)
		if _, err := fingerprint.ScanBytes([]byte(recorded), fingerprint.Options{}); err != nil {
			return
		}
		for _, fix := range []fixture{
			berths("$.rows[*]"), berths("$.rows[*]").withFaults(), berths("$..rows[?(@.fee)]"), berths(""), passthrough(),
		} {
			fix = fix.contract(recorded)
			for range 2 {
				same(t, fix, live)
				own := replay.Judge(fix.case_(200, recorded))
				if fix.tool.Response == nil && own.Refused == nil && finding.OutcomeOf(own.Findings) != finding.OutcomeGreen {
					t.Fatalf("the recorded answer %q is not green: %s", recorded, reading(own))
				}
				fix.golden.Evidence = evidence(recorded)
			}
		}
	})
}

func same(t *testing.T, fix fixture, live string) {
	t.Helper()
	a, b := replay.Judge(fix.case_(200, live)), replay.Judge(fix.case_(200, live))
	Expect(a).To(Equal(b))
	seen := map[string]bool{}
	for _, f := range a.Findings {
		if seen[f.Identity] {
			t.Fatalf("identity of %s %s twice in %s", f.Code, f.Path, reading(a))
		}
		seen[f.Identity] = true
	}
	sorted := slices.Clone(a.Findings)
	finding.Sort(sorted)
	Expect(a.Findings).To(Equal(sorted))
}
