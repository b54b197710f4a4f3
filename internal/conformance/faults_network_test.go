package conformance

import (
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// stranger is a second server: it notes whether it was sent what is not meant
// for it.
type stranger struct {
	mu    sync.Mutex
	asked int
	told  []string
}

func (s *stranger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked++
	seen := fmt.Sprint(r.Header, r.URL, r.Host)
	for _, canary := range []string{keyCanary, tokenCanary} {
		for _, spelling := range spellings(canary) {
			if strings.Contains(seen, spelling) {
				s.told = append(s.told, seen)
			}
		}
	}
	s.mu.Unlock()
	if r.Header.Get("X-Api-Key") == "" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	recordedAnswer(w, r)
}

// elsewhere redirects to a stranger, who must not be told anything.
func elsewhere(code int, path string, want int) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) {
		other := &stranger{}
		target := serveLoud(t, other.ServeHTTP).URL
		b.env["KIOSK_URL"] = serveLoud(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, target+path, code)
		}).URL
		t.Cleanup(func() {
			other.mu.Lock()
			defer other.mu.Unlock()
			if len(other.told) > 0 {
				t.Errorf("the other host was sent a credential: %v", other.told)
			}
			if other.asked != want {
				t.Errorf("the other host was asked %d times, want %d", other.asked, want)
			}
		})
	}
}

func redirect(target string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", target)
		w.WriteHeader(http.StatusFound)
	}
}

// hops redirects n times, then answers.
func hops(n int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		done := len(r.URL.Query()["hop"])
		if done >= n {
			recordedAnswer(w, r)
			return
		}
		http.Redirect(w, r, "/papers?"+strings.Repeat("hop=1&", done+1), http.StatusFound)
	}
}

// secure answers over TLS, with a certificate of an authority nobody knows.
func secure(t *testing.T, b *bed, h http.HandlerFunc) *httptest.Server {
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = silentLog()
	s.StartTLS()
	t.Cleanup(s.Close)
	b.env["KIOSK_URL"] = s.URL
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	b.write(t, "authority.pem", string(authority))
	return s
}

func overTLS(h http.HandlerFunc) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) { secure(t, b, h) }
}

func otherName(t *testing.T, b *bed) {
	s := secure(t, b, recordedAnswer)
	b.env["KIOSK_URL"] = strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
}

func downgrade(t *testing.T, b *bed) {
	plain := serveLoud(t, func(w http.ResponseWriter, r *http.Request) {
		t.Error("asked over plain http")
		recordedAnswer(w, r)
	})
	secure(t, b, redirect(plain.URL+"/papers"))
}

// proxied sends everything through a proxy that answers by itself.
func proxied(h http.HandlerFunc) func(*testing.T, *bed) {
	return func(t *testing.T, b *bed) {
		s := serveLoud(t, h)
		b.env["HTTP_PROXY"] = strings.Replace(s.URL, "http://", "http://user:"+tokenCanary+"@", 1)
		b.env["KIOSK_URL"] = "http://kiosk.example"
	}
}

func viaProxy(w http.ResponseWriter, r *http.Request) {
	if r.URL.Host != "kiosk.example" || r.Header.Get("Proxy-Authorization") == "" {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	recordedAnswer(w, r)
}

func TestFaultsOfTheNetwork(t *testing.T) {
	kiosk(t)
	withCA := with("--ca-file", "authority.pem")
	try(t, []fault{
		{name: "redirected in a circle", answer: func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }, exit: 3, says: unverified("redirect")},
		{name: "five redirects", answer: hops(5), exit: 0, says: []string{"1 green"}},
		{name: "six redirects", answer: hops(6), exit: 3, says: unverified("redirect")},
		{name: "redirected without a target", answer: status(302), exit: 3, says: unverified("redirect")},
		{name: "redirected to a file", answer: redirect("file:///etc/passwd"), exit: 3, says: unverified("redirect"), hides: []string{"passwd"}},
		{name: "redirected to nonsense", answer: redirect("http://[::1"), exit: 3, says: unverified("redirect")},
		{name: "redirected to what nobody knows", answer: redirect("http://no-such-host.invalid/" + headerCanary), exit: 3, says: []string{"0 of 1 verified"}, hides: []string{"no-such-host"}},
		{name: "redirected to another host", prepare: elsewhere(302, "/papers", 1), exit: 3, says: unverified("redirect")},
		{name: "redirected for good to another host", prepare: elsewhere(308, "/papers", 1), exit: 3, says: unverified("redirect")},
		{name: "redirected with the key in the address", prepare: elsewhere(302, "/papers?key="+keyCanary, 0), exit: 3, says: []string{"0 of 1 verified"}},
		{name: "redirected from https to http", prepare: downgrade, args: withCA, exit: 3, says: unverified("redirect")},
		{name: "authority nobody knows", prepare: overTLS(recordedAnswer), exit: 3, says: unverified("tls")},
		{name: "authority given", prepare: overTLS(recordedAnswer), args: withCA, exit: 0, says: []string{"1 green"}},
		{name: "certificate for another host", prepare: otherName, args: withCA, exit: 3, says: unverified("tls")},
		{name: "authority in the environment", prepare: both(overTLS(recordedAnswer), env("SSL_CERT_FILE", "authority.pem")), exit: 0, says: []string{"1 green"}},
		{name: "authority that is no PEM", prepare: func(t *testing.T, b *bed) { b.write(t, "authority.pem", "no PEM") }, args: withCA, exit: 2, says: []string{"authority.pem", "no PEM certificate"}},
		{name: "authority that is missing", args: withCA, exit: 2, says: []string{"authority.pem"}},
		{name: "authority that is a folder", args: with("--ca-file", "kiosk"), exit: 2, says: []string{"kiosk"}},
		{name: "https to a server without TLS", prepare: func(_ *testing.T, b *bed) { b.env["KIOSK_URL"] = strings.Replace(b.url, "http:", "https:", 1) }, exit: 3, says: unverified("tls")},
		{name: "http to a server with TLS", prepare: func(t *testing.T, b *bed) {
			b.env["KIOSK_URL"] = strings.Replace(secure(t, b, recordedAnswer).URL, "https:", "http:", 1)
		}, exit: 1, says: []string{"400"}},
		{name: "a host nobody knows", prepare: env("KIOSK_URL", "http://no-such-host.invalid"), exit: 3, says: unverified("dns"), hides: []string{"no-such-host"}},
		{name: "a port that is none", prepare: env("KIOSK_URL", "http://127.0.0.1:99999"), exit: 3, says: []string{"0 of 1 verified"}},
		{name: "through a proxy", prepare: proxied(viaProxy), exit: 0, says: []string{"1 green"}},
		{name: "proxy asks for credentials", prepare: proxied(status(407)), exit: 3, says: unverified("unauthorized")},
		{name: "proxy has no way on", prepare: proxied(status(502)), exit: 3, says: unverified("server-error")},
		{name: "proxy is down", prepare: func(t *testing.T, b *bed) {
			closed(t, b)
			b.env["HTTP_PROXY"], b.env["KIOSK_URL"] = b.env["KIOSK_URL"], "http://kiosk.example"
		}, exit: 3, says: unverified("refused")},
		{name: "proxy that is no address", prepare: env("HTTP_PROXY", "::nonsense "+tokenCanary, "KIOSK_URL", "http://kiosk.example"), exit: 3, says: []string{"0 of 1 verified"}},
		{name: "no proxy for this host", prepare: func(_ *testing.T, b *bed) {
			b.env["HTTP_PROXY"], b.env["NO_PROXY"] = "http://127.0.0.1:1", "kiosk.example,127.0.0.1"
		}, exit: 0, says: []string{"1 green"}},
		{name: "proxy for what is encrypted", prepare: func(t *testing.T, b *bed) {
			u, _ := url.Parse(serveLoud(t, status(407)).URL)
			b.env["HTTPS_PROXY"], b.env["KIOSK_URL"] = u.String(), "https://kiosk.example"
		}, exit: 3, says: unverified("unauthorized")},
	})
}

// once lets the first request through to h, and fails what comes later.
func once(h http.HandlerFunc) http.HandlerFunc {
	var asked atomic.Int32
	return func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) > 1 {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		h(w, r)
	}
}
