// Package gitref reads folders of past commits with the git binary, without
// touching the work tree, the index or the network.
//
// Git runs with an environment of its own: no GIT_ variable of the caller, no
// prompt, no lazy fetch, no replaced objects. Names never reach git as options.
package gitref
