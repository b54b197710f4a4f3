// Package conformance compares the built binary with recorded outputs of the
// reference tool. Where the two differ on purpose, one table says so and names
// the rule (see docs/compatibility.md). It exports nothing.
package conformance
