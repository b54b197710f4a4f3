package replay

import (
	"strings"

	"github.com/archverify/archverify/manifest"
)

// originSet is a list of declared origins in normalised form.
type originSet map[string]bool

// newOriginSet normalises declared origins; an entry that is no bare https
// origin matches nothing (VR3.25).
func newOriginSet(entries []string) originSet {
	set := originSet{}
	for _, e := range entries {
		if u, ok := parseHTTPS(e); ok && !u.userinfo && u.bare() {
			set[u.origin] = true
		}
	}
	return set
}

// allows reports whether a value is an absolute https URL without user and
// password on one of the origins (VR3.26).
func (s originSet) allows(value string) bool {
	u, ok := parseHTTPS(value)
	return ok && !u.userinfo && s[u.origin]
}

// origins holds both lists of a tool; they never stand in for each other.
type origins struct {
	pages, images originSet
}

func newOrigins(o *manifest.Origins) origins {
	if o == nil {
		return origins{}
	}
	return origins{pages: newOriginSet(o.Pages), images: newOriginSet(o.Images)}
}

func (o origins) of(s manifest.Semantic) originSet {
	if s == manifest.Image {
		return o.images
	}
	return o.pages
}

// httpsURL is what the origin check needs of a URL.
type httpsURL struct {
	origin   string // https://host[:port], host lower-case and punycoded, default port left out
	rest     string // everything after the authority
	userinfo bool
}

// bare reports whether nothing follows the origin: no path but "/", no query,
// no fragment.
func (u httpsURL) bare() bool {
	return strings.Trim(u.rest, "/\\?#") == "" && len(u.rest) <= len("/?#")
}

// parseHTTPS reads an absolute https URL the way browsers do: white space
// around it and line breaks and tabs inside are dropped, backslashes count as
// slashes, any number of them may follow the scheme.
func parseHTTPS(raw string) (httpsURL, bool) {
	raw = strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	raw = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(raw)
	const scheme = "https:"
	if len(raw) < len(scheme) || !strings.EqualFold(raw[:len(scheme)], scheme) {
		return httpsURL{}, false
	}
	raw = strings.TrimLeft(raw[len(scheme):], "/\\")
	authority, rest := raw, ""
	if i := strings.IndexAny(raw, "/\\?#"); i >= 0 {
		authority, rest = raw[:i], raw[i:]
	}
	u := httpsURL{rest: rest}
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		u.userinfo = strings.Trim(authority[:i], ":") != "" || strings.Count(authority[:i], ":") > 1
		authority = authority[i+1:]
	}
	origin, ok := originOf(authority)
	u.origin = origin
	return u, ok
}
