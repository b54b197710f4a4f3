package replay

import (
	"fmt"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
)

// shown is a path or a name as a message may hold it: keys are the backend's
// words, so controls, ANSI and bidi characters go, and each is cut to the length
// of a name. The finding's own path stays whole.
func shown(text string) string {
	const pathLimit = 240
	if len(text) <= termtext.NameLimit {
		return termtext.Safe(text)
	}
	var b strings.Builder
	for text != "" && b.Len() < 8*pathLimit {
		mark, name := nameIn(text)
		b.WriteString(text[:mark])
		b.WriteString(termtext.Name(text[mark:][:min(name, 8*termtext.NameLimit)])) // a character cut there becomes U+FFFD, behind the limit
		text = text[mark+name:]
	}
	return termtext.Cut(b.String(), pathLimit)
}

// nameIn tells where the first key name of a path, or of the rest of one, begins
// and how long it is.
func nameIn(path string) (mark, name int) {
	switch {
	case strings.HasPrefix(path, "['"):
		return 2, termtext.QuoteEnd(path[2:])
	case strings.IndexByte(".[]{}'", path[0]) >= 0:
		return 1, 0
	}
	if end := strings.IndexAny(path, ".[{"); end >= 0 {
		return 0, end
	}
	return 0, len(path)
}

// plural is "1 row" or "3 rows".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// share is "in 1 of 4 rows", "in all 4 rows" or "in the only row".
func share(n, of int, noun string) string {
	switch {
	case of == 1 && n == 1:
		return "in the only " + noun
	case n == of:
		return fmt.Sprintf("in all %d %ss", of, noun)
	}
	return fmt.Sprintf("in %d of %s", n, plural(of, noun))
}

// where is the share of rows, and the first of them when not all are meant.
func where(t tallied, of int, noun string) string {
	text := share(t.count, of, noun)
	if t.count < of && t.first != "" {
		text += ", first at " + shown(t.first)
	}
	return text
}

// typePhrase is the declared type as messages put it.
func typePhrase(s *slot) string {
	demand := "optional"
	if s.required {
		demand = "required"
	}
	return demand + " " + s.typ.String()
}

// belowCount tells how many more paths one line stands for.
func belowCount(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (and %s below it)", plural(n, "path"))
}

// fromTo is a change of type as messages put it: "number → string".
func fromTo(from, to string) string {
	if from == "" {
		return to
	}
	return from + " → " + to
}

// because appends the deeper reason of a change to a message.
func because(message string, reasons ...string) string {
	for _, r := range reasons {
		if r != "" {
			message += "; " + r
		}
	}
	return message
}

// listing names the first few of many.
func listing(names []string, limit int) string {
	safe := make([]string, 0, limit)
	for i, n := range names {
		if i == limit {
			return strings.Join(safe, ", ") + fmt.Sprintf(" and %d more", len(names)-limit)
		}
		safe = append(safe, shown(n))
	}
	return strings.Join(safe, ", ")
}

func finderOf(code finding.Code, severity finding.Severity, s *slot) finding.Finding {
	return finding.Finding{Code: code, Severity: severity, Path: s.path, Field: s.name, Position: at(s.pos)}
}
