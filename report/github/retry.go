package github

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/google/go-github/v60/github"
)

const (
	maxTries = 4
	// longestWait caps one wait; a demand for more ends the tries.
	longestWait = time.Minute
)

// retryTransport repeats what a rate limit or a passing fault refused. GitHub
// says when to come back; it is asked again then, never sooner.
type retryTransport struct {
	next  http.RoundTripper
	sleep func(context.Context, time.Duration) error
}

// RoundTrip implements http.RoundTripper.
func (t *retryTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := drain(req)
	if err != nil {
		return nil, err
	}
	for try := 1; ; try++ {
		again := req.Clone(req.Context())
		if body != nil {
			again.Body = io.NopCloser(bytes.NewReader(body))
		}
		resp, err := t.next.RoundTrip(again)
		pause, retry := pauseFor(req.Method, resp, err, try)
		if !retry || try == maxTries {
			return resp, err
		}
		if resp != nil {
			_ = resp.Body.Close()
		}
		if err := t.sleep(req.Context(), pause); err != nil {
			return nil, fmt.Errorf("wait to ask GitHub again: %w", err)
		}
	}
}

func drain(req *http.Request) ([]byte, error) {
	if req.Body == nil {
		return nil, nil
	}
	defer func() { _ = req.Body.Close() }()
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, fmt.Errorf("read the request body: %w", err)
	}
	return body, nil
}

// pauseFor says whether to ask again, and after how long. A write whose answer
// was lost is not repeated: it may have happened, and the next listing heals it.
func pauseFor(method string, resp *http.Response, err error, try int) (time.Duration, bool) {
	backoff := time.Duration(1<<(try-1)) * time.Second
	if err != nil {
		return backoff, method == http.MethodGet
	}
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusForbidden:
		pause, limited := limitPause(resp)
		if resp.StatusCode == http.StatusForbidden && !limited {
			return 0, false // a missing permission does not come back
		}
		if !limited {
			pause = backoff
		}
		return pause, pause <= longestWait
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return backoff, method == http.MethodGet || method == http.MethodPatch || method == http.MethodDelete
	}
	return 0, false
}

// lost reports whether the answer to a write was lost on the way, so that it may
// have happened or not.
func lost(resp *github.Response) bool {
	if resp == nil {
		return true
	}
	switch resp.StatusCode {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// limitPause reads how long a rate limit asks to wait.
func limitPause(resp *http.Response) (time.Duration, bool) {
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s >= 0 {
		return time.Duration(s) * time.Second, true
	}
	if resp.Header.Get("X-RateLimit-Remaining") != "0" {
		return 0, false
	}
	reset, err := strconv.ParseInt(resp.Header.Get("X-RateLimit-Reset"), 10, 64)
	now, dateErr := http.ParseTime(resp.Header.Get("Date"))
	if err != nil || dateErr != nil {
		return 0, false
	}
	return max(0, time.Unix(reset, 0).Sub(now)), true
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
