// Package report turns a finding.Run into what people and machines read: text,
// JSON, JUnit XML, SARIF, Markdown, HTML, GitHub workflow commands and GitLab
// Code Quality.
//
// A format is one file that reads the Run and nothing else, and one line in the
// table of format.go. What the receiving sides allow is known to the budget
// alone (budget.go); what is hostile in which format, to the escapers alone
// (escape.go). Nothing here asks a backend, opens a file or reads the
// environment. Delivering a report is not this package's work.
package report
