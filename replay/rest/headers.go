package rest

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/httpx"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// headerLine is one header: what is sent and what may be shown.
type headerLine struct {
	httpx.Header
	shown string
}

// authoredHeaders resolves the headers of a binding, joining names that differ
// in case only, as the platform of the reference does.
func authoredHeaders(rest *manifest.REST, r *resolver) []headerLine {
	var lines []headerLine
	for _, h := range rest.Headers {
		line := headerLine{
			Header: httpx.Header{Name: h.Key, Value: trimValue(r.text(h.Value, h.Pos)), Bound: holdsBound(h.Value)},
			shown:  maskHeader(h.Key, h.Value),
		}
		lines = addHeader(lines, line)
	}
	return lines
}

func addHeader(lines []headerLine, line headerLine) []headerLine {
	for i := range lines {
		if strings.EqualFold(lines[i].Name, line.Name) {
			lines[i].Value += ", " + line.Value
			lines[i].shown += ", " + line.shown
			lines[i].Bound = lines[i].Bound || line.Bound
			return lines
		}
	}
	return append(lines, line)
}

// ownHeaders adds what the connector says by itself. A content type is added
// unless one of the two usual spellings is authored; another spelling is joined
// with it (VR1.23).
func (c *Client) ownHeaders(rest *manifest.REST, lines []headerLine, sendsBody bool) []headerLine {
	named := func(names ...string) bool {
		return slices.ContainsFunc(rest.Headers, func(h manifest.KeyValue) bool { return slices.Contains(names, h.Key) })
	}
	own := func(name, value string) {
		lines = addHeader(lines, headerLine{httpx.Header{Name: name, Value: value}, value})
	}
	if sendsBody && !named("content-type", "Content-Type") {
		own("content-type", "application/json")
	}
	authored := func(name string) bool {
		return slices.ContainsFunc(rest.Headers, func(h manifest.KeyValue) bool { return strings.EqualFold(h.Key, name) })
	}
	if !authored("accept") {
		own("accept", "application/json")
	}
	if !authored("user-agent") {
		own("user-agent", c.userAgent)
	}
	return lines
}

func trimValue(v string) string { return strings.Trim(v, " \t\r\n") }

// wireValue spells a header value in the bytes that are sent: Latin-1, as
// headers are. ok is false when it cannot be sent.
func wireValue(v string) (wire string, ok bool) {
	bytes := make([]byte, 0, len(v))
	for _, r := range v {
		if r > 0xff {
			return "", false
		}
		bytes = append(bytes, byte(r))
	}
	return string(bytes), httpguts.ValidHeaderFieldValue(string(bytes))
}

// sendable brings header values into wire form, or says which cannot be sent.
func sendable(rest *manifest.REST, lines []headerLine) *replay.Refusal {
	for i := range lines {
		name := lines[i].Name
		wire, ok := wireValue(lines[i].Value)
		if ok && httpguts.ValidHeaderFieldName(name) {
			lines[i].Value = wire
			continue
		}
		authored := authoredHeader(rest, name)
		return &replay.Refusal{
			Reason: unsendable(authored.Value),
			Detail: fmt.Sprintf("header %q cannot be sent: its name must be a token and its value free of line breaks and of characters beyond Latin-1", name),
			Pos:    authored.Pos,
		}
	}
	return nil
}

func authoredHeader(rest *manifest.REST, name string) manifest.KeyValue {
	for _, h := range rest.Headers {
		if strings.EqualFold(h.Key, name) {
			return h
		}
	}
	return manifest.KeyValue{}
}

// unsendable blames a value that nobody can send on where it came from.
func unsendable(template string) finding.Reason {
	reason := finding.ConnectorUnsupported
	for _, p := range split(template, variable, callers) {
		switch p.kind {
		case variable:
			return finding.EnvMissing
		case callers:
			reason = finding.CredentialMissing
		}
	}
	return reason
}

// maskHeader is what may be shown of an authored value: placeholders as they
// are, and nothing of a secret that somebody wrote into the manifest.
func maskHeader(name, value string) string {
	name = strings.ToLower(name)
	telling := slices.ContainsFunc([]string{"authorization", "cookie", "token", "secret", "key", "password"}, func(word string) bool {
		return strings.Contains(name, word)
	})
	if telling && !holdsBound(value) {
		return "***"
	}
	return value
}
