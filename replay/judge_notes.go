package replay

import (
	"fmt"
	"strings"

	"github.com/archverify/archverify/finding"
)

// judgeNotes adds what a reader should know beside the verdict.
func (j *judge) judgeNotes() {
	if j.base.evidence && j.base.stale {
		j.see(finding.Finding{
			Code: finding.EvidenceStale, Severity: finding.Note, Path: "$", Position: at(j.Tool.Contract.FingerprintPos),
			Message: "the contract's fingerprint is none of those that the evidence came with: somebody rewrote the contract since, and recorded shape and evidence are judged together",
			Hint:    "record again with --merge to bring both together",
		})
	}
	if names := j.proj.undeclared; len(names) > 0 {
		j.see(finding.Finding{
			Code: finding.UndeclaredNestedOf, Severity: finding.Note, Path: "$", Position: at(j.mappingPos()),
			Message: fmt.Sprintf("%s sent inside declared values but not declared, so consumers never see them: %s",
				plural(len(names), "nested key"), listing(j.mask().all(names), 10)),
		})
	}
}

func (j *judge) mappingPos() finding.Position {
	if r := j.Tool.Response; r != nil {
		return r.Pos
	}
	return j.connectorPos()
}

// judgeRequest reports a recorded question that no longer fits: it breaks the
// declared input, or the golden names another capability. How often it had to be
// asked is a note.
func (j *judge) judgeRequest() {
	if j.Golden != nil {
		j.judgeOwner()
		j.judgeInput()
	}
	if retries := j.Attempts - 1; retries > 0 {
		message := "answered only after " + fmt.Sprintf("%d retries", retries)
		if retries == 1 {
			message = "answered only after 1 retry"
		}
		if len(j.Retried) > 0 {
			message += " (" + strings.Join(j.Retried, ", ") + ")"
		}
		j.see(finding.Finding{Code: finding.RetriedRequest, Severity: finding.Note, Path: "$", Message: message, Position: at(j.connectorPos())})
	}
}

func (j *judge) judgeOwner() {
	if owner := j.Golden.CapabilityID; owner != "" && owner != j.Tool.ID {
		j.see(finding.Finding{
			Code: finding.RequestStale, Severity: finding.Yellow, Path: "capabilityId", Position: at(j.goldenPos()),
			Message: fmt.Sprintf("the golden was recorded for capability %q, not for %q", shown(owner), j.Tool.ID),
			Hint:    "point the contract's fixture at its own golden, or record again",
		})
	}
}

func (j *judge) judgeInput() {
	request := j.Golden.Request
	if i := j.Request - 2; i >= 0 && i < len(j.Golden.Also) {
		request = j.Golden.Also[i].Request
	}
	problems, more := ValidateInput(j.IR, j.Tool.Input, request)
	if len(problems) == 0 {
		return
	}
	var texts []string
	for _, p := range problems {
		texts = append(texts, fmt.Sprintf("%s (expected %s)", p.Path, p.Expected))
	}
	message := "the recorded request does not satisfy the declared input: " + listing(texts, 5)
	if more {
		message += ", and further problems"
	}
	j.see(finding.Finding{
		Code: finding.RequestStale, Severity: finding.Yellow, Path: "request", Message: message, Position: at(j.goldenPos()),
		Hint: "record again with a request that satisfies the declaration",
	})
}

func (j *judge) goldenPos() finding.Position {
	if c := j.Tool.Contract; c != nil && c.FixturePos.Known() {
		return c.FixturePos
	}
	return j.contractPos()
}
