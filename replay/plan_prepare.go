package replay

import (
	"fmt"
	"io/fs"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

func (o Options) plan(tool *manifest.Tool, files fs.FS) Item {
	item := Item{Tool: tool}
	if tool.Contract == nil {
		item.Refusal = withoutContract(tool)
		return item
	}
	if item.Skipped = !o.mayAsk(tool); item.Skipped {
		return item
	}
	golden, err := ReadGolden(files, tool.Contract.ProbeFixture)
	if err != nil {
		item.Refusal = &Refusal{Reason: finding.FixtureUnreadable, Detail: err.Error(), Pos: tool.Contract.FixturePos}
		return item
	}
	item.Golden = golden
	if refusal := denied(tool, o.Caller); refusal != nil {
		item.PolicyDenied = refusal.Reason == finding.PolicyDenied
		item.Refusal = refusal
		return item
	}
	item.Questions, item.Refusal = o.prepare(tool, golden)
	return item
}

// denied is the refusal of a policy, nil when it lets the caller pass. A token
// that was promised, and whose variable is not set, is missing rather than denied.
func denied(tool *manifest.Tool, caller Caller) *Refusal {
	denial := Evaluate(tool, caller)
	if denial == nil {
		return nil
	}
	if variable, promised := caller.Missing[accessToken]; promised && denial.Reason == AuthenticatedNoCredential {
		return &Refusal{Reason: finding.CredentialMissing, Detail: "the caller's access token is missing: ${" + variable + "} is not set", Pos: connectorPos(tool)}
	}
	return &Refusal{Reason: finding.PolicyDenied, Detail: denial.Message, Pos: connectorPos(tool)}
}

// mayAsk is the effect gate: nothing but read is asked without a sandbox, and
// an effect that this build does not know is no read.
func (o Options) mayAsk(tool *manifest.Tool) bool {
	return tool.Effect == manifest.Read || o.Sandbox
}

// prepare makes every recorded request ready; one that cannot be asked makes the
// whole capability unverified.
func (o Options) prepare(tool *manifest.Tool, golden *Golden) ([]Question, *Refusal) {
	var questions []Question
	for n := 1; ; n++ {
		input, _, ok := golden.Question(n)
		if !ok {
			return questions, nil
		}
		q, refusal := o.question(tool, input)
		if refusal != nil {
			return nil, refusal
		}
		q.Number = n
		questions = append(questions, q)
	}
}

func (o Options) question(tool *manifest.Tool, input Input) (Question, *Refusal) {
	if !tool.Bound() {
		return Question{}, &Refusal{Reason: finding.ConnectorUnsupported, Detail: "it has no connector", Pos: tool.Pos}
	}
	connector := o.Connectors[tool.Connector.Type]
	if connector == nil {
		return Question{}, &Refusal{
			Reason: finding.ConnectorUnsupported,
			Detail: fmt.Sprintf("this version cannot ask a connector of type %q", tool.Connector.Type),
			Pos:    tool.Connector.Pos,
		}
	}
	prepared, refusal := connector.Prepare(tool, input, o.Caller)
	if refusal != nil {
		if !refusal.Pos.Known() {
			refusal.Pos = tool.Connector.Pos
		}
		return Question{}, refusal
	}
	return Question{Number: 1, Input: input, Prepared: prepared, connector: connector}, nil
}

func withoutContract(tool *manifest.Tool) *Refusal {
	detail := "nothing was recorded for it; run `archverify record` first"
	if !tool.Bound() {
		detail = "it has no binding, so nothing can be recorded or replayed"
	}
	return &Refusal{Reason: finding.NoContract, Detail: detail, Pos: placeOf(tool)}
}
