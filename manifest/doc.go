// Package manifest reads a folder of YAML documents into a validated, compiled
// Manifest in which every part knows its file, line and column.
//
// Load never fails for bad content: issues (shape) and diagnostics (meaning)
// are data. The compiled form (IR) is what every other package works on. The
// package opens no socket and reads no environment.
package manifest
