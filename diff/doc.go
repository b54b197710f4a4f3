// Package diff says what a change of a declaration does to those who rely on
// it: two compiled manifests go in, classified entries come out.
//
// It compares declarations, not backends: it opens no socket, asks nothing and
// reads no environment. Sides come from a folder, a built artifact or a git
// revision (see Load and Base); Compare itself is pure. A change that breaks a
// caller is breaking, one that a reviewer should know of is notable, everything
// else is compatible.
package diff
