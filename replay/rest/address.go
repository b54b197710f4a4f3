package rest

import (
	"errors"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// join puts base, path and query together (VR1.10): plain text, nothing merged.
func join(base, path, query string) string {
	base = strings.TrimRight(base, "/")
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	if query != "" {
		query = "?" + query
	}
	return base + path + query
}

// parseAddress reads a URL as browsers do where that matters for which host is
// reached and what is asked there: backslashes are slashes, dot segments are
// resolved, unusual characters are escaped, the fragment is dropped. The errors
// hold nothing of the text.
func parseAddress(text string) (*url.URL, error) {
	text = strings.Trim(dropBreaks(text), " \x00")
	text, _, _ = strings.Cut(text, "#")
	head, query, hasQuery := strings.Cut(text, "?")
	scheme, rest, ok := strings.Cut(strings.ReplaceAll(head, `\`, "/"), "://")
	scheme = strings.ToLower(scheme)
	if !ok || (scheme != "http" && scheme != "https") {
		return nil, errors.New("it does not begin with http:// or https://")
	}
	host, path, _ := strings.Cut(rest, "/")
	if strings.Contains(host, "@") {
		return nil, errors.New("it holds a user name or password; send them in a header")
	}
	clean := scheme + "://" + host + resolveDots(escapePath("/"+path))
	if hasQuery {
		clean += "?" + escapeQuery(query)
	}
	u, err := url.Parse(clean)
	if err != nil || u.Hostname() == "" || !validPort(u.Port()) {
		return nil, errors.New("its host or port is not valid")
	}
	return asciiHost(u)
}

func validPort(port string) bool { return len(port) <= 5 && (len(port) < 5 || port <= "65535") }

// asciiHost spells the host the way it is looked up, so that what is compared
// with an allow list is what is reached.
func asciiHost(u *url.URL) (*url.URL, error) {
	host := u.Hostname()
	if strings.Contains(host, ":") {
		return u, nil
	}
	if plainHost(host) {
		u.Host = strings.ToLower(u.Host)
		return u, nil
	}
	ascii, err := idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false)).ToASCII(host)
	if err != nil || ascii == "" || !hostCharacters(ascii) {
		return nil, errors.New("its host is not valid")
	}
	if port := u.Port(); port != "" {
		ascii += ":" + port
	}
	u.Host = ascii
	return u, nil
}

// plainHost reports whether a name needs no conversion.
func plainHost(host string) bool {
	return hostCharacters(host) && !strings.Contains(strings.ToLower(host), "xn--")
}

// hostCharacters reports whether a name holds only what a host name may: no
// blank and no mark that could end it early.
func hostCharacters(host string) bool {
	for i := range len(host) {
		if c := host[i]; !alphanumeric(c) && c != '.' && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

// dropBreaks takes out what browsers ignore anywhere in a URL.
func dropBreaks(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\r' || r == '\n' {
			return -1
		}
		return r
	}, s)
}

// escapePath escapes what may not stand in a path, and percent signs that begin
// no escape; escapes that are there stay.
func escapePath(path string) string {
	return escapeOnly(path, "\"<>`{}^|[] ")
}

func escapeQuery(query string) string { return escapeOnly(query, "\"<>'` ") }

func escapeOnly(s, unsafe string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		bare := c == '%' && (i+2 >= len(s) || !hexDigit(s[i+1]) || !hexDigit(s[i+2]))
		if c <= ' ' || c >= 0x7f || bare || strings.IndexByte(unsafe, c) >= 0 {
			escape(&b, c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

func hexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// resolveDots resolves . and .. segments, escaped ones too.
func resolveDots(path string) string {
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	var kept []string
	for i, s := range segments {
		last := i == len(segments)-1
		switch strings.ReplaceAll(strings.ToLower(s), "%2e", ".") {
		case ".":
		case "..":
			kept = kept[:max(len(kept)-1, 0)]
		default:
			kept = append(kept, s)
			continue
		}
		if last {
			kept = append(kept, "")
		}
	}
	return "/" + strings.Join(kept, "/")
}
