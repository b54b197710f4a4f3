package github

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/google/go-github/v60/github"

	"github.com/archverify/archverify/finding"
)

// The statuses of a receipt.
const (
	StatusSent         = "sent"
	StatusUpdated      = "updated"
	StatusUnchanged    = "unchanged"
	StatusFolded       = "folded"
	StatusClosed       = "closed"
	StatusNotPermitted = "not-permitted"
	StatusTooLarge     = "too-large"
	StatusFailed       = "failed"
	StatusSkipped      = "skipped"
)

func receipt(channel, status, format string, args ...any) finding.Receipt {
	return finding.Receipt{Channel: channel, Status: status, Detail: fmt.Sprintf(format, args...)}
}

// failure turns an error of GitHub's into a receipt that says what to do.
// permission is what the workflow must grant; on a fork its absence is normal.
func failure(channel, permission string, fork bool, err error) finding.Receipt {
	status, message := statusOf(err)
	switch {
	case limited(err):
		return receipt(channel, StatusFailed, "GitHub's rate limit is reached (%d: %s): run again later", status, message)
	case (status == http.StatusForbidden || status == http.StatusUnauthorized || status == http.StatusNotFound) && fork:
		return receipt(channel, StatusNotPermitted, "the token of a pull request from a fork is read-only: post from a workflow_run job instead")
	case status == http.StatusForbidden:
		return receipt(channel, StatusNotPermitted, "GitHub answered 403 (%s): the job needs `permissions: %s`", message, permission)
	case status == http.StatusUnauthorized:
		return receipt(channel, StatusNotPermitted, "GitHub answered 401 (%s): is GITHUB_TOKEN set and valid?", message)
	case status == http.StatusNotFound:
		return receipt(channel, StatusNotPermitted, "GitHub answered 404: not found, or the job lacks `permissions: %s`", permission)
	case status == http.StatusUnprocessableEntity || status == http.StatusRequestEntityTooLarge:
		return receipt(channel, StatusTooLarge, "GitHub answered %d (%s)", status, message)
	case status != 0:
		return receipt(channel, StatusFailed, "GitHub answered %d (%s)", status, message)
	}
	return receipt(channel, StatusFailed, "could not reach GitHub: %s", cause(err))
}

// limited reports whether GitHub refused because of how often it was asked, and
// not because of what: no permission mends that.
func limited(err error) bool {
	var limit *github.RateLimitError
	var abuse *github.AbuseRateLimitError
	var answer *github.ErrorResponse
	switch {
	case errors.As(err, &limit), errors.As(err, &abuse):
		return true
	case errors.As(err, &answer) && answer.Response != nil:
		code := answer.Response.StatusCode
		return code == http.StatusTooManyRequests || code == http.StatusForbidden && answer.Response.Header.Get("Retry-After") != ""
	}
	return false
}

// statusOf is the HTTP status behind an error of go-github's, and GitHub's own
// words; 0 when nothing was answered.
func statusOf(err error) (int, string) {
	var limit *github.RateLimitError
	var abuse *github.AbuseRateLimitError
	var answer *github.ErrorResponse
	switch {
	case errors.As(err, &limit):
		return limit.Response.StatusCode, limit.Message
	case errors.As(err, &abuse):
		return abuse.Response.StatusCode, abuse.Message
	case errors.As(err, &answer) && answer.Response != nil:
		return answer.Response.StatusCode, words(answer)
	}
	return 0, ""
}

func words(e *github.ErrorResponse) string {
	text := e.Message
	for _, d := range e.Errors {
		if d.Message != "" {
			text += ": " + d.Message
		}
	}
	return text
}

// cause is the innermost error: the outer ones of net/http quote whole URLs.
func cause(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}

// Failed reports whether a receipt means that a result did not arrive although
// it should have: the run then ends with finding.ExitDelivery.
func Failed(r finding.Receipt, fork bool) bool {
	switch r.Status {
	case StatusFailed, StatusTooLarge:
		return true
	case StatusNotPermitted:
		return !fork
	}
	return false
}
