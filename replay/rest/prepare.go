package rest

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/httpx"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// prepared is a request that is ready, or that can only be shown: then refusal
// says why it will not be asked.
type prepared struct {
	request httpx.Request
	show    finding.Request
	// origin is the authored base URL up to its host, for messages.
	origin  string
	refusal *replay.Refusal
}

// Show is the request as it may be printed.
func (p *prepared) Show() finding.Request { return p.show }

// Prepare resolves a request. It opens nothing. The order of what it refuses is
// that of the reference (spec section 1.3): unset variables, absent caller
// values, no base URL, one that callers may not choose, missing path parameters;
// then what no client could send. Unless the connector is of another kind, the
// Prepared can be shown even when there is a Refusal.
func (c *Client) Prepare(tool *manifest.Tool, input replay.Input, caller replay.Caller) (replay.Prepared, *replay.Refusal) {
	if refusal := askable(tool); refusal != nil {
		return nil, refusal
	}
	b := &builder{client: c, tool: tool, rest: tool.Connector.REST, input: input,
		resolver: resolver{env: c.env, allow: c.envAllow, caller: caller}}
	p := b.build()
	plainTo := ""
	if p.refusal == nil && b.credentialsInTheOpen(p.request.URL) {
		plainTo = p.origin
	}
	c.remember(b.resolver.secrets, plainTo)
	return p, p.refusal
}

func askable(tool *manifest.Tool) *replay.Refusal {
	if !tool.Bound() {
		return &replay.Refusal{Reason: finding.ConnectorUnsupported, Detail: "no connector is bound", Pos: tool.Pos}
	}
	if k := tool.Connector; k.Type != manifest.ConnectorREST || k.REST == nil {
		return &replay.Refusal{Reason: finding.ConnectorUnsupported, Detail: fmt.Sprintf("a %q connector cannot be asked, only \"rest\"", k.Type), Pos: k.Pos}
	}
	return nil
}

// builder makes one request.
type builder struct {
	client   *Client
	tool     *manifest.Tool
	rest     *manifest.REST
	input    replay.Input
	resolver resolver

	method, base, body string
	headers            []headerLine
	path               pathText
	influenced         bool // the caller had a say in the host
	addresses          int  // how many of the resolved values are parts of the base URL
}

func (b *builder) build() *prepared {
	b.method = strings.ToUpper(b.rest.Method)
	b.resolve()
	b.path = fillPath(b.rest.Path, b.input)
	query := queryOf(b.tool, b.input, b.method, b.path.consumed)
	p := &prepared{origin: originOf(b.authoredBase()), show: b.shown(query)}
	address, refusal := b.address(query)
	if refusal == nil {
		refusal = sendable(b.rest, b.headers)
	}
	if p.refusal = refusal; refusal == nil {
		p.request = b.request(address)
	}
	return p
}

// resolve puts values into base URL, headers and body, in this order; a
// template without use (a body that is not sent) is left alone (VR1.9).
func (b *builder) resolve() {
	b.resolver.resolvingBase = true
	b.base = b.resolver.text(b.authoredBase(), b.rest.BaseURLPos)
	b.resolver.resolvingBase = false
	b.influenced, b.addresses = b.resolver.callerInBase, len(b.resolver.secrets)
	b.headers = authoredHeaders(b.rest, &b.resolver)
	if !bodyless(b.method) {
		b.body = b.renderBody(func(p piece) string { return b.resolver.value(p, b.rest.BodyPos) })
	}
	b.headers = b.client.ownHeaders(b.rest, b.headers, !bodyless(b.method))
}

// renderBody is the body with the given values in place of ${…}.
func (b *builder) renderBody(value func(piece) string) string {
	input := b.input.Without(onQuery(b.rest)...)
	if b.rest.Body == nil {
		return input.JSON()
	}
	return render(*b.rest.Body, input, value)
}

func (b *builder) authoredBase() string {
	if b.rest.BaseURL == nil {
		return ""
	}
	return *b.rest.BaseURL
}

// address is where the request goes, or why it cannot go anywhere.
func (b *builder) address(query string) (*url.URL, *replay.Refusal) {
	if refusal := b.resolver.refusal(); refusal != nil {
		return nil, refusal
	}
	if b.base == "" {
		return nil, b.refuse(finding.BaseURLInvalid, "no base URL: set baseUrl in the binding, or the variable it is made of")
	}
	if b.influenced {
		if _, refusal := b.checked(b.base); refusal != nil {
			return nil, refusal
		}
	}
	if len(b.path.missing) > 0 {
		return nil, &replay.Refusal{Reason: finding.PathParameterMissing, Pos: b.rest.PathPos,
			Detail: "the recorded request lacks path parameters: " + strings.Join(b.path.missing, ", ")}
	}
	return b.checked(join(b.base, b.path.filled, query))
}

// checked parses an address and, when the caller had a say in it, holds its
// host against the allow list.
func (b *builder) checked(text string) (*url.URL, *replay.Refusal) {
	u, err := parseAddress(text)
	if err != nil {
		return nil, b.refuse(finding.BaseURLInvalid, "base URL "+maskBase(b.authoredBase())+" cannot be used: "+err.Error())
	}
	if b.influenced && !allowed(u.Hostname(), b.client.allowHosts) {
		return nil, b.refuse(finding.HostNotAllowed, "the caller chooses the host of "+maskBase(b.authoredBase())+", and the one chosen is not allowed; name it with --allow-host")
	}
	return u, nil
}

func (b *builder) refuse(reason finding.Reason, detail string) *replay.Refusal {
	return &replay.Refusal{Reason: reason, Detail: detail, Pos: b.rest.BaseURLPos}
}

func (b *builder) request(address *url.URL) httpx.Request {
	r := httpx.Request{
		Method: b.method, URL: address,
		Repeatable: b.tool.Effect == manifest.Read,
		BodyBound:  b.bodyBound(),
		Vet:        b.vet(),
	}
	if !bodyless(b.method) {
		r.Body = []byte(b.body)
	}
	for _, h := range b.headers {
		if strings.EqualFold(h.Name, "host") {
			r.Host = h.Value
			continue
		}
		r.Headers = append(r.Headers, h.Header)
	}
	return r
}

func (b *builder) bodyBound() bool {
	return !bodyless(b.method) && b.rest.Body != nil && holdsBound(*b.rest.Body)
}

// vet looks at redirect targets: the caller's say in the host ends where the
// allow list does, and values meant for the first host do not travel in the URL
// to another.
func (b *builder) vet() func(*url.URL, bool) *httpx.Failure {
	return func(target *url.URL, crossed bool) *httpx.Failure {
		if b.influenced && !allowed(target.Hostname(), b.client.allowHosts) {
			return &httpx.Failure{Kind: httpx.NotAllowed, Why: "the redirect leads to a host that is not allowed"}
		}
		if crossed && carries(target, b.valuesToKeep()) {
			return &httpx.Failure{Kind: httpx.Redirect, Why: "a redirect that would take a ${…} value to another host"}
		}
		return nil
	}
}

// credentialsInTheOpen reports whether ${…} values would travel unencrypted.
func (b *builder) credentialsInTheOpen(u *url.URL) bool {
	if u.Scheme != "http" || loopback(u.Hostname()) {
		return false
	}
	for _, h := range b.headers {
		if h.Bound {
			return true
		}
	}
	return b.bodyBound()
}
