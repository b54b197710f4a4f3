package manifest

import (
	"strconv"
	"strings"
	"unicode"
)

// bareOrigin returns the normal form of an origin entry (DR3.11): https, a host
// in lower case, and a port unless it is 443. It is false for anything more.
func bareOrigin(entry string) (normal string, ok bool) {
	rest, ok := strings.CutPrefix(entry, "https://")
	if !ok {
		return "", false
	}
	host, port, hasPort := strings.Cut(rest, ":")
	if !isHost(host) || (hasPort && !isPort(port)) {
		return "", false
	}
	normal = "https://" + strings.ToLower(host)
	if n, _ := strconv.Atoi(port); hasPort && n != 443 {
		normal += ":" + strconv.Itoa(n)
	}
	return normal, true
}

func isHost(host string) bool {
	for _, label := range strings.Split(host, ".") {
		if label == "" || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			return false
		}
		for _, r := range label {
			if r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				return false
			}
		}
	}
	return true
}

func isPort(port string) bool {
	if len(port) > 5 || strings.Trim(port, "0123456789") != "" {
		return false
	}
	n, err := strconv.Atoi(port)
	return err == nil && n >= 1 && n <= 65535
}
