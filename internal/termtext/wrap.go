package termtext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Width returns how many columns text takes: wide characters two, combining
// and format characters none, colour sequences none.
func Width(text string) int {
	n := 0
	for i := 0; i < len(text); {
		if k := escapeLen(text[i:]); k > 0 {
			i += k
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	if r < 0x20 || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Pad returns text followed by as many blanks as it lacks of columns.
func Pad(text string, columns int) string {
	if lack := columns - Width(text); lack > 0 {
		return text + strings.Repeat(" ", lack)
	}
	return text
}

// Wrap breaks text at blanks so that no line is wider than the style's columns,
// words that are wider themselves in their middle. The first line begins with
// first, the others with rest. Without columns it is one line. The result ends
// with a line break.
func (s Style) Wrap(first, rest, text string) string {
	words := strings.Fields(text)
	if s.Columns <= 0 {
		return strings.TrimRight(first+strings.Join(words, " "), " ") + "\n"
	}
	w := wrapper{columns: s.Columns, rest: shorten(rest, s.Columns/2)}
	w.line = first
	w.used = Width(first)
	w.fresh = true
	for _, word := range words {
		w.add(word)
	}
	w.breakLine()
	return w.out.String()
}

// shorten keeps an indentation from taking more than half of a narrow terminal.
func shorten(indent string, most int) string {
	for Width(indent) > most && strings.HasPrefix(indent, " ") {
		indent = indent[1:]
	}
	return indent
}

type wrapper struct {
	out     strings.Builder
	columns int
	rest    string
	line    string
	used    int
	fresh   bool // nothing but the indentation stands on the line
}

func (w *wrapper) add(word string) {
	size := Width(word)
	blank := 1
	if w.fresh {
		blank = 0
	}
	if w.used+blank+size > w.columns && !w.fresh {
		w.next()
		blank = 0
	}
	for w.used+size > w.columns && w.columns > w.used {
		head, tail := split(word, w.columns-w.used)
		if head == "" {
			break
		}
		w.line += head
		w.next()
		word, size = tail, Width(tail)
	}
	if blank == 1 {
		w.line += " "
	}
	w.line += word
	w.used += blank + size
	w.fresh = false
}

func (w *wrapper) next() {
	w.breakLine()
	w.line, w.used, w.fresh = w.rest, Width(w.rest), true
}

func (w *wrapper) breakLine() {
	w.out.WriteString(strings.TrimRight(w.line, " "))
	w.out.WriteByte('\n')
}

// split cuts word after as many columns as fit.
func split(word string, columns int) (head, tail string) {
	n := 0
	for i := 0; i < len(word); {
		if k := escapeLen(word[i:]); k > 0 {
			i += k
			continue
		}
		r, size := utf8.DecodeRuneInString(word[i:])
		if n+runeWidth(r) > columns {
			return word[:i], word[i:]
		}
		n += runeWidth(r)
		i += size
	}
	return word, ""
}
