// Package cli is the command line: the only place that knows its framework,
// flags, the environment, terminals and exit codes. Each command is one file
// and one line in the table of commands.go; the work is done by the packages
// below.
package cli
