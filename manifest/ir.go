package manifest

import "github.com/archverify/archverify/finding"

// IR is the compiled manifest (DR5.2). Members are in serialisation order;
// positions are never serialised and are zero for an IR read from an artifact.
type IR struct {
	Version   string
	Company   Company
	Tools     []*Tool
	Resources []*Resource

	// Indexes speed up lookups; an IR made by hand works without them.
	toolAt, resourceAt map[string]int
}

// index fills the indexes.
func (ir *IR) index() {
	ir.toolAt = make(map[string]int, len(ir.Tools))
	for i, t := range ir.Tools {
		if _, again := ir.toolAt[t.ID]; !again {
			ir.toolAt[t.ID] = i
		}
	}
	ir.resourceAt = make(map[string]int, len(ir.Resources))
	for i, r := range ir.Resources {
		ir.resourceAt[r.Name] = i
	}
}

// Company is who declares.
type Company struct {
	ID   string
	Name string // "" when not authored
}

// Resource is one compiled resource: its canonical name and ordered fields.
type Resource struct {
	Name   string
	Fields []*Field
	Pos    finding.Position
}

// Resource returns the resource of that canonical name, or nil.
func (ir *IR) Resource(name string) *Resource {
	if i, ok := ir.resourceAt[name]; ok && i < len(ir.Resources) && ir.Resources[i].Name == name {
		return ir.Resources[i]
	}
	for _, r := range ir.Resources {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// Tool returns the tool of that id, or nil.
func (ir *IR) Tool(id string) *Tool {
	if i, ok := ir.toolAt[id]; ok && i < len(ir.Tools) && ir.Tools[i].ID == id {
		return ir.Tools[i]
	}
	for _, t := range ir.Tools {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// Effect says what invoking a capability does.
type Effect string

// The closed set of effects.
const (
	Read         Effect = "read"
	Write        Effect = "write"
	Irreversible Effect = "irreversible"
)

// Lifecycle is the maturity of a capability.
type Lifecycle string

// The closed set of lifecycles.
const (
	Experimental Lifecycle = "experimental"
	Beta         Lifecycle = "beta"
	Stable       Lifecycle = "stable"
	Deprecated   Lifecycle = "deprecated"
	Retired      Lifecycle = "retired"
)

// Tool is a compiled capability (section 5.3 of the declaration spec).
type Tool struct {
	ID          string
	Description string
	Effect      Effect
	Provider    string
	Policies    []string
	Lifecycle   Lifecycle
	Input       []*Field
	Output      []*Field
	PolicyRules []*PolicyRule
	Connector   *Connector // nil: unbound
	Response    *Response
	Extract     []*FieldMapping // nil: no extract block
	Contract    *Contract
	Origins     *Origins

	// Pos is the capability document's id; BindingPos the binding document's
	// capabilityId (zero when unbound).
	Pos, BindingPos finding.Position
}

// Bound reports whether the tool has a connector.
func (t *Tool) Bound() bool { return t.Connector != nil }

// Passthrough reports whether the tool is bound without response and extract.
func (t *Tool) Passthrough() bool { return t.Bound() && t.Response == nil && t.Extract == nil }

// OutputField returns the declared output field of that name, or nil.
func (t *Tool) OutputField(name string) *Field { return fieldNamed(t.Output, name) }

// InputField returns the declared input field of that name, or nil.
func (t *Tool) InputField(name string) *Field { return fieldNamed(t.Input, name) }

// Field returns the resource's field of that name, or nil.
func (r *Resource) Field(name string) *Field { return fieldNamed(r.Fields, name) }

func fieldNamed(fields []*Field, name string) *Field {
	for _, f := range fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Field is a named, typed slot of an input, an output or a resource.
type Field struct {
	Name        string
	Required    bool
	Type        Type
	Description string
	Pos         finding.Position
}

// Kind tells the four forms of a type apart.
type Kind string

// The closed set of kinds.
const (
	KindScalar     Kind = "scalar"
	KindResource   Kind = "resource"
	KindCollection Kind = "collection"
	KindList       Kind = "list"
)

// Semantic is one of the fifteen semantic types.
type Semantic string

// The closed set of semantic types (DR2.4).
const (
	Location      Semantic = "location"
	DateRange     Semantic = "date-range"
	Party         Semantic = "party"
	PreferenceSet Semantic = "preference-set"
	Money         Semantic = "money"
	Identifier    Semantic = "identifier"
	String        Semantic = "string"
	Text          Semantic = "text"
	TimeSlot      Semantic = "time-slot"
	Quantity      Semantic = "quantity"
	Enum          Semantic = "enum"
	Date          Semantic = "date"
	DateTime      Semantic = "datetime"
	WebPage       Semantic = "web-page"
	Image         Semantic = "image"
)

// OriginBound reports whether values of the type must lie on a declared origin.
func (s Semantic) OriginBound() bool { return s == WebPage || s == Image }

// Type is the type of a field.
type Type struct {
	Kind Kind
	// Semantic is the scalar's type, or the item type of a list.
	Semantic Semantic
	// Values are the members of an enum, in authored order.
	Values []string
	// Resource is the canonical name for KindResource and KindCollection.
	Resource string
	// Identity marks a reference: a bare id instead of the object.
	Identity bool
}

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
	Pos  finding.Position
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

	Pos, CollectionPos finding.Position
}

// OnError tells error rows from good ones.
type OnError struct {
	ErrorResource string
	When          When
	Map           []*FieldMapping // nil when absent or empty
	Pos           finding.Position
}

// When is the test for an error row. Equals is the JSON text of the authored
// value, "" when absent; Exists is nil when absent.
type When struct {
	Path   string
	Equals string
	Exists *bool
	Pos    finding.Position
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
