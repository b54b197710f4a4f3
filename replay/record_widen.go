package replay

import (
	"fmt"
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// widen merges answers into the evidence of a recording.
func (r *recorder) widen(t *target, seen []*observed) {
	golden := *t.old
	golden.Also = slices.Clone(golden.Also)
	for _, o := range seen {
		r.checkAgainst(t, t.tool, t.old, o)
		if t.out.Status != "" {
			return
		}
		_, before, _ := t.old.Question(o.Number)
		golden.put(o.Number, o.Input, fingerprint.MergeEvidence(before, o.evidence))
	}
	t.golden = &golden
	t.out.Samples = golden.Evidence.Samples
	t.out.Fingerprint = t.tool.Contract.Fingerprint
	if len(r.Maps) > 0 && t.tool.Contract.Shape != nil {
		c := *t.tool.Contract
		c.Shape = nil
		t.contract = &c
	}
}

// checkAgainst judges answers by the recording that is there and refuses what
// must not slip into it.
func (r *recorder) checkAgainst(t *target, tool *manifest.Tool, golden *Golden, o *observed) {
	_, before, _ := golden.Question(o.Number)
	for _, v := range r.judge(tool, golden, o) {
		if v.Refused != nil {
			t.out.notAsked(v.Refused)
			return
		}
		t.out.Findings = append(t.out.Findings, v.Findings...)
		outcome := finding.OutcomeOf(v.Findings)
		switch {
		case outcome == finding.OutcomeRed, outcome != finding.OutcomeGreen && before == nil:
			t.out.refuse(RecordNotGreen, "%s", t.label(o.Number, fmt.Sprintf("judged by the recording the answer is %s: %s", outcome, v.Detail)))
			return
		case !unseen(v.Findings):
		case !r.Force:
			t.out.refuse(RecordUnseen, "%s", t.label(o.Number, "merging is not accepting: "+v.Detail+"; --force takes it in"))
			return
		case r.CI:
			t.out.refuse(RecordInCI, "%s", t.label(o.Number, "CI must not accept what was never seen; merge on your own machine, or pass --allow-ci"))
			return
		}
	}
}

// unseen tells whether findings are about paths, types or formats that were
// never recorded, or about values outside a declaration that recorded ones met.
func unseen(findings []finding.Finding) bool {
	codes := []finding.Code{finding.Gained, finding.Retyped, finding.FormatChanged, finding.OptionalWrongType, finding.KeysAsData,
		finding.ValueOutsideEnum, finding.ValueNotOfType, finding.ShapeUnnamed}
	return slices.ContainsFunc(findings, func(f finding.Finding) bool { return slices.Contains(codes, f.Code) })
}
