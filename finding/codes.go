package finding

// The closed registry of verify findings, in the order that findings of one
// severity are listed. Append only; a test pins it.
const (
	RequiredMissing    Code = "required-missing"
	RequiredWrongType  Code = "required-wrong-type"
	CollectionMissing  Code = "collection-missing"
	CollectionEmpty    Code = "collection-empty"
	NoUsableRow        Code = "no-usable-row"
	OffOrigin          Code = "off-origin"
	NotJSON            Code = "not-json"
	RequestRefused     Code = "request-refused"
	IsolationFailed    Code = "isolation-failed"
	IsolationUnproven  Code = "isolation-unproven"
	OptionalMissing    Code = "optional-missing"
	OptionalWrongType  Code = "optional-wrong-type"
	RowViolation       Code = "row-violation"
	Gained             Code = "gained"
	Lost               Code = "lost"
	Retyped            Code = "retyped"
	Nulled             Code = "nulled"
	FormatChanged      Code = "format-changed"
	Rarer              Code = "rarer"
	KeysAsData         Code = "keys-as-data"
	ValueOutsideEnum   Code = "value-outside-enum"
	ValueNotOfType     Code = "value-not-of-type"
	Unproven           Code = "unproven"
	ShapeUnnamed       Code = "shape-unnamed"
	RequestStale       Code = "request-stale"
	EvidenceStale      Code = "evidence-stale"
	Thin               Code = "thin"
	UndeclaredNestedOf Code = "undeclared-nested"
	RetriedRequest     Code = "retried"
	Unsteady           Code = "unsteady"
)

// Reason says why a capability is unverified. Closed, append-only.
type Reason string

// The closed registry of unverified reasons.
const (
	EnvMissing           Reason = "env-missing"
	CredentialMissing    Reason = "credential-missing"
	PolicyDenied         Reason = "policy-denied"
	NoContract           Reason = "no-contract"
	FixtureUnreadable    Reason = "fixture-unreadable"
	PathParameterMissing Reason = "path-parameter-missing"
	BaseURLInvalid       Reason = "base-url-invalid"
	HostNotAllowed       Reason = "host-not-allowed"
	Refused              Reason = "refused"
	Reset                Reason = "reset"
	DNS                  Reason = "dns"
	TLS                  Reason = "tls"
	Timeout              Reason = "timeout"
	RateLimited          Reason = "rate-limited"
	ServerError          Reason = "server-error"
	Unauthorized         Reason = "unauthorized"
	Forbidden            Reason = "forbidden"
	Redirect             Reason = "redirect"
	BodyTooLarge         Reason = "body-too-large"
	Limit                Reason = "limit"
	ConnectorUnsupported Reason = "connector-unsupported"
	Interrupted          Reason = "interrupted"
)

// Entry explains one code, kind or reason of a closed registry. The text behind
// `archverify explain` and the help of SARIF rules come from entries.
type Entry struct {
	// Name is the code itself.
	Name string
	// Registry names the closed set: "verify", "unverified", "diagnostic",
	// "lint", "diff", "doctor", "record".
	Registry string
	// Severity is the usual severity; empty for unverified reasons.
	Severity Severity
	// Title is a short noun phrase, lower case, no full stop.
	Title string
	// Means says when it is reported; Do says what to do about it. Full sentences.
	Means, Do string
	// Example is a message as a report may show it, without the place; may be empty.
	Example string
}
