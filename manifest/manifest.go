package manifest

import "github.com/archverify/archverify/finding"

// Manifest is a loaded folder: its documents in document order (DR1.5), all
// that is wrong with them, and, when nothing is, the compiled form.
type Manifest struct {
	// Dir is the folder as the caller named it.
	Dir string
	// Catalog is nil when capabilities.yaml is absent or was refused.
	Catalog      *Catalog
	Capabilities []*CapabilityDoc
	Bindings     []*BindingDoc
	Resources    []*ResourceDoc
	Policies     []*PolicyDoc
	// Issues are shape problems; Diagnostics problems of meaning, both in the
	// order of the rules.
	Issues      []Issue
	Diagnostics []Diagnostic
	// IR is nil unless Valid.
	IR *IR
}

// Valid reports whether there is no issue and no diagnostic of severity error.
func (m *Manifest) Valid() bool { return m.IR != nil }

// Issue is one file that could not be taken into the model (DR1.15: all
// violations of the file joined by "; ").
type Issue struct {
	File    string
	Message string
	// Pos is the first violation's place, or the file alone.
	Pos finding.Position
	// Violations are the same, one by one, each with its own place.
	Violations []Violation
}

// Violation is one breach of a document's shape.
type Violation struct {
	Pointer string // JSON pointer, "/" for the root
	Text    string
	// Hint says what Text leaves out (the unknown key, what is allowed); may be empty.
	Hint string
	Pos  finding.Position
}

// DiagnosticSeverity is error or warning.
type DiagnosticSeverity string

// The two severities of a diagnostic.
const (
	Error   DiagnosticSeverity = "error"
	Warning DiagnosticSeverity = "warning"
)

// Diagnostic is one problem of meaning (section 3 of the declaration spec).
type Diagnostic struct {
	Severity DiagnosticSeverity
	Code     finding.Code
	Message  string
	// Capability and Token are set on unenforced-policy-token only.
	Capability string
	Token      string
	// Subject is the capability or resource concerned, "" when none is.
	Subject string
	// Path is the manifest path concerned (output.total, policies[human-approval]).
	Path string
	Pos  finding.Position
}

// Catalog is capabilities.yaml.
type Catalog struct {
	File         string
	Company      Company
	Capabilities []string
	Providers    []string

	capabilityPos, providerPos []finding.Position
}

// CapabilityDoc is one *.capability.yaml. Resources in Input and Output are
// named as authored.
type CapabilityDoc struct {
	File        string
	ID          string
	Description string
	Provider    string // "" when not authored
	HasFailures bool
	Policies    []string
	Effect      Effect
	Lifecycle   Lifecycle // Stable when not authored
	Input       []*Field
	Output      []*Field
	Pos         finding.Position

	places    ToolPlaces
	policyPos []finding.Position
}

// BindingDoc is one bindings/*.binding.yaml. Resources in Response are named as
// authored, and Response.Field is empty.
type BindingDoc struct {
	File         string // "bindings/<name>"
	CapabilityID string
	Connector    *Connector
	Response     *Response
	Extract      []*FieldMapping
	Contract     *Contract
	Origins      *Origins
	Pos          finding.Position

	pagePos, imagePos []finding.Position
}

// ResourceDoc is one *.resource.yaml. Resources in Fields are named as authored.
type ResourceDoc struct {
	File   string
	Name   string
	Fields []*Field
	Pos    finding.Position
}

// PolicyDoc is one *.policy.yaml.
type PolicyDoc struct {
	File         string
	ID           string
	Scope        string
	Provider     string
	CapabilityID string
	// Rule is what the document leaves on the tools that it attaches to.
	Rule *PolicyRule
	Pos  finding.Position

	hasRateLimit, hasConstraints bool
	allowPos, denyPos            []finding.Position
	rateLimitPos, constraintsPos finding.Position
	// The places of what metadata holds, unknown where it is absent.
	scopePos, providerPos, capabilityPos finding.Position
}
