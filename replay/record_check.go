package replay

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/internal/jsonpath"
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
			t.out.refuse(RecordLimit, "%s", t.label(o.Number, v.Refused.Detail))
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

// unseen tells whether findings are about paths, types or formats that were
// never recorded.
func unseen(findings []finding.Finding) bool {
	codes := []finding.Code{finding.Gained, finding.Retyped, finding.FormatChanged, finding.OptionalWrongType, finding.KeysAsData, finding.ShapeUnnamed}
	return slices.ContainsFunc(findings, func(f finding.Finding) bool { return slices.Contains(codes, f.Code) })
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
		}
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
	if err != nil {
		return false
	}
	for _, name := range []string{"error", "errors", "fault"} {
		v := result.Root().Member(name)
		switch v.Word() {
		case fingerprint.WordString:
			if v.Str() != "" {
				return true
			}
		case fingerprint.WordObject, fingerprint.WordArray:
			if v.Len() > 0 {
				return true
			}
		}
	}
	return false
}

// mixed finds a required declared field whose rows disagree in JSON type, and
// the types. Null is no type, and all numbers are one.
func (r *recorder) mixed(tool *manifest.Tool, tree *fingerprint.Tree) (field, types string) {
	for _, d := range r.requiredPlaces(tool) {
		for _, n := range nodesAt(tree, d.hops) {
			c := tree.Counts(n)
			c.Null = 0
			if words := c.Types(); strings.Contains(words, "|") {
				return d.field, words
			}
		}
	}
	return "", ""
}

// requiredPlace is a required declared field and where it is read from.
type requiredPlace struct {
	field string
	hops  []hop
}

func (r *recorder) requiredPlaces(tool *manifest.Tool) []requiredPlace {
	var all []requiredPlace
	add := func(prefix []hop, field, path string) {
		if where, ok := plainHops(path); ok {
			all = append(all, requiredPlace{field, slices.Concat(prefix, where)})
		}
	}
	if tool.Response != nil {
		prefix, ok := plainHops(tool.Response.Collection)
		resource := r.manifest.IR.Resource(tool.Response.Resource)
		for _, m := range tool.Response.Fields {
			if ok && !m.Loosened && resource != nil && resource.Field(m.Name) != nil && resource.Field(m.Name).Required {
				add(prefix, tool.Response.Field+"."+m.Name, m.Path)
			}
		}
	}
	for _, m := range tool.Extract {
		if f := tool.OutputField(m.Name); f != nil && f.Required && !m.Loosened {
			add(nil, m.Name, m.Path)
		}
	}
	return all
}

// plainHops translates a plain path; "" is the whole body.
func plainHops(text string) ([]hop, bool) {
	if text == "" {
		return nil, true
	}
	path, err := jsonpath.Parse(text)
	if err != nil || !path.Plain() {
		return nil, false
	}
	where, ok := newTrail(path.Steps)
	return where.hops, ok && !where.approx
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return strconv.Itoa(status) + " " + text
	}
	return strconv.Itoa(status)
}
