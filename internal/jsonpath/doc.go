// Package jsonpath parses the JSONPath expressions of a manifest into a small
// syntax tree.
//
// It parses and nothing else: evaluation lives with whoever holds the values.
// What cannot be evaluated faithfully is refused here with a reason, so that a
// path which would silently match nothing never gets past validation.
package jsonpath
