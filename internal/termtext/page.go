package termtext

import "strings"

// Page returns text of our own, laid out in lines, as the style prints it: in
// its character set, and with lines that are wider than its columns broken at
// blanks. What is broken goes on below the text it belongs to: below the second
// column of "label   text", else two columns further in than its line begins.
// It makes nothing safe.
func (s Style) Page(text string) string {
	text = s.Encode(text)
	if s.Columns <= 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if Width(strings.TrimRight(line, "\n")) <= s.Columns {
			b.WriteString(line)
			continue
		}
		head, rest := hanging(line, s.Columns/2)
		b.WriteString(s.Wrap(head, rest, line[len(head):]))
	}
	return b.String()
}

// hanging parts a line into the head that stays as it is and the indentation of
// what goes on below it; a label that takes most of the line is no head.
func hanging(line string, most int) (head, rest string) {
	text := strings.TrimLeft(line, " ")
	indent := line[:len(line)-len(text)]
	if gap := strings.Index(text, "  "); gap > 0 {
		behind := strings.TrimLeft(text[gap:], " ")
		head = line[:len(line)-len(behind)]
		if width := Width(head); width <= most && behind != "" {
			return head, strings.Repeat(" ", width)
		}
	}
	if indent == "" {
		return "", "  "
	}
	return indent, indent
}
