package diff

import (
	"errors"
	"fmt"
	"strings"

	"github.com/archverify/archverify/internal/editdistance"
)

// Override sets the severity of every change of one kind.
type Override struct {
	Kind     Kind
	Severity Severity
}

// ParseOverride reads "KIND=LEVEL". The error goes on from the text: it says
// what is wrong with it, and what is allowed.
func ParseOverride(text string) (Override, error) {
	kind, level, found := strings.Cut(text, "=")
	if !found {
		return Override{}, errors.New("is not KIND=LEVEL, such as input-removed=notable")
	}
	if !KnownKind(Kind(kind)) {
		return Override{}, fmt.Errorf("names no kind of change%s", suggestion(kind))
	}
	severity, ok := ParseSeverity(level)
	if !ok {
		return Override{}, errors.New("names no level: it is breaking, notable or compatible")
	}
	return Override{Kind: Kind(kind), Severity: severity}, nil
}

// suggestion names the kind that was probably meant.
func suggestion(kind string) string {
	best, least := "", len(kind)/3+1
	for _, r := range registry() {
		if len(kind) > 64 {
			break
		}
		if d := editdistance.Between(kind, string(r.kind)); d < least {
			best, least = string(r.kind), d
		}
	}
	if best == "" {
		return "; archverify explain lists them"
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// Override applies overrides in their order, the last one of a kind counts. An
// entry remembers the severity that it was declared with.
func (r *Result) Override(overrides ...Override) {
	levels := map[Kind]Severity{}
	for _, o := range overrides {
		levels[o.Kind] = o.Severity
	}
	for _, entries := range [][]*Entry{r.Entries, r.Contracts} {
		for _, e := range entries {
			level, set := levels[e.Kind]
			if set && level != e.Severity {
				e.Declared, e.Severity = e.Severity, level
			}
		}
	}
}
