// Package termtext makes text fit a terminal: how wide it is, where it wraps,
// which colours and glyphs may be used, and what of foreign text is safe to
// print at all. It knows nothing of findings, and reads neither the environment
// nor a file descriptor: the command line hands both in.
package termtext
