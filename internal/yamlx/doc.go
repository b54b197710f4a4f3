// Package yamlx reads one YAML document into a small tree in which every node
// knows its place.
//
// Scalars are resolved by the YAML 1.2 core schema here, not by the parser
// underneath: "no", "on" and dates are strings. Documents are bounded in size,
// depth and nodes, aliases are expanded within those bounds, "<<" is an
// ordinary key, and duplicate keys and further documents are errors. It is the
// only package that imports a YAML library.
package yamlx
