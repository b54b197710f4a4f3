// Package yamledit changes single lines of a YAML text and leaves every other
// line, comments and line endings included, as it was.
//
// It works on lines, not on a parsed tree: a tree loses layout. What a line edit
// cannot touch safely (flow mappings, anchors and aliases around the place, tabs
// in the indentation) is refused with the line. The caller must read the result
// back with a real parser before it trusts it.
package yamledit
