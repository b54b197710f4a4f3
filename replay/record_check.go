package replay

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// judge judges every answer to a request.
func (r *recorder) judge(tool *manifest.Tool, golden *Golden, o *observed) []Verdict {
	verdicts := make([]Verdict, len(o.answers))
	for i, s := range o.answers {
		verdicts[i] = Judge(Case{
			IR: r.manifest.IR, Tool: tool, Golden: golden, Request: o.Number,
			Status: s.Status, Body: s.Body, Attempts: s.Attempts, Retried: s.Retried,
			CredentialsDropped: s.CredentialsDropped, Limits: r.Limits,
		})
	}
	return verdicts
}

// checkResult judges every answer by the recording that it is to become, so
// that what is written is not red the next time.
func (r *recorder) checkResult(t *target) {
	tool := *t.tool
	if t.contract != nil {
		tool.Contract = t.contract
	}
	for _, a := range t.asks {
		o := &observed{ask: a}
		for i, v := range r.judge(&tool, t.golden, o) {
			if v.Refused != nil {
				t.out.notAsked(v.Refused)
				return
			}
			if code := whyNot(t.tool, a.answers[i].Body, v); code != "" {
				t.refuseAnswer(a, code, v)
				return
			}
			t.out.Findings = append(t.out.Findings, v.Findings...)
			t.golden.addNonconforming(v)
		}
		t.noteYellow(a, r.judge(&tool, t.golden, o))
		_, evidence, _ := t.golden.Question(a.Number)
		if evidence == nil {
			continue
		}
		if field, types := r.mixed(t.tool, evidence.Tree); field != "" {
			t.out.refuse(RecordMixedTypes, "%s", t.label(a.Number, fmt.Sprintf("rows disagree about the type of the required field %q (%s)", field, types)))
			return
		}
		t.noteEmpty(evidence.Tree)
	}
}

// noteYellow remarks an answer that stays yellow although it is what was
// recorded, such as one whose rows are all error rows.
func (t *target) noteYellow(a *ask, verdicts []Verdict) {
	for _, v := range verdicts {
		if finding.OutcomeOf(v.Findings) == finding.OutcomeYellow {
			t.out.Notes = append(t.out.Notes, t.label(a.Number, "recorded as it is, such an answer stays yellow: "+v.Detail))
			return
		}
	}
}

// whyNot names the reason for which a judged answer must not become a baseline,
// "" when there is none.
func whyNot(tool *manifest.Tool, body []byte, v Verdict) finding.Code {
	has := func(codes ...finding.Code) bool {
		return slices.ContainsFunc(v.Findings, func(f finding.Finding) bool { return slices.Contains(codes, f.Code) })
	}
	lacking := tool.Passthrough() || has(finding.CollectionMissing, finding.RequiredMissing)
	switch {
	case lacking && isErrorEnvelope(body):
		return RecordErrorEnvelope
	case has(finding.OffOrigin):
		return RecordOffOrigin
	case finding.OutcomeOf(v.Findings) == finding.OutcomeRed:
		return RecordViolation
	}
	return ""
}

func (t *target) refuseAnswer(a *ask, code finding.Code, v Verdict) {
	t.out.Findings = v.Findings
	detail := v.Detail
	if code == RecordErrorEnvelope {
		detail = "the answer reports an error although its status says success"
	}
	t.out.refuse(code, "%s", t.label(a.Number, detail))
	for _, f := range v.Findings {
		if f.Position != nil && f.Severity == finding.Red {
			t.out.Position = *f.Position
			return
		}
	}
}

// isErrorEnvelope recognises an object that reports an error (7.29).
func isErrorEnvelope(body []byte) bool {
	result, err := fingerprint.ScanBytes(body, fingerprint.Options{Keep: true})
	return err == nil && ErrorEnvelope(result.Root()) != ""
}

func statusText(status int) string {
	if text := statusReason(status); text != "" {
		return strconv.Itoa(status) + " " + text
	}
	return strconv.Itoa(status)
}
