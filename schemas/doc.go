// Package schemas holds the JSON Schemas (draft 2020-12) of the documents that
// archverify writes and reads. The member schemaVersion tells versions apart.
package schemas

import _ "embed"

//go:embed run.schema.json
var run []byte

//go:embed verify.schema.json
var verify []byte

// Run returns the schema of the Run document, version 1 (`--report json`). The
// caller owns the bytes.
func Run() []byte { return append([]byte(nil), run...) }

// Verify returns the schema of the document of `verify --json`, version 1. The
// caller owns the bytes.
func Verify() []byte { return append([]byte(nil), verify...) }
