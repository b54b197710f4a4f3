package coverage

import (
	"context"
	"fmt"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// Goldens returns the golden file of a tool that has a contract, or why there is
// none.
type Goldens func(tool *manifest.Tool) (*replay.Golden, error)

// Assess tries every change on every capability: those with a contract, and, as
// unrecorded, the bound read capabilities that have none; retired ones are
// nowhere. The result is in tool order and the same for the same input. It stops
// with the context's error when ctx ends.
func Assess(ctx context.Context, ir *manifest.IR, goldens Goldens) (*Report, error) {
	r := &Report{Capabilities: []Capability{}}
	for _, tool := range ir.Tools {
		if !counts(tool) {
			continue
		}
		c, err := assess(ctx, ir, tool, goldens)
		if err != nil {
			return nil, err
		}
		r.Capabilities = append(r.Capabilities, c)
	}
	r.Summary = summarise(r.Capabilities)
	return r, nil
}

// of returns the golden file of a tool, or why it cannot be had.
func (g Goldens) of(tool *manifest.Tool) (*replay.Golden, string) {
	golden, err := g(tool)
	switch {
	case err != nil:
		return nil, err.Error()
	case golden == nil:
		return nil, "there is no golden file"
	}
	return golden, ""
}

func counts(tool *manifest.Tool) bool {
	if tool.Lifecycle == manifest.Retired || !tool.Bound() {
		return false
	}
	return tool.Contract != nil || tool.Effect == manifest.Read
}

func assess(ctx context.Context, ir *manifest.IR, tool *manifest.Tool, goldens Goldens) (Capability, error) {
	c := Capability{ID: tool.ID, State: Assessed, Unguarded: []string{}, Missed: []Missed{}}
	if tool.Contract == nil {
		c.State, c.Reason = Unrecorded, "it has no contract, so nothing compares its answers"
		return c, nil
	}
	golden, reason := goldens.of(tool)
	if reason != "" {
		c.State, c.Reason = Unassessable, reason
		return c, nil
	}
	var trials []trial
	for n := 1; ; n++ {
		if _, _, ok := golden.Question(n); !ok {
			break
		}
		subject := replay.Case{IR: ir, Tool: tool, Golden: golden, Request: n, Status: 200, Attempts: 1}
		recorded, answer, reason := baseline(subject)
		if reason != "" {
			return unassessable(c, golden, n, reason), nil
		}
		c.Evidence = recorded.Evidence
		judged, err := try(ctx, subject, recorded.Tree, answer)
		if err != nil {
			return c, err
		}
		if unread(tool, recorded.Tree, ir, judged) {
			return unassessable(c, golden, n, "the filter of the mapped collection selects none of the rows that were drawn from the recording"), nil
		}
		trials = append(trials, judged...)
	}
	c.settle(trials, len(golden.Also) > 0)
	return c, nil
}

func unassessable(c Capability, golden *replay.Golden, request int, reason string) Capability {
	c.State, c.Reason = Unassessable, reason
	if len(golden.Also) > 0 {
		c.Reason = fmt.Sprintf("request %d: %s", request, reason)
	}
	return c
}

// baseline draws the answer that the changes start from, or says why there is
// none that the judge calls green.
func baseline(subject replay.Case) (replay.Expectation, *value, string) {
	recorded := replay.Expected(subject)
	if recorded.Tree.Len() == 0 {
		return recorded, nil, "nothing usable was recorded: there is no evidence, and no shape that the contract's fingerprint belongs to"
	}
	if paths := recorded.Tree.Len(); paths > maxPaths {
		return recorded, nil, fmt.Sprintf("it has %d paths, more than the %d that are tried", paths, maxPaths)
	}
	answer := draw(recorded.Tree, declare(subject.IR, subject.Tool, recorded.Tree))
	subject.Body = answer.text(nil)
	v := replay.Judge(subject)
	switch {
	case v.Refused != nil:
		return recorded, nil, "the answer drawn from the recording was not judged: " + v.Refused.Detail
	case finding.OutcomeOf(v.Findings) != finding.OutcomeGreen:
		return recorded, nil, "the answer drawn from the recording is not green: " + v.Detail
	}
	return recorded, answer, ""
}

// maxPaths bounds the work on one capability, which grows with the square of
// its paths.
const maxPaths = 2000
