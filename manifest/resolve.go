package manifest

import "strings"

// Resolution is what a resource name refers to. Candidates are set when it is
// ambiguous; Name is empty when it is ambiguous or unknown.
type Resolution struct {
	Name       string
	Candidates []string
}

// ResolveResource resolves a resource name as authored in a document of the
// given domain against the loaded names (DR4.3): a dotted name must exist as it
// is, a bare one is looked up in the domain and as a global resource.
func ResolveResource(ref, domain string, known func(name string) bool) Resolution {
	if strings.Contains(ref, ".") {
		if known(ref) {
			return Resolution{Name: ref}
		}
		return Resolution{}
	}
	qualified := domain + "." + ref
	inDomain, global := domain != "" && known(qualified), known(ref)
	switch {
	case inDomain && global:
		return Resolution{Candidates: []string{qualified, ref}}
	case inDomain:
		return Resolution{Name: qualified}
	case global:
		return Resolution{Name: ref}
	}
	return Resolution{}
}

// DomainOf is the text before the first dot of a capability id or a resource
// name, empty for a bare name (DR4.1).
func DomainOf(id string) string {
	domain, _, dotted := strings.Cut(id, ".")
	if !dotted {
		return ""
	}
	return domain
}
