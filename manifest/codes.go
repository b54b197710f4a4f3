package manifest

import "github.com/archverify/archverify/finding"

// The codes of diagnostics, in the order of their rules. The list is
// append-only: a code never changes its meaning and is never used again.
const (
	DuplicateCapability          finding.Code = "duplicate-capability"
	MissingProvider              finding.Code = "missing-provider"
	UnknownProvider              finding.Code = "unknown-provider"
	DeclaredWithoutFile          finding.Code = "declared-without-file"
	FileNotDeclared              finding.Code = "file-not-declared"
	UnusedProvider               finding.Code = "unused-provider"
	BindingWithoutCapability     finding.Code = "binding-without-capability"
	DuplicateBinding             finding.Code = "duplicate-binding"
	CapabilityWithoutBinding     finding.Code = "capability-without-binding"
	AuthenticatedNoCaller        finding.Code = "authenticated-capability-no-caller-placeholder"
	CallerBaseURL                finding.Code = "caller-influenced-baseurl-no-allowlist"
	ConnectorNotImplemented      finding.Code = "connector-type-not-implemented"
	SQLNotReadOnly               finding.Code = "sql-statement-not-read-only"
	SQLParamUnresolved           finding.Code = "sql-param-unresolved"
	SQLParamCount                finding.Code = "sql-param-count-mismatch"
	SQLLiteralDSN                finding.Code = "sql-dsn-not-env-placeholder"
	DuplicateResource            finding.Code = "duplicate-resource"
	UnknownResource              finding.Code = "unknown-resource"
	UnknownResponseResource      finding.Code = "unknown-response-resource"
	UnknownResponseField         finding.Code = "unknown-response-field"
	BadResponsePath              finding.Code = "bad-response-path"
	OnErrorWithoutCollection     finding.Code = "response-onerror-without-collection"
	BadOnError                   finding.Code = "bad-response-onerror"
	UnknownOnErrorResource       finding.Code = "unknown-response-onerror-resource"
	UnknownOnErrorField          finding.Code = "unknown-response-onerror-field"
	ResponseOutputMismatch       finding.Code = "response-output-mismatch"
	ResponseCollectionMismatch   finding.Code = "response-collection-mismatch"
	RequiredFieldUnmapped        finding.Code = "required-field-unmapped"
	UnknownExtractField          finding.Code = "unknown-extract-field"
	ExtractWrongKind             finding.Code = "extract-field-wrong-kind"
	BadExtractPath               finding.Code = "bad-extract-path"
	UnboundOutputField           finding.Code = "unbound-output-field"
	WebPageInInput               finding.Code = "web-page-in-input"
	ImageInInput                 finding.Code = "image-in-input"
	OriginsMalformed             finding.Code = "origins-malformed"
	WebPageNeedsMapping          finding.Code = "web-page-needs-mapping"
	ImageNeedsMapping            finding.Code = "image-needs-mapping"
	WebPageNoOrigins             finding.Code = "web-page-no-origins"
	ImageNoOrigins               finding.Code = "image-no-origins"
	OriginsUnused                finding.Code = "origins-unused"
	WebPageRequiredInCollection  finding.Code = "web-page-required-in-collection"
	ImageRequiredInCollection    finding.Code = "image-required-in-collection"
	DuplicatePolicy              finding.Code = "duplicate-policy"
	PolicyScopeUnresolvable      finding.Code = "policy-scope-unresolvable"
	PolicyScopeConflict          finding.Code = "policy-scope-conflict"
	PolicyEmptyEntry             finding.Code = "policy-empty-entry"
	PolicyWildcardEntry          finding.Code = "policy-wildcard-entry"
	PolicyRateLimitInvalid       finding.Code = "policy-ratelimit-invalid"
	PolicyConstraintsUnsupported finding.Code = "policy-constraints-unsupported"
	PolicyWithoutRules           finding.Code = "policy-without-rules"
	PolicyDenyOnly               finding.Code = "policy-deny-only"
	PolicyContradiction          finding.Code = "policy-allow-deny-contradiction"
	PolicyDisjointAllow          finding.Code = "policy-disjoint-allow"
	UnenforcedPolicyToken        finding.Code = "unenforced-policy-token"
	// ToolNameCollision is reported by those who serve or build, from Collisions.
	ToolNameCollision finding.Code = "tool-name-collision"
)

// The codes of lints.
const (
	IrreversibleNoFailures       finding.Code = "irreversible-no-failures"
	IrreversibleUnauthenticated  finding.Code = "irreversible-unauthenticated"
	IrreversibleUnenforcedPolicy finding.Code = "irreversible-unenforced-policy"
)

// severities is the severity of every diagnostic.
func severities() map[finding.Code]DiagnosticSeverity {
	out := map[finding.Code]DiagnosticSeverity{}
	for _, e := range diagnosticEntries() {
		out[finding.Code(e.Name)] = Warning
		if e.Severity == finding.Red {
			out[finding.Code(e.Name)] = Error
		}
	}
	return out
}

// Codes is the registry of diagnostics and lints, in the order of the rules.
func Codes() []finding.Entry {
	return append(diagnosticEntries(), lintEntries()...)
}

func failing(code finding.Code, title, means, do string) finding.Entry {
	return finding.Entry{Name: string(code), Registry: "diagnostic", Severity: finding.Red, Title: title, Means: means, Do: do}
}

func warning(code finding.Code, title, means, do string) finding.Entry {
	return finding.Entry{Name: string(code), Registry: "diagnostic", Severity: finding.Yellow, Title: title, Means: means, Do: do}
}
