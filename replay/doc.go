// Package replay asks recorded questions again and judges the answers.
//
// The way of one verdict: Plan says what would be asked, a Connector asks it,
// package fingerprint scans the answer, project maps it onto the declaration,
// judge turns the comparison into findings. Nothing but `read` is ever asked
// without an explicit sandbox.
package replay
