package replay

// Input is a capability input: a JSON object whose key order is kept, because
// query strings and default bodies show it (VR0.15, P15).
type Input struct {
	Members []Member
}

// Member is one key and its value.
type Member struct {
	Name  string
	Value Value
}

// Value is one JSON value of an input, as its compact JSON text.
type Value struct {
	// JSON is valid, compact JSON text with keys in their order.
	JSON string
}
