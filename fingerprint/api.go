package fingerprint

// This file fixes the surface that other packages build on.

// Word is a type word of the reference: string, number, boolean, null, array,
// object, or undefined for an answer without a body.
type Word string

// The closed set of type words.
const (
	WordString    Word = "string"
	WordNumber    Word = "number"
	WordBoolean   Word = "boolean"
	WordNull      Word = "null"
	WordArray     Word = "array"
	WordObject    Word = "object"
	WordUndefined Word = "undefined"
)

// Pair is one entry of a shape: a naively joined path (VR4.3) and its type.
type Pair struct {
	Path string
	Type Word
}

// Limits bound a scan; a zero member means its default.
type Limits struct {
	Bytes  int64 // default 64 MiB
	Depth  int   // default 10,000
	Paths  int   // default 1,000,000
	KeyLen int   // bytes of one key; default 64 KiB
	// PathText bounds the bytes of all paths written out, which grow with depth
	// times key length; default 512 MiB.
	PathText int64
}

// LimitError names the limit that a document broke.
type LimitError struct {
	Limit string // "bytes", "depth", "paths", "key length" or "path text"
	Max   int64
	// Offset is the byte at which it broke.
	Offset int64
}

// SyntaxError says that the bytes are not one JSON document.
type SyntaxError struct {
	Offset int64
	Reason string
}

// Options of a scan.
type Options struct {
	Limits Limits
	// Keep retains the document as a tape for Root (mapped values).
	Keep bool
	// Maps are unambiguous paths of declared maps, whose keys fold to {}.
	Maps []string
}

// NodeID is a node of a Tree; the root is 0, NoNode is none.
type NodeID int32

// NoNode is the absence of a node.
const NoNode NodeID = -1

// Step says how a node hangs below its parent.
type Step uint8

// The closed set of steps.
const (
	StepRoot    Step = iota
	StepKey          // an object member of that name
	StepElement      // any element of an array: []
	StepAnyKey       // any key of a declared map: {}
)

// Format is the narrowest class that the strings of a path share (section 4).
type Format uint8

// The closed set of formats; FormatNone is "no non-empty string seen".
const (
	FormatNone Format = iota
	FormatDate
	FormatDateTime
	FormatLocalDateTime
	FormatUUID
	FormatURI
	FormatEmail
	FormatBoolean
	FormatInteger
	FormatDecimal
	FormatHex
	FormatBase64
	FormatTime
	FormatText
)

// Counts is what was seen on one unambiguous path over all elements and samples.
type Counts struct {
	String, Boolean, Null, Array, Object uint64
	// Integer counts numbers that are integers by value (10.0 and 1e1 are);
	// Number the other numbers.
	Integer, Number uint64
	// EmptyArray counts the empty ones among Array; Empty the "" among String.
	EmptyArray, Empty uint64
	// Absent counts parent objects that had no such key.
	Absent uint64
	// LeastShare is the smallest share of "has" (present and not null) among the
	// parents in one sample, 1 when never lacking.
	LeastShare float64
	Format     Format
	// FormatCount counts the non-empty strings that the format was joined from.
	FormatCount uint64
	// forms remembers every class that all the strings satisfy; see Fits.
	forms formSet
}
