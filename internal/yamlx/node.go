package yamlx

// Kind is the kind of a node; scalars are told apart by what they resolve to.
type Kind uint8

// The closed set of kinds.
const (
	Null Kind = iota
	Bool
	Int
	Float
	String
	Sequence
	Mapping
)

// Place is where a node stands: lines and columns from 1, columns in code
// points. The end is exclusive, and zero where it is not known.
type Place struct {
	Line, Column       int
	EndLine, EndColumn int
}

// Node is one value. What an alias stands for keeps the place of its anchor.
type Node struct {
	Kind Kind
	// Text is a scalar as written, without quotes and escapes.
	Text string
	// Items are the members of a sequence.
	Items []*Node
	// Entries are the members of a mapping, in written order; keys are unique.
	Entries []Entry
	Place   Place
}

// Entry is one member of a mapping. A key is its text, whatever it resolves to.
type Entry struct {
	Key      string
	KeyPlace Place
	Value    *Node
}

// Entry returns the member of that key, or nil; nil nodes have none.
func (n *Node) Entry(key string) *Entry {
	if n == nil {
		return nil
	}
	for i := range n.Entries {
		if n.Entries[i].Key == key {
			return &n.Entries[i]
		}
	}
	return nil
}

// At returns the value of that key, or nil.
func (n *Node) At(key string) *Node {
	if e := n.Entry(key); e != nil {
		return e.Value
	}
	return nil
}

// Has reports whether there is a member of that key.
func (n *Node) Has(key string) bool { return n.Entry(key) != nil }
