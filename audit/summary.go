package audit

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/archverify/archverify/internal/termtext"
)

// maxNames bounds the distinct names of one table; what comes beyond is counted
// together, so that a trail of random names does not fill the memory.
const maxNames = 1 << 20

const otherNames = "(other names)"

// shownRows is how many rows of a table are shown.
const shownRows = 20

// summary counts records.
type summary struct {
	records                                  int
	from, to                                 string
	outcomes, capabilities, denials, callers map[string]int
}

func newSummary() *summary {
	return &summary{outcomes: map[string]int{}, capabilities: map[string]int{}, denials: map[string]int{}, callers: map[string]int{}}
}

func (s *summary) take(r *record, _ []byte) error {
	at := r.Metadata.StartedAt.text
	if s.records == 0 || at < s.from {
		s.from = at
	}
	if s.records == 0 || at > s.to {
		s.to = at
	}
	s.records++
	count(s.outcomes, r.Status.Phase.text)
	count(s.capabilities, r.Metadata.CapabilityID.text)
	if r.Status.Phase.text == "denied" {
		count(s.denials, orElse(r.Status.DenialReason, "(unstated)"))
	}
	count(s.callers, orElse(r.Spec.Principal, "(anonymous)"))
	return nil
}

func orElse(l leaf, otherwise string) string {
	if l.given {
		return l.text
	}
	return otherwise
}

func count(table map[string]int, name string) {
	if _, known := table[name]; !known && len(table) >= maxNames {
		name = otherNames
	}
	table[name]++
}

func (s *summary) finish(out io.Writer) error {
	if s.records == 0 {
		_, err := io.WriteString(out, "No records matched.\n")
		return err
	}
	var b strings.Builder
	word := "records"
	if s.records == 1 {
		word = "record"
	}
	fmt.Fprintf(&b, "%d %s\n  from  %s\n  to    %s\n", s.records, word, termtext.Safe(s.from), termtext.Safe(s.to))
	table(&b, "By outcome", s.outcomes)
	table(&b, "By capability", s.capabilities)
	table(&b, "Denials by reason", s.denials)
	table(&b, "By principal", s.callers)
	_, err := io.WriteString(out, b.String())
	return err
}

// table writes the most frequent names; those of one count in bytewise order.
func table(b *strings.Builder, title string, counts map[string]int) {
	if len(counts) == 0 {
		return
	}
	names := slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		return cmp.Or(cmp.Compare(counts[y], counts[x]), cmp.Compare(x, y))
	})
	shown := names[:min(len(names), shownRows)]
	width := 0
	for _, n := range shown {
		width = max(width, utf8.RuneCountInString(termtext.Safe(n)))
	}
	fmt.Fprintf(b, "\n%s\n", title)
	for _, n := range shown {
		fmt.Fprintf(b, "  %-*s  %6d\n", width, termtext.Safe(n), counts[n])
	}
	if more := len(names) - len(shown); more > 0 {
		fmt.Fprintf(b, "  … and %d more\n", more)
	}
}
