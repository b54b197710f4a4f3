package httpx

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// Do asks, and asks again where that may help: connections refused or broken,
// time-outs, and the statuses 408, 425, 429, 502, 503 and 504, with growing,
// jittered pauses or those that the answer demands. Any other status is an
// answer. The Result counts attempts even when there is a Failure.
func (c *Client) Do(ctx context.Context, r Request) (Result, *Failure) {
	var attempts int
	var retried []string
	for {
		last, failure := c.attempt(ctx, r)
		attempts += last.Attempts
		last.Attempts, last.Retried = attempts, retried
		why, again := worthRepeating(last, failure)
		if !again || !r.Repeatable || len(retried) >= c.retries {
			return last, failure
		}
		pause, fits := c.pause(ctx, len(retried), last.Demand)
		if !fits {
			return last, failure
		}
		if c.sleep(ctx, pause) != nil {
			return last, interrupted()
		}
		retried = append(retried, why)
	}
}

// worthRepeating names what a repetition would be for.
func worthRepeating(last Result, failure *Failure) (string, bool) {
	if failure != nil {
		return string(failure.Kind), failure.repeatable()
	}
	switch last.Status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return strconv.Itoa(last.Status), true
	}
	return "", false
}

const (
	firstPause   = 500 * time.Millisecond
	longestPause = 10 * time.Second
)

// pause is how long to wait before the next attempt, and whether waiting makes
// sense: not longer than MaxDemand, not past the end of the run.
func (c *Client) pause(ctx context.Context, retries int, demand time.Duration) (time.Duration, bool) {
	pause := min(firstPause<<min(retries, 10), longestPause)
	pause = pause/2 + time.Duration(c.random()*float64(pause/2))
	if demand > 0 {
		pause = demand
	}
	if pause > MaxDemand {
		return 0, false
	}
	deadline, limited := ctx.Deadline()
	return pause, !limited || c.now().Add(pause).Before(deadline)
}

// demand reads Retry-After: seconds or a date; 0 for none, nonsense or a date
// that has passed.
func demand(h http.Header, now time.Time) time.Duration {
	text := h.Get("Retry-After")
	if text == "" {
		return 0
	}
	const longest = 365 * 24 * time.Hour // more is not told apart
	if seconds, err := strconv.ParseUint(text, 10, 64); err == nil {
		return time.Duration(min(seconds, uint64(longest/time.Second))) * time.Second
	}
	if digitsOnly(text) {
		return longest
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), longest)
}

func digitsOnly(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}
