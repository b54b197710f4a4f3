// Package finding is the vocabulary that every other package shares: what was
// found, how bad it is, where it stands, and what a whole run amounts to.
//
// It holds data and pure functions only: no I/O, no clock, no environment, and
// nothing outside the standard library. A Finding is data; an error means that
// a run could not go on.
package finding
