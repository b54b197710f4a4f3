// Package github delivers a run to GitHub: one sticky comment, one issue, a
// check run, code scanning. It is the only package that imports go-github.
//
// Every channel leaves one receipt; not being permitted on a fork is tolerated,
// anything else that goes wrong is said. Rendering is not done here: bodies
// come from package report.
package github
