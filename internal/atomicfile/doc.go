// Package atomicfile writes files all or nothing: a reader sees the old bytes or
// the new ones, never a part, and a set of files lands together or not at all.
package atomicfile
