package httpx

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"
)

// attempt asks once and follows redirects. Its Result counts one attempt as
// soon as something was sent.
func (c *Client) attempt(ctx context.Context, r Request) (Result, *Failure) {
	budget := c.timeout
	attempts, dropped := 0, false
	for hops := 0; ; hops++ {
		last, sent, failure := c.exchange(ctx, r, &budget)
		if sent {
			attempts = 1
		}
		last.Attempts, last.Dropped = attempts, dropped
		if failure != nil || !redirects(last.Status) {
			return last, failure
		}
		if hops == MaxRedirects {
			return last, &Failure{Kind: Redirect, Why: "more than 5 redirects"}
		}
		next, lost, failure := follow(r, last)
		if failure != nil {
			return last, failure
		}
		r, dropped = next, dropped || lost
	}
}

// exchange sends one request and reads its answer, within what is left of the
// attempt's budget; waiting for a slot costs nothing of it.
func (c *Client) exchange(ctx context.Context, r Request, budget *time.Duration) (last Result, sent bool, failure *Failure) {
	g := c.gate(r.URL)
	if !g.enter(ctx) {
		return Result{}, false, interrupted()
	}
	defer g.leave()
	start := time.Now()
	defer func() { *budget -= time.Since(start) }()
	timed, cancel := context.WithTimeout(ctx, *budget)
	defer cancel()

	transport := c.shared
	if !r.Repeatable {
		transport = c.fresh
	}
	res, err := transport.RoundTrip(build(timed, r))
	if err != nil {
		return Result{}, true, c.explain(ctx, timed, err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode < http.StatusOK {
		// Another protocol: what follows is no body, and nothing would end reading it.
		return Result{Status: res.StatusCode}, true, &Failure{Kind: Reset, Why: "the server switched to another protocol"}
	}
	last = Result{Status: res.StatusCode, Header: res.Header, Demand: demand(res.Header, c.now())}
	if !wanted(res.StatusCode) {
		drain(res.Body)
		return last, true, nil
	}
	if last.Body, err = c.read(res); err != nil {
		return last, true, c.explain(ctx, timed, err)
	}
	return last, true, nil
}

func build(ctx context.Context, r Request) *http.Request {
	header := make(http.Header, len(r.Headers)+1)
	for _, h := range r.Headers {
		header.Set(h.Name, h.Value)
	}
	if header.Get("Accept-Encoding") == "" {
		header.Set("Accept-Encoding", "gzip")
	}
	req := &http.Request{
		Method: r.Method, URL: r.URL, Host: r.Host, Header: header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	if r.Body != nil {
		req.ContentLength = int64(len(r.Body))
		req.Body = io.NopCloser(bytes.NewReader(r.Body))
		if len(r.Body) == 0 {
			req.Body = http.NoBody
		}
		if r.Repeatable {
			req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(r.Body)), nil }
		}
	}
	return req.WithContext(ctx)
}

// wanted reports whether the body behind a status says anything: redirects,
// refusals and errors of the server speak by their status alone.
func wanted(status int) bool {
	_, again := worthRepeating(Result{Status: status}, nil)
	return !again && status < 500 && status/100 != 3 &&
		status != http.StatusUnauthorized && status != http.StatusForbidden && status != http.StatusProxyAuthRequired
}

// drain reads a little of an answer that nobody wants, so that its connection
// can be used again.
func drain(body io.Reader) { _, _ = io.CopyN(io.Discard, body, 64<<10) }
