package replay

import (
	"errors"
	"fmt"
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// accepted reports a status that carries an answer to judge.
func (j *judge) accepted() bool { return j.Status >= 200 && j.Status < 300 }

// refusal is set for statuses that say nothing about the contract. A connector
// gives most of them up itself; here they are caught all the same.
func (j *judge) refusal() *Refusal {
	var reason finding.Reason
	switch s := j.Status; {
	case s == statusUnauthorized, s == statusProxyAuthRequired:
		reason = finding.Unauthorized
	case s == statusForbidden:
		reason = finding.Forbidden
	case s == statusRequestTimeout:
		reason = finding.Timeout
	case s == statusTooManyRequests, s == statusTooEarly:
		reason = finding.RateLimited
	case s >= 500, s == statusMisdirectedRequest:
		reason = finding.ServerError
	case s < 200, s >= 300 && s < 400:
		reason = finding.Redirect
	case s >= 400 && j.CredentialsDropped:
		return j.redirected()
	default:
		return nil
	}
	return &Refusal{Reason: reason, Detail: fmt.Sprintf("backend answered %d", j.Status), Pos: j.connectorPos()}
}

// redirected is the answer that stood behind a cross-host redirect, asked for
// without the credentials that belong to the first host: its fault may be ours.
func (j *judge) redirected() *Refusal {
	return &Refusal{
		Reason: finding.Redirect,
		Detail: "a redirect left the host that the credentials are for, they were not sent along, and the answer there is not the recorded one",
		Pos:    j.connectorPos(),
	}
}

func (j *judge) connectorPos() finding.Position {
	if j.Tool.Connector != nil {
		return j.Tool.Connector.Pos
	}
	return j.Tool.BindingPos
}

// judgeStatus reports a 4xx: the backend answered, and the recorded question no
// longer works.
func (j *judge) judgeStatus() {
	j.see(finding.Finding{
		Code: finding.RequestRefused, Severity: finding.Red, Path: "$", To: fmt.Sprintf("status %d", j.Status),
		Message:  fmt.Sprintf("the backend refused the recorded request with status %d", j.Status),
		Hint:     "check path, method and recorded input against the backend; when the request has to change, record again",
		Position: at(j.connectorPos()),
	})
}

// scan reads the body. What is no JSON counts as text, an empty body as none.
func (j *judge) scan() *Refusal {
	if len(j.Body) == 0 {
		j.result = fingerprint.None()
		return nil
	}
	r, err := fingerprint.ScanBytes(j.Body, fingerprint.Options{Limits: j.Limits, Keep: true, Maps: j.base.maps})
	var limit *fingerprint.LimitError
	switch {
	case err == nil:
		j.result, j.body = r, r.Root()
	case errors.As(err, &limit):
		return &Refusal{Reason: finding.Limit, Detail: "the answer is beyond a limit: " + limit.Error(), Pos: j.connectorPos()}
	default:
		j.result = fingerprint.Text()
	}
	return nil
}

// judgeText reports an answer that is no JSON although the recorded one was, and
// whether that is all there is to say.
func (j *judge) judgeText() bool {
	if j.body.Exists() || !j.recordedJSON() {
		return false
	}
	what, to := "is not JSON (an HTML page, plain text or JSON cut short)", fingerprint.WordString
	if len(j.Body) == 0 {
		what, to = "is empty", fingerprint.WordUndefined
	}
	from := j.recordedRoot()
	j.see(finding.Finding{
		Code: finding.NotJSON, Severity: finding.Red, Path: "$", From: from, To: string(to),
		Message:  fmt.Sprintf("the backend answered %d, but the body %s; the recorded answer was JSON", j.Status, what),
		Hint:     "look at the raw answer: a login page, a proxy's error page or a dropped body are the usual causes",
		Position: at(j.contractPos()),
	})
	return true
}

// recordedJSON reports whether the recorded answer was JSON: whether nothing
// says that it was text or empty. Without any recording JSON is expected.
// Evidence comes of nothing but JSON, whereas by its fingerprint a JSON string
// could be any text.
func (j *judge) recordedJSON() bool {
	if j.base.evidence && !j.base.stale {
		return true
	}
	plain := []string{fingerprint.Text().Fingerprint(), fingerprint.None().Fingerprint()}
	if j.Tool.Contract != nil {
		return !slices.Contains(plain, j.Tool.Contract.Fingerprint)
	}
	return true
}

// recordedRoot is the recorded type of the whole body, empty when unknown.
func (j *judge) recordedRoot() string {
	if j.base.union == nil {
		return ""
	}
	return wordsOf(j.base.union.Counts(0)).String()
}

func (j *judge) contractPos() finding.Position {
	if j.Tool.Contract != nil {
		return j.Tool.Contract.Pos
	}
	return j.connectorPos()
}

// at is a position as findings carry it: nil when unknown.
func at(p finding.Position) *finding.Position {
	if !p.Known() {
		return nil
	}
	return &p
}

// loginEnvelope reports an error envelope behind a redirect that cost the
// credentials: a login demanded in JSON.
func (j *judge) loginEnvelope() bool {
	return j.CredentialsDropped && j.enveloped()
}

// enveloped reports a body that looks like an error envelope: an object whose
// error, errors or fault is a non-empty string, object or array.
func (j *judge) enveloped() bool { return ErrorEnvelope(j.body) != "" }

// ErrorEnvelope returns the member that makes an answer look like an error
// envelope, or "": error, errors or fault holding a non-empty string, object or
// array.
func ErrorEnvelope(body fingerprint.Value) string {
	for _, name := range []string{"error", "errors", "fault"} {
		m := body.Member(name)
		if (m.Word() == fingerprint.WordString && m.Str() != "") || m.Len() > 0 {
			return name
		}
	}
	return ""
}
