package httpx

import (
	"net/http"
	"net/url"
	"time"
)

// Header is one header line of a request.
type Header struct {
	// Name is sent in its canonical spelling; names are unique.
	Name, Value string
	// Bound: the value is meant for this host alone and is not sent to another.
	Bound bool
}

// Request is what to ask. URL must be absolute, http or https, without user
// information.
type Request struct {
	Method string
	URL    *url.URL
	// Host overrides the Host header when not empty.
	Host    string
	Headers []Header
	// Body is nil when no body is sent; an empty one is sent as such.
	Body []byte
	// BodyBound: the body is meant for this host alone.
	BodyBound bool
	// Repeatable: asking again is safe. Everything else is sent once.
	Repeatable bool
	// Vet, when set, is asked about every redirect target before anything is
	// sent there; crossed tells whether it lies on another host (see SameHost)
	// than the request before. A Failure ends the attempt.
	Vet func(target *url.URL, crossed bool) *Failure
}

// Result is what came back. Everything but Attempts and Retried is zero when
// nothing did.
type Result struct {
	Status int
	Header http.Header
	// Body is complete, decompressed and within the cap.
	Body []byte
	// Attempts counts attempts that sent something; Retried says what each
	// repetition was for: a status ("429") or a Kind ("reset"), oldest first.
	Attempts int
	Retried  []string
	// Dropped: a redirect went to another host, without what was bound to the first.
	Dropped bool
	// Demand is the wait that the last answer asked for (Retry-After).
	Demand time.Duration
}

// Kind is the class of a failure.
type Kind string

// The closed set of failures.
const (
	// Refused: no connection.
	Refused Kind = "refused"
	// Reset: the connection broke, or what came over it was no whole message.
	Reset Kind = "reset"
	// DNS: the host name has no address.
	DNS Kind = "dns"
	// TLS: no trusted connection.
	TLS Kind = "tls"
	// Timeout: no whole answer in time.
	Timeout Kind = "timeout"
	// Interrupted: the caller's context ended.
	Interrupted Kind = "interrupted"
	// TooLarge: the answer is beyond the cap.
	TooLarge Kind = "too-large"
	// Redirect: a redirect that is not followed.
	Redirect Kind = "redirect"
	// NotAllowed: a redirect target that Vet refused.
	NotAllowed Kind = "not-allowed"
	// Encoding: a content encoding that was not offered.
	Encoding Kind = "encoding"
	// ProxyLogin: the proxy wants credentials.
	ProxyLogin Kind = "proxy-login"
	// Malformed: the request cannot be sent.
	Malformed Kind = "malformed"
)

// Failure says why there is no answer.
type Failure struct {
	Kind Kind
	// Why says what happened, in words that hold nothing of the request.
	Why string
	// Proxy: it happened between here and the proxy.
	Proxy bool
}

// repeatable reports whether asking again may help.
func (f *Failure) repeatable() bool {
	return f.Kind == Refused || f.Kind == Reset || f.Kind == Timeout
}
