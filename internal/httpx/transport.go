package httpx

import (
	"cmp"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"
	"time"
)

// newTransport makes a transport that keeps as many idle connections a host as
// may be in use at a time: fewer would mean dialling anew under load.
func newTransport(o Options, perHost int, fresh bool) *http.Transport {
	// Dialling and handshakes outlive the request that wanted them: they need
	// limits of their own.
	timeout := cmp.Or(o.Timeout, DefaultTimeout)
	dialer := &net.Dialer{Timeout: timeout, KeepAlive: 30 * time.Second}
	t := &http.Transport{
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           0,
		MaxIdleConnsPerHost:    perHost,
		TLSHandshakeTimeout:    timeout,
		IdleConnTimeout:        90 * time.Second,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: 1 << 20,
		// Decompressing here bounds what an answer may expand to and tells a cut
		// answer from a short one.
		DisableCompression:     true,
		DisableKeepAlives:      fresh,
		TLSClientConfig:        &tls.Config{RootCAs: o.RootCAs, MinVersion: tls.VersionTLS12},
		OnProxyConnectResponse: refuseProxyAnswer,
	}
	if o.Proxy != nil {
		t.Proxy = func(r *http.Request) (*url.URL, error) { return o.Proxy(r.URL) }
	}
	return t
}

// proxyError is a proxy that answered CONNECT with something but success.
type proxyError struct{ status int }

func (proxyError) Error() string { return "the proxy refused the tunnel" }

func refuseProxyAnswer(_ context.Context, _ *url.URL, _ *http.Request, res *http.Response) error {
	if res.StatusCode == http.StatusOK {
		return nil
	}
	return proxyError{status: res.StatusCode}
}
