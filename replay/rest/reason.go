package rest

import (
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/httpx"
	"github.com/archverify/archverify/replay"
)

// explainFailure says why nothing came back. origin is the authored address.
func explainFailure(origin string, res httpx.Result, f *httpx.Failure) *replay.Refusal {
	refusal := &replay.Refusal{Reason: reasonOf(f.Kind), RetryAfter: seconds(res.Demand)}
	through := origin
	if f.Proxy {
		through = "the proxy for " + origin
	}
	switch f.Kind {
	case httpx.Refused:
		refusal.Detail = "could not connect to " + through + ": " + f.Why
	case httpx.DNS:
		refusal.Detail = "could not look up " + through + ": " + f.Why
	case httpx.TLS:
		refusal.Detail = "no trusted connection to " + through + ": " + f.Why
	case httpx.Reset:
		refusal.Detail = "no whole answer from " + through + ": " + f.Why
	case httpx.Redirect:
		refusal.Detail = origin + " answered " + f.Why
	case httpx.Interrupted:
		refusal.Detail = f.Why
	default:
		refusal.Detail = "asking " + through + ": " + f.Why
	}
	return refusal
}

func reasonOf(k httpx.Kind) finding.Reason {
	switch k {
	case httpx.Refused:
		return finding.Refused
	case httpx.DNS:
		return finding.DNS
	case httpx.TLS:
		return finding.TLS
	case httpx.Timeout:
		return finding.Timeout
	case httpx.Interrupted:
		return finding.Interrupted
	case httpx.TooLarge:
		return finding.BodyTooLarge
	case httpx.Redirect:
		return finding.Redirect
	case httpx.NotAllowed:
		return finding.HostNotAllowed
	case httpx.Encoding:
		return finding.ConnectorUnsupported
	case httpx.ProxyLogin:
		return finding.Unauthorized
	}
	return finding.Reset
}

// explainStatus says why an answer cannot be judged, nil when it can: 2xx, and
// 4xx that speak about the question. After credentials or a body stayed behind
// at a redirect no 4xx says anything.
func explainStatus(origin string, res httpx.Result) *replay.Refusal {
	reason, why := reasonOfStatus(res.Status)
	if res.Status/100 == 4 && res.Dropped {
		reason, why = finding.Redirect, "after a redirect to another host, which gets neither credentials nor bodies meant for the first"
	}
	if reason == "" {
		return nil
	}
	refusal := &replay.Refusal{Reason: reason, RetryAfter: seconds(res.Demand), Detail: fmt.Sprintf("%s answered %d", origin, res.Status)}
	if why != "" {
		refusal.Detail += ": " + why
	}
	if res.Demand > httpx.MaxDemand {
		refusal.Detail += fmt.Sprintf("; it asks to wait %d s, and at most %d s are waited for", refusal.RetryAfter, seconds(httpx.MaxDemand))
	}
	return refusal
}

// reasonOfStatus classes a status; no reason means that it is an answer.
func reasonOfStatus(status int) (finding.Reason, string) {
	switch status {
	case http.StatusUnauthorized:
		return finding.Unauthorized, "credentials are missing or not accepted"
	case http.StatusProxyAuthRequired:
		return finding.Unauthorized, "the proxy asks for credentials"
	case http.StatusForbidden:
		return finding.Forbidden, "these credentials may not ask this"
	case http.StatusRequestTimeout:
		return finding.Timeout, "it gave up waiting for the request"
	case http.StatusTooManyRequests:
		return finding.RateLimited, "too many requests"
	case http.StatusMisdirectedRequest, http.StatusTooEarly:
		return finding.ServerError, "it does not answer on this connection"
	}
	switch status / 100 {
	case 2, 4:
		return "", ""
	case 3:
		return finding.Redirect, "neither an answer nor a redirect that can be followed"
	case 5:
		return finding.ServerError, ""
	}
	return finding.Reset, "no status that ends a request"
}

func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }
