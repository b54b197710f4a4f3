package httpx

import (
	"context"
	"net/url"
	"strings"

	"golang.org/x/time/rate"
)

// gate lets requests to one host through: so many at a time, so many a second.
type gate struct {
	slots   chan struct{}
	limiter *rate.Limiter // nil: no limit
}

// gate returns the gate of a URL's host and port.
func (c *Client) gate(u *url.URL) *gate {
	key := strings.ToLower(u.Hostname()) + ":" + port(u)
	c.mu.Lock()
	defer c.mu.Unlock()
	g := c.gates[key]
	if g == nil {
		g = &gate{slots: make(chan struct{}, c.perHost)}
		if c.rate > 0 {
			g.limiter = rate.NewLimiter(rate.Limit(c.rate), 1)
		}
		c.gates[key] = g
	}
	return g
}

// enter waits for a slot and for the rate, and reports whether it got both
// before ctx ended. Who entered must leave.
func (g *gate) enter(ctx context.Context) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case g.slots <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	if g.limiter != nil && g.limiter.Wait(ctx) != nil {
		g.leave()
		return false
	}
	return true
}

func (g *gate) leave() { <-g.slots }

// port is the port of a URL, its scheme's default when it names none.
func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if u.Scheme == "https" {
		return "443"
	}
	return "80"
}
