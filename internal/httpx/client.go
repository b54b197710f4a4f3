package httpx

import (
	"cmp"
	"context"
	"crypto/x509"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Defaults of Options.
const (
	DefaultTimeout       = 30 * time.Second
	DefaultRetries       = 2
	DefaultMaxBody int64 = 64 << 20
	DefaultPerHost       = 4
)

const (
	// MaxRedirects is how many redirects one attempt follows.
	MaxRedirects = 5
	// MaxDemand is the longest Retry-After that is waited for.
	MaxDemand = 30 * time.Second
)

// Options set the policy. Fields whose zero value is not a setting of its own
// take the default.
type Options struct {
	// Timeout bounds one attempt, its redirects included, not counting the wait
	// for a free slot; 0 means DefaultTimeout.
	Timeout time.Duration
	// Retries is how often a repeatable request is asked again; 0 means never.
	Retries int
	// MaxBody caps an answer in bytes, as sent and decompressed; 0 means
	// DefaultMaxBody.
	MaxBody int64
	// PerHost is how many requests one host gets at a time; 0 means
	// DefaultPerHost.
	PerHost int
	// Rate is how many requests a second one host gets; 0 means no limit.
	Rate float64
	// RootCAs are the trusted authorities; nil means the system's.
	RootCAs *x509.CertPool
	// Proxy chooses the proxy of a request; nil means none.
	Proxy func(*url.URL) (*url.URL, error)

	// Transport, Now, Sleep and Random replace the network, the clock and the
	// dice; nil means the real ones. Random returns a number in [0, 1).
	Transport http.RoundTripper
	Now       func() time.Time
	Sleep     func(context.Context, time.Duration) error
	Random    func() float64
}

// Client sends requests under one policy; it is safe for concurrent use.
type Client struct {
	timeout time.Duration
	retries int
	maxBody int64
	perHost int
	rate    float64

	// shared reuses connections; fresh never does, so that nothing beneath can
	// send a request twice that must not be repeated.
	shared, fresh http.RoundTripper
	now           func() time.Time
	sleep         func(context.Context, time.Duration) error
	random        func() float64

	mu    sync.Mutex
	gates map[string]*gate
}

// New makes a client.
func New(o Options) *Client {
	c := &Client{
		timeout: cmp.Or(o.Timeout, DefaultTimeout),
		retries: max(o.Retries, 0),
		maxBody: cmp.Or(o.MaxBody, DefaultMaxBody),
		perHost: max(cmp.Or(o.PerHost, DefaultPerHost), 1),
		rate:    max(o.Rate, 0),
		shared:  o.Transport,
		fresh:   o.Transport,
		now:     o.Now,
		sleep:   o.Sleep,
		random:  o.Random,
		gates:   map[string]*gate{},
	}
	if o.Transport == nil {
		c.shared = newTransport(o, c.perHost, false)
		c.fresh = newTransport(o, c.perHost, true)
	}
	if c.now == nil {
		c.now = time.Now
	}
	if c.sleep == nil {
		c.sleep = sleep
	}
	if c.random == nil {
		c.random = rand.Float64
	}
	return c
}

// Timeout is the time that one attempt gets.
func (c *Client) Timeout() time.Duration { return c.timeout }

// MaxBody is the cap of an answer in bytes.
func (c *Client) MaxBody() int64 { return c.maxBody }

// Close gives up idle connections. The client stays usable.
func (c *Client) Close() {
	for _, t := range []http.RoundTripper{c.shared, c.fresh} {
		if idle, ok := t.(interface{ CloseIdleConnections() }); ok {
			idle.CloseIdleConnections()
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
