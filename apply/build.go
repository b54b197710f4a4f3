package apply

import (
	"bytes"

	"github.com/archverify/archverify/internal/linediff"
)

// Check compares a committed artifact with a fresh build, white space at either
// end aside. It returns "" when they agree, else a unified diff that leads from
// the committed to the fresh one. Name is the committed file.
func Check(name string, committed, fresh []byte) string {
	if bytes.Equal(bytes.TrimSpace(committed), bytes.TrimSpace(fresh)) {
		return ""
	}
	return linediff.Unified(name, "fresh build", string(committed), string(fresh))
}
