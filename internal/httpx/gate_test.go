package httpx_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/archverify/archverify/internal/httpx"
)

// slow is a transport that takes its time and counts what runs at once.
type slow struct {
	takes   time.Duration
	status  int    // 0: 200
	to      string // Location
	running atomic.Int32
	most    atomic.Int32
}

func (s *slow) RoundTrip(r *http.Request) (*http.Response, error) {
	now := s.running.Add(1)
	defer s.running.Add(-1)
	for most := s.most.Load(); now > most && !s.most.CompareAndSwap(most, now); most = s.most.Load() {
	}
	select {
	case <-time.After(s.takes):
		header := http.Header{}
		header.Set("Location", s.to)
		return &http.Response{StatusCode: cmp.Or(s.status, http.StatusOK), Header: header, Body: io.NopCloser(strings.NewReader("{}"))}, nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// askAll asks so many times at once, over so many hosts, and says how long it
// took in the bubble's time.
func askAll(t *testing.T, c *httpx.Client, times, hosts int) time.Duration {
	t.Helper()
	start := time.Now()
	var all sync.WaitGroup
	for n := range times {
		all.Go(func() {
			u := &url.URL{Scheme: "http", Host: fmt.Sprintf("h%d.test", n%hosts), Path: "/"}
			if _, failure := c.Do(t.Context(), httpx.Request{Method: "GET", URL: u, Repeatable: true}); failure != nil {
				t.Error(failure.Why)
			}
		})
	}
	all.Wait()
	return time.Since(start)
}

func TestAHostGetsSoManyAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := &slow{takes: time.Second}
		c := httpx.New(httpx.Options{PerHost: 3, Transport: network})
		if took := askAll(t, c, 12, 1); took != 4*time.Second || network.most.Load() != 3 {
			t.Errorf("12 requests took %s, %d at once", took, network.most.Load())
		}
	})
}

func TestHostsDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := &slow{takes: time.Second}
		c := httpx.New(httpx.Options{PerHost: 3, Transport: network})
		if took := askAll(t, c, 12, 4); took != time.Second || network.most.Load() != 12 {
			t.Errorf("12 requests took %s, %d at once", took, network.most.Load())
		}
	})
}

func TestAHostGetsSoManyASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := httpx.New(httpx.Options{PerHost: 100, Rate: 5, Transport: &slow{}})
		if took := askAll(t, c, 11, 1); took != 2*time.Second {
			t.Errorf("11 requests took %s", took)
		}
	})
}

func TestWaitingForASlotIsNoTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := httpx.New(httpx.Options{PerHost: 1, Timeout: 2 * time.Second, Transport: &slow{takes: 1500 * time.Millisecond}})
		if took := askAll(t, c, 10, 1); took != 15*time.Second {
			t.Errorf("10 requests took %s", took)
		}
	})
}

func TestAnAttemptTimesOutAndIsRepeatedWithPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := httpx.New(httpx.Options{Retries: 2, Transport: &slow{takes: time.Hour}, Random: func() float64 { return 1 }})
		start := time.Now()
		u := &url.URL{Scheme: "http", Host: "h.test"}
		res, failure := c.Do(t.Context(), httpx.Request{Method: "GET", URL: u, Repeatable: true})
		if failure == nil || failure.Kind != httpx.Timeout || res.Attempts != 3 {
			t.Fatalf("%+v %+v", res, failure)
		}
		if took := time.Since(start); took != 91500*time.Millisecond {
			t.Errorf("took %s", took)
		}
	})
}

func TestTheRunEndsAWaitForASlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := httpx.New(httpx.Options{PerHost: 1, Transport: &slow{takes: 10 * time.Second}})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				u := &url.URL{Scheme: "http", Host: "h.test"}
				if _, failure := c.Do(ctx, httpx.Request{Method: "GET", URL: u}); failure == nil || failure.Kind != httpx.Interrupted {
					t.Errorf("%+v", failure)
				}
			})
		}
		start := time.Now()
		all.Wait()
		if took := time.Since(start); took != time.Second {
			t.Errorf("took %s", took)
		}
	})
}

func TestRedirectsShareTheTimeOfTheirAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := &slow{takes: 4 * time.Second, status: http.StatusFound, to: "/on"}
		c := httpx.New(httpx.Options{Timeout: 10 * time.Second, Transport: network})
		start := time.Now()
		u := &url.URL{Scheme: "http", Host: "h.test"}
		_, failure := c.Do(t.Context(), httpx.Request{Method: "GET", URL: u, Repeatable: true})
		if failure == nil || failure.Kind != httpx.Timeout {
			t.Fatalf("%+v", failure)
		}
		if took := time.Since(start); took != 10*time.Second {
			t.Errorf("took %s", took)
		}
	})
}
