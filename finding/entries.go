package finding

import (
	"cmp"
	"slices"
)

// The registries whose entries live in this package.
const (
	RegistryVerify     = "verify"
	RegistryUnverified = "unverified"
)

// Entries returns one entry for every verify code, in registry order, and then
// one for every unverified reason. The caller owns the slice.
func Entries() []Entry { return slices.Concat(verifyEntries(), unverifiedEntries()) }

// EntryOf returns the entry of that code or reason; false when there is none.
func EntryOf(name string) (Entry, bool) {
	entries := Entries()
	i := slices.IndexFunc(entries, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return entries[i], true
}

// Reasons returns every unverified reason in registry order.
func Reasons() []Reason {
	return []Reason{
		EnvMissing, CredentialMissing, PolicyDenied, NoContract, FixtureUnreadable, PathParameterMissing, BaseURLInvalid,
		HostNotAllowed, Refused, Reset, DNS, TLS, Timeout, RateLimited, ServerError, Unauthorized, Forbidden, Redirect,
		BodyTooLarge, Limit, ConnectorUnsupported, Interrupted,
	}
}

func verifyEntries() []Entry {
	entries := slices.Concat(declaredEntries(), answerEntries(), shapeEntries(), noteEntries())
	slices.SortStableFunc(entries, func(a, b Entry) int {
		return cmp.Compare(verifyRank(Code(a.Name)), verifyRank(Code(b.Name)))
	})
	return entries
}

func unverifiedEntries() []Entry {
	entries := slices.Concat(notAskedEntries(), notAnsweredEntries())
	order := Reasons()
	slices.SortStableFunc(entries, func(a, b Entry) int {
		return cmp.Compare(slices.Index(order, Reason(a.Name)), slices.Index(order, Reason(b.Name)))
	})
	return entries
}

// entry is one verify entry.
func entry(code Code, severity Severity, title, means, do, example string) Entry {
	return Entry{Name: string(code), Registry: RegistryVerify, Severity: severity, Title: title, Means: means, Do: do, Example: example}
}

// reason is one entry of the unverified registry; reasons have no severity.
func reason(name Reason, title, means, do, example string) Entry {
	return Entry{Name: string(name), Registry: RegistryUnverified, Title: title, Means: means, Do: do, Example: example}
}
