package jsonpath

// Path is a parsed expression. Its zero value is the root, "$".
type Path struct {
	// Steps lead from the root to the matches, in order.
	Steps []Step

	text string
}

// String returns the expression as it was written, without surrounding white space.
func (p *Path) String() string {
	if p.text == "" {
		return "$"
	}
	return p.text
}

// Plain reports whether the path holds only names, indexes and wildcards, so
// that every match has one spelled-out place in a document.
func (p *Path) Plain() bool {
	for _, s := range p.Steps {
		switch s.Kind {
		case Name, Index, Wildcard:
		default:
			return false
		}
	}
	return true
}

// Kind tells the steps of a path apart.
type Kind uint8

// The closed set of steps.
const (
	// Name is a member: .name, ['name'], ["name"] or [name]. A name of digits
	// also addresses an element of an array.
	Name Kind = iota
	// Index is an element: [n], n from 0.
	Index
	// Wildcard is every element or member: [*] or .*.
	Wildcard
	// Descend is "..": the value itself and everything below it. It is always
	// followed by another step, which is applied to each of them.
	Descend
	// Slice is a part of an array: [from:to:step].
	Slice
	// Union is several names or indexes: [0,1] or ['a','b'].
	Union
	// Filter keeps the elements or members for which an expression holds.
	Filter
)

// Step is one step of a path; Kind says which of the members mean something.
type Step struct {
	Kind   Kind
	Name   string
	Index  int
	Slice  Bounds
	Union  []Step // each a Name or an Index, in written order
	Filter *Expr
}

// Bounds are the bounds of a slice; nil is an omitted one. Negative bounds
// count from the end. By is at least 1.
type Bounds struct {
	From, To *int
	By       int
}

// Op says what a filter expression does.
type Op string

// The closed set of operators. Strict and loose equality are kept apart, for
// they differ when the two sides are of different types.
const (
	Or             Op = "||"
	And            Op = "&&"
	Not            Op = "!"
	Equal          Op = "=="
	NotEqual       Op = "!="
	StrictEqual    Op = "==="
	StrictNotEqual Op = "!=="
	Less           Op = "<"
	LessEqual      Op = "<="
	Greater        Op = ">"
	GreaterEqual   Op = ">="
	// Current is a value below the item under test: @, @.a.b, @['a'][0].
	Current Op = "@"
	// Literal is a constant.
	Literal Op = "literal"
)

// Expr is a filter expression. Args holds one operand for Not, none for Current
// and Literal, two for everything else.
type Expr struct {
	Op   Op
	Args []*Expr
	// Steps lead from the item to the value of a Current (names and indexes only).
	Steps []Step
	// Value is the constant of a Literal.
	Value Constant
}

// ConstantKind is the type of a constant.
type ConstantKind uint8

// The closed set of constants.
const (
	Null ConstantKind = iota
	Bool
	Number
	String
)

// Constant is a literal of a filter.
type Constant struct {
	Kind   ConstantKind
	Bool   bool
	Number float64
	Text   string
}
