// Package archtest holds the tests of the house itself: which package may
// import which, and why. It exports nothing.
package archtest
