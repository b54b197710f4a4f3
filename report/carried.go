package report

import (
	"fmt"
	"strings"
)

// Carried is a finding of an earlier run about something that this run could
// not ask: it is neither confirmed nor healed.
type Carried struct {
	Subject string `json:"s"`
	Code    string `json:"c"`
	Path    string `json:"p,omitempty"`
}

// CarriedMarkdown lists what an incomplete run leaves open, at most so many
// bytes of it; empty when there is nothing.
func CarriedMarkdown(carried []Carried, limit int) string {
	if len(carried) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n**Not asked in this run** – %s of an earlier run, neither confirmed nor healed:\n\n", counted(len(carried), "finding", "findings"))
	for i, c := range carried {
		line := fmt.Sprintf("- %s: %s %s\n", code(c.Subject), markdownText(brief(c.Code)), code(c.Path))
		if b.Len()+len(line) > limit {
			fmt.Fprintf(&b, "- and %d more\n", len(carried)-i)
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

// Plain makes text safe for places that show it as it is: control, ANSI and
// bidi characters are gone, names of one run are cut to 64 code points.
func Plain(text string) string { return brief(text) }
