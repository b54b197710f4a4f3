package replay

import (
	"strings"

	"github.com/archverify/archverify/fingerprint"
)

// evidenceSignature is evidence without its times and counts: what was seen at all.
func evidenceSignature(e *fingerprint.Evidence) string {
	if e == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(strings.Join(e.Maps, " "))
	for n := range fingerprint.NodeID(e.Tree.Len()) {
		c := e.Tree.Counts(n)
		b.WriteString("\n" + e.Tree.Path(n) + " " + c.Types())
		for _, mark := range []struct {
			seen uint64
			word string
		}{{c.Number, " fraction"}, {c.EmptyArray, " emptyArray"}, {c.Empty, " empty"}, {c.Absent, " absent"}} {
			if mark.seen > 0 {
				b.WriteString(mark.word)
			}
		}
		b.WriteString(" " + c.Format.String())
	}
	return b.String()
}
