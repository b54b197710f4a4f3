package replay

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// originOf normalises "host[:port]" into an https origin.
func originOf(authority string) (string, bool) {
	host, port := authority, ""
	if i := strings.LastIndexByte(authority, ':'); i > strings.LastIndexByte(authority, ']') {
		host, port = authority[:i], authority[i+1:]
	}
	host, ok := normalHost(host)
	if !ok {
		return "", false
	}
	port, ok = normalPort(port)
	return "https://" + host + port, ok
}

// normalPort is ":n", or nothing for the default port.
func normalPort(port string) (string, bool) {
	if port == "" {
		return "", true
	}
	if strings.Trim(port, "0123456789") != "" {
		return "", false
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 443 {
		return "", err == nil
	}
	return ":" + strconv.FormatUint(n, 10), true
}

// forbiddenInHost are the code points no domain may hold, besides controls.
const forbiddenInHost = " #/:<>?@[\\]^|%\x7f"

func normalHost(host string) (string, bool) {
	if strings.HasPrefix(host, "[") {
		inner, closed := strings.CutSuffix(host[1:], "]")
		addr, err := netip.ParseAddr(inner)
		return "[" + addr.String() + "]", closed && err == nil && addr.Is6() && addr.Zone() == ""
	}
	host, err := url.PathUnescape(host)
	if err != nil {
		return "", false
	}
	host, ok := asciiDomain(host)
	if !ok || host == "" || strings.ContainsAny(host, forbiddenInHost) || strings.ContainsFunc(host, hostControl) {
		return "", false
	}
	if endsInNumber(host) {
		return ipv4(host)
	}
	return host, true
}

func hostControl(r rune) bool { return r < ' ' }

// asciiDomain lower-cases and punycodes a domain. Plain ASCII without encoded
// labels only needs the former.
func asciiDomain(host string) (string, bool) {
	lower := strings.ToLower(host)
	if asciiOnly(lower) && !strings.HasPrefix(lower, "xn--") && !strings.Contains(lower, ".xn--") {
		return lower, true
	}
	profile := idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false),
		idna.CheckHyphens(false), idna.VerifyDNSLength(false), idna.CheckJoiners(true), idna.BidiRule())
	out, err := profile.ToASCII(host)
	return out, err == nil
}

func asciiOnly(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// endsInNumber reports whether a host must be read as an IPv4 address.
func endsInNumber(host string) bool {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	last := labels[len(labels)-1]
	if last == "" {
		return false
	}
	if strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, ok := ipv4Number(last)
	return ok
}

// ipv4 reads one to four numbers, the last of which fills what is left.
func ipv4(host string) (string, bool) {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	if len(labels) > 4 {
		return "", false
	}
	var address uint64
	for i, label := range labels {
		n, ok := ipv4Number(label)
		if !ok {
			return "", false
		}
		width := uint(8)
		if i == len(labels)-1 {
			width = uint(8 * (5 - len(labels)))
		}
		if n >= 1<<width {
			return "", false
		}
		address = address<<width | n
	}
	return netip.AddrFrom4([4]byte{byte(address >> 24), byte(address >> 16), byte(address >> 8), byte(address)}).String(), true
}

// ipv4Number reads decimal, 0-prefixed octal or 0x-prefixed hexadecimal.
func ipv4Number(s string) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(s, "0x"):
		base, s = 16, s[2:]
	case len(s) > 1 && s[0] == '0':
		base, s = 8, s[1:]
	}
	if s == "" {
		return 0, base == 16
	}
	n, err := strconv.ParseUint(s, base, 33)
	return n, err == nil && s[0] != '+'
}
