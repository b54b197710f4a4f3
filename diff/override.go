package diff

import (
	"fmt"
	"strings"
)

// Override sets the severity of every change of one kind.
type Override struct {
	Kind     Kind
	Severity Severity
}

// ParseOverride reads "KIND=LEVEL". The error says what is allowed.
func ParseOverride(text string) (Override, error) {
	kind, level, found := strings.Cut(text, "=")
	if !found {
		return Override{}, fmt.Errorf("severity %q: want KIND=LEVEL, such as input-removed=notable", text)
	}
	if !KnownKind(Kind(kind)) {
		return Override{}, fmt.Errorf("severity %q: there is no kind %q%s", text, kind, suggestion(kind))
	}
	severity, ok := ParseSeverity(level)
	if !ok {
		return Override{}, fmt.Errorf("severity %q: there is no level %q; it is breaking, notable or compatible", text, level)
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
		if d := distance(kind, string(r.kind)); d < least {
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
