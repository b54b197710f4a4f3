package manifest

import "github.com/archverify/archverify/finding"

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
