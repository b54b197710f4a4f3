package rest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
)

// shown is the request as it may be printed: recorded inputs filled in, every
// ${…} left in place.
func (b *builder) shown(query string) finding.Request {
	r := finding.Request{
		Method:    b.method,
		URL:       join(maskBase(b.authoredBase()), b.path.filled, query),
		Variables: b.variables(),
	}
	for _, h := range b.headers {
		if !strings.EqualFold(h.Name, "user-agent") { // names the version of this tool
			r.Headers = append(r.Headers, finding.Header{Name: h.Name, Value: h.shown})
		}
	}
	slices.SortFunc(r.Headers, func(x, y finding.Header) int {
		return cmp.Or(cmp.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name)), cmp.Compare(x.Name, y.Name))
	})
	if !bodyless(b.method) {
		r.Body = b.renderBody(piece.placeholder)
	}
	return r
}

// variables lists what the request reads from outside, first seen first, with
// the host, as authored, that gets it.
func (b *builder) variables() []finding.Variable {
	templates := []string{b.authoredBase()}
	for _, h := range b.rest.Headers {
		templates = append(templates, h.Value)
	}
	if !bodyless(b.method) && b.rest.Body != nil {
		templates = append(templates, *b.rest.Body)
	}
	host := hostOf(originOf(b.authoredBase()))
	var list []finding.Variable
	for _, template := range templates {
		for _, p := range split(template, variable, callers) {
			v := finding.Variable{Name: strings.Trim(p.placeholder(), "${}"), Host: host}
			if p.bound() && !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	return list
}

// originOf is an authored base URL up to the end of its host.
func originOf(base string) string {
	base = maskBase(base)
	start := strings.Index(base, "://") + len("://")
	if start < len("://") {
		start = 0
	}
	if end := strings.IndexAny(base[start:], "/?#"); end >= 0 {
		base = base[:start+end]
	}
	return base
}

func hostOf(origin string) string {
	if _, host, ok := strings.Cut(origin, "://"); ok {
		return host
	}
	return origin
}

// maskBase hides a user name and password that somebody wrote into a base URL.
func maskBase(base string) string {
	scheme, rest, ok := strings.Cut(base, "://")
	if !ok {
		return base
	}
	authority := rest
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		authority = rest[:end]
	}
	at := strings.LastIndex(authority, "@")
	if at < 0 || holdsBound(authority[:at]) {
		return base
	}
	return scheme + "://***" + rest[at:]
}
