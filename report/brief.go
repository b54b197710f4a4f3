package report

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
)

// messageLimit is how many code points of a message people are shown. Key names
// within are cut before that; this catches what is no path.
const messageLimit = 400

// brief makes foreign text fit for people: nothing that a terminal acts upon,
// no single word longer than a name may be.
func brief(text string) string {
	return termtext.Cut(cutWords(inert(text), wordLimit), messageLimit)
}

// inert is text that neither a terminal nor a build log acts upon.
func inert(text string) string {
	return inertInLogs(strings.Map(func(r rune) rune {
		if noCharacter(r) {
			return utf8.RuneError
		}
		return r
	}, termtext.Safe(text)))
}

// wordLimit is above termtext.NameLimit: a URL or a path of cut names may be a
// little longer than one name.
const wordLimit = 4 * termtext.NameLimit

func cutWords(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	words := strings.Split(text, " ")
	for i, w := range words {
		words[i] = termtext.Cut(w, limit)
	}
	return strings.Join(words, " ")
}

// briefPath cuts every key name of a body or manifest path to the length of a
// name. It is for people: two paths may read the same, identities keep them apart.
func briefPath(path string) string {
	path = inertInSheets(inert(path))
	if utf8.RuneCountInString(path) <= termtext.NameLimit {
		return path
	}
	var b strings.Builder
	for path != "" {
		name, open, shut := nextName(path)
		b.WriteString(open)
		b.WriteString(termtext.Cut(name, termtext.NameLimit))
		b.WriteString(shut)
		path = path[len(open)+len(name)+len(shut):]
	}
	return cutMiddle(b.String(), pathLimit)
}

// pathLimit is how many code points of a path of cut names are shown.
const pathLimit = 4 * termtext.NameLimit

// cutMiddle keeps both ends of a text.
func cutMiddle(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	runes := []rune(text)
	half := (limit - 1) / 2
	return string(runes[:half]) + "…" + string(runes[len(runes)-half:])
}

// nextName takes one step off a path: what opens it (a dot, a bracket and a
// quote), the name, what shuts it. It always takes something.
func nextName(path string) (name, open, shut string) {
	switch {
	case strings.HasPrefix(path, "['"):
		end := termtext.QuoteEnd(path[2:])
		name = path[2 : 2+end]
		shut = "']"[:min(2, len(path)-2-end)]
		return name, "['", shut
	case path[0] == '[':
		end := strings.IndexByte(path, ']')
		if end < 0 {
			end = len(path)
		}
		return path[1:end], "[", path[end:min(end+1, len(path))]
	case path[0] == '.':
		open = "."
	}
	end := strings.IndexAny(path[len(open):], ".[")
	if end < 0 {
		end = len(path) - len(open)
	}
	if open == "" && end == 0 {
		end = 1
	}
	return path[len(open) : len(open)+end], open, ""
}

// briefMessage is a finding's message for people: its path cut as briefPath
// cuts it, the rest as brief does.
func briefMessage(f finding.Finding) string {
	message := f.Message
	if cut := briefPath(f.Path); cut != f.Path && f.Path != "" {
		message = strings.ReplaceAll(message, f.Path, cut)
	}
	return brief(message)
}

// moved says what a finding saw change, "number → null|number", empty when
// nothing did.
func moved(f finding.Finding) string {
	from, to := inertInSheets(brief(f.From)), brief(f.To)
	switch {
	case from == "" && to == "":
		return ""
	case f.Code == finding.RequestRefused: // a status is not the type of anything that was absent
		return to
	case from == "":
		return "absent → " + to
	case to == "":
		return from + " → absent"
	}
	return from + " → " + to
}

// rows says how many rows show a finding, empty where rows do not apply or there
// is only one.
func rows(f finding.Finding) string {
	if f.Of < 2 {
		return ""
	}
	return number(f.Rows) + " of " + number(f.Of)
}

// placeOf is where a finding points, FILE:LINE:COLUMN.
func placeOf(p finding.Position) string {
	return brief(p.File) + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}
