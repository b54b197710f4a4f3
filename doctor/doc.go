// Package doctor looks at a valid manifest before it goes into production:
// bindings, recorded answers, where requests go, and what only a person can
// judge. It works offline: it reads the manifest folder, opens no socket, looks
// up no placeholder and takes its clock from the caller.
//
// A check is one file and one row of the table in checks.go.
package doctor
