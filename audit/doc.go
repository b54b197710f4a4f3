// Package audit reads trails of Execution records and says what was called, by
// whom, and how it ended. It is a local reader: it sends nothing.
//
// Memory does not grow with a trail. Counting keeps the distinct names; listing
// in order of time sorts pieces of a fixed size, kept in temporary files when
// there is more than one, and merges them.
package audit
