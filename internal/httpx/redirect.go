package httpx

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// redirects reports whether a status asks to go elsewhere.
func redirects(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// follow makes the request that a redirect asks for. What is bound to the host
// of r stays behind when the target is another; lost tells that something did.
func follow(r Request, last Result) (next Request, lost bool, failure *Failure) {
	target, failure := location(r.URL, last.Header.Get("Location"))
	if failure != nil {
		return r, false, failure
	}
	crossed := !SameHost(r.URL, target)
	if r.Vet != nil {
		if failure := r.Vet(target, crossed); failure != nil {
			return r, false, failure
		}
	}
	next = r
	next.URL = target
	if becomesGet(r.Method, last.Status) {
		next.Method, next.Body = http.MethodGet, nil
		next.Headers = without(r.Headers, describesBody)
	}
	if !crossed {
		return next, false, nil
	}
	next.Host = ""
	kept := without(next.Headers, func(h Header) bool { return h.Bound || sensitive(h.Name) })
	lost = len(kept) < len(next.Headers)
	next.Headers = kept
	if next.Body != nil && next.BodyBound {
		next.Body, lost = []byte{}, true
		next.Headers = without(next.Headers, describesBody)
	}
	return next, lost, nil
}

func location(from *url.URL, text string) (*url.URL, *Failure) {
	if text == "" {
		return nil, &Failure{Kind: Redirect, Why: "a redirect without a target"}
	}
	target, err := from.Parse(text)
	if err != nil || target.Hostname() == "" || (target.Scheme != "http" && target.Scheme != "https") {
		return nil, &Failure{Kind: Redirect, Why: "a redirect to something that is no web address"}
	}
	if from.Scheme == "https" && target.Scheme == "http" {
		return nil, &Failure{Kind: Redirect, Why: "a redirect from https to http, which is never followed"}
	}
	target.User, target.Fragment, target.RawFragment = nil, "", ""
	return target, nil
}

// SameHost reports whether what was meant for one URL may go to another: same
// scheme, host and port, or the same host and port by https instead of http.
func SameHost(from, to *url.URL) bool {
	if !strings.EqualFold(from.Hostname(), to.Hostname()) {
		return false
	}
	if from.Scheme == to.Scheme {
		return port(from) == port(to)
	}
	upgrade := from.Scheme == "http" && to.Scheme == "https"
	return upgrade && (port(from) == port(to) || port(from) == "80" && port(to) == "443")
}

// becomesGet is the rule of browsers: 303 always (but for HEAD), 301 and 302
// when the method was POST.
func becomesGet(method string, status int) bool {
	switch status {
	case http.StatusSeeOther:
		return method != http.MethodGet && method != http.MethodHead
	case http.StatusMovedPermanently, http.StatusFound:
		return method == http.MethodPost
	}
	return false
}

// sensitive names headers that no browser takes to another host, whatever they
// were made of.
func sensitive(name string) bool {
	switch strings.ToLower(name) {
	case "authorization", "cookie", "proxy-authorization":
		return true
	}
	return false
}

func describesBody(h Header) bool { return strings.HasPrefix(strings.ToLower(h.Name), "content-") }

func without(headers []Header, drop func(Header) bool) []Header {
	return slices.DeleteFunc(slices.Clone(headers), drop)
}
