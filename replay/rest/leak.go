package rest

import (
	"net/url"
	"slices"

	"github.com/archverify/archverify/internal/redact"
)

// valuesToKeep are the values that must not reach another host inside a URL:
// what was resolved for headers and body, and the query of a resolved base URL.
// The base URL itself is an address, not a secret.
func (b *builder) valuesToKeep() []redact.Secret {
	list := slices.Clone(b.resolver.secrets[b.addresses:])
	if holdsBound(b.authoredBase()) {
		if base, err := parseAddress(b.base); err == nil {
			for name, values := range base.Query() {
				for _, v := range values {
					list = append(list, redact.Secret{Placeholder: name, Value: v})
				}
			}
		}
	}
	return list
}

// carries reports whether one of the values stands in a URL: long ones
// anywhere and however encoded, short ones as a whole query value.
func carries(u *url.URL, values []redact.Secret) bool {
	if redact.New(values).Contains(u.String()) {
		return true
	}
	for _, list := range u.Query() {
		for _, v := range list {
			if slices.ContainsFunc(values, func(s redact.Secret) bool { return s.Value != "" && s.Value == v }) {
				return true
			}
		}
	}
	return false
}
