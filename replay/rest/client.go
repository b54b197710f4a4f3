package rest

import (
	"cmp"
	"context"
	"crypto/x509"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http/httpproxy"

	"github.com/archverify/archverify/internal/httpx"
	"github.com/archverify/archverify/internal/redact"
	"github.com/archverify/archverify/replay"
)

// DefaultRetries is the usual value of Options.Retries.
const DefaultRetries = httpx.DefaultRetries

// Options set up a Client.
type Options struct {
	// Env looks up an environment variable; nil means that none is set. The
	// proxy variables are read through it too.
	Env func(name string) (string, bool)
	// EnvAllow names the variables that a manifest may read: names, or patterns
	// with * and ?. Empty means all but those of the CI system and of cloud
	// providers (see Readable).
	EnvAllow []string
	// AllowHosts are the hosts that a base URL made of caller values may reach:
	// names, or *.suffix. Empty allows none.
	AllowHosts []string
	// Retries is how often an unanswered read is asked again; 0 means never.
	Retries int
	// RequestTimeout bounds one attempt; 0 means 30 s.
	RequestTimeout time.Duration
	// MaxBody caps an answer in bytes after decompression; 0 means 64 MiB.
	MaxBody int64
	// PerHost is how many requests a host gets at a time; 0 means 4.
	PerHost int
	// Rate is how many requests a second a host gets; 0 means no limit.
	Rate float64
	// RootCAs are the trusted authorities, see LoadRoots; nil means the system's.
	RootCAs *x509.CertPool
	// UserAgent is sent unless a header of the binding says otherwise; ""
	// means "archverify".
	UserAgent string

	// Transport, Now, Sleep and Random replace the network, the clock and the
	// dice in tests.
	Transport http.RoundTripper
	Now       func() time.Time
	Sleep     func(context.Context, time.Duration) error
	Random    func() float64
}

// Client asks REST backends. It implements replay.Connector and is safe for
// concurrent use.
type Client struct {
	http       *httpx.Client
	env        func(string) (string, bool)
	envAllow   []string
	allowHosts []string
	userAgent  string

	mu       sync.Mutex
	resolved map[redact.Secret]bool
	plain    map[string]bool // base URLs that got credentials over plain http
}

var _ replay.Connector = (*Client)(nil)

// New makes a client. It opens nothing until something is asked.
func New(o Options) *Client {
	env := o.Env
	if env == nil {
		env = func(string) (string, bool) { return "", false }
	}
	return &Client{
		http: httpx.New(httpx.Options{
			Timeout: o.RequestTimeout, Retries: o.Retries, MaxBody: o.MaxBody,
			PerHost: o.PerHost, Rate: o.Rate, RootCAs: o.RootCAs, Proxy: Proxies(env).ProxyFunc(),
			Transport: o.Transport, Now: o.Now, Sleep: o.Sleep, Random: o.Random,
		}),
		env:        env,
		envAllow:   o.EnvAllow,
		allowHosts: o.AllowHosts,
		userAgent:  cmp.Or(o.UserAgent, "archverify"),
		resolved:   map[redact.Secret]bool{},
		plain:      map[string]bool{},
	}
}

// Proxies reads the usual proxy variables, either spelling.
func Proxies(env func(string) (string, bool)) *httpproxy.Config {
	first := func(names ...string) string {
		for _, name := range names {
			if v, ok := env(name); ok && v != "" {
				return v
			}
		}
		return ""
	}
	_, cgi := env("REQUEST_METHOD")
	return &httpproxy.Config{
		HTTPProxy:  first("HTTP_PROXY", "http_proxy"),
		HTTPSProxy: first("HTTPS_PROXY", "https_proxy"),
		NoProxy:    first("NO_PROXY", "no_proxy"),
		CGI:        cgi,
	}
}

// Close gives up idle connections.
func (c *Client) Close() { c.http.Close() }

// Resolved lists every value that Prepare has put in place of a ${…} so far,
// for the scrubbing of what is printed.
func (c *Client) Resolved() []redact.Secret {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.SortedFunc(maps.Keys(c.resolved), func(a, b redact.Secret) int {
		return cmp.Or(cmp.Compare(a.Placeholder, b.Placeholder), cmp.Compare(a.Value, b.Value))
	})
}

// Warnings are remarks about what Prepare has seen so far: at most one line,
// naming every base URL that would get credentials over plain http although its
// host is not this machine.
func (c *Client) Warnings() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.plain) == 0 {
		return nil
	}
	return []string{"credentials travel over plain http, readable on the way, to " +
		strings.Join(slices.Sorted(maps.Keys(c.plain)), ", ") + "; use https"}
}

// remember keeps what a request resolved, and whether it travels in the open.
func (c *Client) remember(secrets []redact.Secret, plainTo string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range secrets {
		c.resolved[s] = true
	}
	if plainTo != "" {
		c.plain[plainTo] = true
	}
}
