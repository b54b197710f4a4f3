package yamledit

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Document is a YAML text as lines.
type Document struct {
	lines []line
	eol   string // the ending that new lines get
}

// line is one line without its ending, which may be "\n", "\r\n" or, on the
// last line, nothing.
type line struct {
	text, end string
}

// RefusalError is an edit that was not made. Line counts from 1; 0 is the whole file.
type RefusalError struct {
	Line   int
	Reason string
}

// Error is the reason with the line in front.
func (r *RefusalError) Error() string {
	if r.Line == 0 {
		return r.Reason
	}
	return fmt.Sprintf("line %d: %s", r.Line, r.Reason)
}

// Parse splits a text into lines; every text has some.
func Parse(text []byte) *Document {
	d := &Document{eol: "\n"}
	for len(text) > 0 {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			d.lines = append(d.lines, line{text: string(text)})
			break
		}
		l := line{text: string(text[:end]), end: "\n"}
		if strings.HasSuffix(l.text, "\r") {
			l = line{text: strings.TrimSuffix(l.text, "\r"), end: "\r\n"}
		}
		d.lines = append(d.lines, l)
		text = text[end+1:]
	}
	if len(d.lines) > 0 && d.lines[0].end != "" {
		d.eol = d.lines[0].end
	}
	return d
}

// Bytes is the text as it stands now.
func (d *Document) Bytes() []byte {
	var b bytes.Buffer
	for _, l := range d.lines {
		b.WriteString(l.text)
		b.WriteString(l.end)
	}
	return b.Bytes()
}

// replace puts new lines in the place of lines [from, to).
func (d *Document) replace(from, to int, texts []string) {
	added := make([]line, len(texts))
	for i, text := range texts {
		added[i] = line{text: text, end: d.eol}
	}
	// A last line without an ending gets one when lines follow it, and a text
	// that ended without one does so again.
	if len(texts) > 0 && to == len(d.lines) && to > 0 && d.lines[to-1].end == "" {
		added[len(added)-1].end = ""
		if from == to {
			d.lines[to-1].end = d.eol
		}
	}
	d.lines = slices.Replace(d.lines, from, to, added...)
}

// indentOf is the number of leading blanks.
func indentOf(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }

// isBlank reports whether a line is empty or white space only.
func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// isComment reports whether a line is a comment only.
func isComment(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, " \t"), "#") }
