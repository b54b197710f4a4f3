// Package doctest holds the tests that keep the documentation true: links,
// commands and flags, examples, codes and tables. It exports nothing.
package doctest
