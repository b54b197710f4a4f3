package manifest

import "github.com/archverify/archverify/finding"

// PolicyRule is what a policy document leaves on a tool. A nil list is absent,
// an empty one was authored empty.
type PolicyRule struct {
	ID        string
	Allow     []string
	Deny      []string
	RateLimit *RateLimit
	Pos       finding.Position
}

// RateLimit is a policy's budget.
type RateLimit struct {
	MaxInvocations int
	WindowSeconds  int
}

// ConnectorType names a connector.
type ConnectorType string

// The closed set of connector types.
const (
	ConnectorREST    ConnectorType = "rest"
	ConnectorSQL     ConnectorType = "sql"
	ConnectorGraphQL ConnectorType = "graphql"
	ConnectorGRPC    ConnectorType = "grpc"
	ConnectorSOAP    ConnectorType = "soap"
)

// Connector is how a tool reaches its backend.
type Connector struct {
	Type ConnectorType
	REST *REST
	SQL  *SQL

	Pos, TypePos finding.Position
}

// REST is a rest connector; every string is verbatim, placeholders unresolved.
type REST struct {
	Method string
	Path   string
	// BaseURL and Body are nil when not authored.
	BaseURL *string
	Headers []KeyValue // authored order; nil when not authored
	Body    *string
	Query   []QueryParam // authored order; nil when not authored

	BaseURLPos, PathPos, BodyPos finding.Position
}

// KeyValue is one entry of an ordered string map.
type KeyValue struct {
	Key, Value string
	Pos        finding.Position
}

// QueryParam says how an input field travels in the query (VR1.14 to VR1.16).
type QueryParam struct {
	Field string
	// Name is the wire name; "" keeps the field's.
	Name string
	// Object tells the object form from the plain string form.
	Object bool
	// Explode is nil when not authored (default: repeat the key).
	Explode *bool
	OnQuery bool
}

// SQL is a sql connector.
type SQL struct {
	Engine, DSN, StatementKind, Query string
	Params                            []string
	DSNPos, QueryPos                  finding.Position
	// ParamPos are the places of Params, one each.
	ParamPos []finding.Position
}

// FieldMapping fills one declared field from a path.
type FieldMapping struct {
	Name string
	Path string
	// Loosened is `required: false` on the entry (requiredOverride in the IR).
	Loosened bool
	// Pos is the line of the entry.
	Pos finding.Position
}

// Response maps items of an answer onto a resource.
type Response struct {
	Resource string
	// Field is the output field that the rows land in.
	Field  string
	Fields []*FieldMapping
	// Collection is "" when the whole body is the single item.
	Collection string
	OnError    *OnError

	Pos, ResourcePos, CollectionPos finding.Position
}

// OnError tells error rows from good ones.
type OnError struct {
	ErrorResource string
	When          When
	Map           []*FieldMapping // nil when absent or empty

	Pos, ResourcePos finding.Position
}

// When is the test for an error row. Equals is the JSON text of the authored
// value, "" when absent; Exists is nil when absent.
type When struct {
	Path   string
	Equals string
	Exists *bool

	Pos, PathPos finding.Position
}

// Contract is what a binding recorded about its backend.
type Contract struct {
	Fingerprint  string
	ProbeFixture string
	// Shape is the recorded shape in authored order; nil when absent.
	Shape []ShapeEntry
	// VerifiedAt is authoring only: never in the artifact.
	VerifiedAt string

	Pos, FingerprintPos, FixturePos finding.Position
}

// ShapeEntry is one recorded path (naive joining, VR4.3) and its type word.
type ShapeEntry struct {
	Path string
	Type string
	Pos  finding.Position
}

// Origins are the declared origins of links and images, entries verbatim; nil
// lists are absent.
type Origins struct {
	Pages  []string
	Images []string
	Pos    finding.Position
}
