package httpx

import "net/http"

// Plain returns an ordinary HTTP client with this package's transport (proxies,
// certificate authorities, timeouts) and none of its policy, for services that
// bring a client of their own. Redirects are followed as net/http does.
func Plain(o Options) *http.Client {
	return &http.Client{Transport: newTransport(o, DefaultPerHost, false), Timeout: o.Timeout}
}
