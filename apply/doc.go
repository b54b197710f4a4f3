// Package apply reports what a manifest folder amounts to: what was loaded, what
// is wrong with it, what is odd about it, and what it would expose. It also
// compares a built artifact with a fresh build, and words the refusal of an
// invalid manifest for commands that need a valid one.
//
// Nothing is applied to anything: the name is the reference's.
package apply
