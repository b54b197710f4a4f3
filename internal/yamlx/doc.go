// Package yamlx reads one YAML document into a small tree in which every node
// knows its place.
//
// Scalars are resolved by the YAML 1.2 core schema here, not by the parser
// underneath: "no", "on" and dates are strings. Documents are bounded in size,
// depth and nodes, aliases are expanded within those bounds, "<<" is an
// ordinary key, and duplicate keys and further documents are errors. It is the
// only package that imports a YAML library.
//
// Documents in plain layout, which is nearly all of them, are read by a small
// reader of our own and several times as fast; it gives up on whatever it is not
// sure of, and tests hold that it reads what the library reads.
package yamlx
