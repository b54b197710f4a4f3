package doctor

import (
	"net/netip"
	"regexp"
	"strings"

	"github.com/archverify/archverify/manifest"
)

// baseURL is the base URL of a rest connector, "" for none.
func baseURL(t *manifest.Tool) string {
	if t.Connector == nil || t.Connector.REST == nil || t.Connector.REST.BaseURL == nil {
		return ""
	}
	return *t.Connector.REST.BaseURL
}

const callerPlaceholder = "${caller."

var placeholder = regexp.MustCompile(`\$\{[^}]+\}`)

// baseURLRemark points at the line of the base URL.
func baseURLRemark(p *patient, message string) []remark {
	return []remark{{message: message, path: "connector.rest.baseUrl", pos: p.tool.Connector.REST.BaseURLPos}}
}

func callerInfluencedBaseURL() Check {
	return Check{
		Code: "caller-influenced-baseurl", Severity: Error, Title: "base URL that the caller has a part in",
		Because: "Whoever chooses a part of the URL chooses where the request goes, which is how a server is made to ask for somebody else. Restrict the provider to a list of allowed hosts, or keep the caller out of the URL.",
		capability: func(p *patient) []remark {
			if !strings.Contains(baseURL(p.tool), callerPlaceholder) {
				return nil
			}
			return baseURLRemark(p, "baseUrl interpolates caller-supplied data")
		},
	}
}

func envBaseURL() Check {
	return Check{
		Code: "env-baseurl", Severity: Advisory, Title: "base URL from the environment",
		Because: "The deployment decides where this points, not the manifest. Make sure that the variable names the right backend wherever this runs.",
		capability: func(p *patient) []remark {
			url := baseURL(p.tool)
			if strings.Contains(url, callerPlaceholder) || !placeholder.MatchString(url) {
				return nil
			}
			return baseURLRemark(p, "baseUrl comes from the environment ("+url+")")
		},
	}
}

func plainHTTPBaseURL() Check {
	return Check{
		Code: "plain-http-baseurl", Severity: Warning, Title: "base URL without encryption",
		Because: "Requests, credentials among them, cross the network readable and changeable by anybody on the way. Use https.",
		capability: func(p *patient) []remark {
			rest, plain := cutScheme(baseURL(p.tool))
			if !plain || loopback(hostOf(rest)) {
				return nil
			}
			return baseURLRemark(p, "baseUrl is plain http")
		},
	}
}

func cutScheme(url string) (rest string, plain bool) {
	const scheme = "http://"
	if len(url) < len(scheme) || !strings.EqualFold(url[:len(scheme)], scheme) {
		return "", false
	}
	return url[len(scheme):], true
}

// hostOf is the host before port, path, query and fragment, without user data.
func hostOf(rest string) string {
	if i := strings.IndexAny(rest, "/?#\\"); i >= 0 {
		rest = rest[:i]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	if inner, isIPv6 := strings.CutPrefix(rest, "["); isIPv6 {
		inner, _, _ = strings.Cut(inner, "]")
		return inner
	}
	host, _, _ := strings.Cut(rest, ":")
	return strings.ToLower(host)
}

func loopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}
