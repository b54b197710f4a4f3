package manifest

import (
	"fmt"

	"github.com/archverify/archverify/finding"
)

// diagnose checks what the documents mean, rule by rule in the fixed order of
// the registry's sections, and returns everything it finds.
func diagnose(m *Manifest) []Diagnostic {
	c := &checkup{model: newModel(m), severities: severities()}
	for _, rule := range rules() {
		rule(c)
	}
	return c.found
}

// rules lists the rules in the order in which they report.
func rules() []func(*checkup) {
	return []func(*checkup){
		duplicateCapabilities, providers, catalogConsistency, bindingTargets, unboundCapabilities,
		callerPlaceholders, callerBaseURLs, connectorTypes, sqlBindings,
		duplicateResources, references,
		mappings,
		originBoundInputs, originBoundOutputs,
		duplicatePolicies, policyDocuments, disjointAllows,
		unenforcedTokens,
	}
}

// checkup is one pass over a manifest.
type checkup struct {
	*model
	severities map[finding.Code]DiagnosticSeverity
	found      []Diagnostic
	reachable  map[string]bool
}

// about says what a diagnostic is about: the capability or resource, the path
// in the manifest, and the place.
type about struct {
	subject, path string
	pos           finding.Position
}

// maxMessage bounds a message, in code points: names and paths may be as long
// as a document.
const maxMessage = 4000

func (c *checkup) report(code finding.Code, on about, format string, args ...any) {
	c.found = append(c.found, Diagnostic{
		Severity: c.severities[code],
		Code:     code,
		Message:  printable(cut(fmt.Sprintf(format, args...), maxMessage)),
		Subject:  on.subject,
		Path:     on.path,
		Pos:      on.pos,
	})
}

func set(words []string) map[string]bool {
	s := make(map[string]bool, len(words))
	for _, w := range words {
		s[w] = true
	}
	return s
}
