package rest

import (
	"net"
	"slices"
	"strings"
)

// allowed reports whether a host is on the list: the host itself, or *.suffix
// for everything below it (VR1.8). Case does not matter; an empty list allows
// nothing.
func allowed(host string, list []string) bool {
	host = strings.ToLower(host)
	return slices.ContainsFunc(list, func(entry string) bool {
		entry = strings.Trim(strings.ToLower(entry), "[]")
		if suffix, ok := strings.CutPrefix(entry, "*"); ok && strings.HasPrefix(suffix, ".") {
			return strings.HasSuffix(host, suffix)
		}
		return host == entry
	})
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
