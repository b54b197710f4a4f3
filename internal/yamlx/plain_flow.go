package yamlx

import (
	"strings"
	"unicode/utf8"
)

// token is a scalar as it stands in a line: its text, and whether it is quoted.
type token struct {
	text   string
	quoted bool
}

// flowReader reads what stands on one line.
type flowReader struct {
	r    *plainReader
	line *plainLine
	at   int
}

// blockValue reads the rest of the line, nil where that is not sure.
func (f *flowReader) blockValue(depth int) *Node {
	text := f.line.text
	var n *Node
	switch c := text[f.at]; {
	case c == '"' || c == '\'' || c == '[' || c == '{':
		n = f.value(depth)
	case plainStart(c):
		start := f.at
		t, end := blockPlain(text, start)
		if end < 0 {
			return nil
		}
		f.at = end
		n = f.scalar(start, t)
	}
	if n == nil || !f.ended() {
		return nil
	}
	return n
}

// ended reports whether only a comment is left.
func (f *flowReader) ended() bool {
	rest := f.line.text[f.at:]
	return rest == "" || rest[0] == ' ' && rest[skipBlanks(rest, 0)] == '#'
}

// value reads a flow collection, a quoted text, or a plain scalar in a collection.
func (f *flowReader) value(depth int) *Node {
	if depth > plainDepth || f.at >= len(f.line.text) {
		return nil
	}
	switch f.line.text[f.at] {
	case '[':
		return f.sequence(depth)
	case '{':
		return f.mapping(depth)
	}
	start := f.at
	t, end := flowScalar(f.line.text, start)
	if end < 0 {
		return nil
	}
	f.at = end
	return f.scalar(start, t)
}

func (f *flowReader) sequence(depth int) *Node {
	n, base := f.r.node(Sequence, f.line, f.at), len(f.r.items)
	for !f.closes(']', len(f.r.items) > base) {
		item := f.value(depth + 1)
		if item == nil || !f.separated(']') {
			return nil
		}
		f.r.items = append(f.r.items, item)
	}
	if f.at < 0 {
		return nil
	}
	n.Items = append(make([]*Node, 0, len(f.r.items)-base), f.r.items[base:]...)
	f.r.items = f.r.items[:base]
	return n
}

func (f *flowReader) mapping(depth int) *Node {
	n, base := f.r.node(Mapping, f.line, f.at), len(f.r.entries)
	var keys keySet
	for !f.closes('}', len(f.r.entries) > base) {
		start := f.at
		key, end := flowScalar(f.line.text, start)
		if end < 0 || !strings.HasPrefix(f.line.text[end:], ": ") {
			return nil
		}
		if _, dup := keys.add(f.r.entries[base:], key.text, f.line.number); dup {
			return nil
		}
		f.at = skipBlanks(f.line.text, end+1)
		e := Entry{Key: key.text, KeyPlace: f.r.key(f.line, start, key)}
		if e.Value = f.value(depth + 1); e.Value == nil || !f.separated('}') {
			return nil
		}
		f.r.entries = append(f.r.entries, e)
	}
	if f.at < 0 {
		return nil
	}
	n.Entries = append(make([]Entry, 0, len(f.r.entries)-base), f.r.entries[base:]...)
	f.r.entries = f.r.entries[:base]
	return n
}

// closes goes on to the next member and reports whether the collection ends
// instead. A line that ends first, or a comma before the end, sets at to -1.
func (f *flowReader) closes(bracket byte, more bool) bool {
	text := f.line.text
	if more && text[f.at] == bracket {
		f.at++
		return true
	}
	f.at = skipBlanks(text, f.at+1) // behind the opening bracket, or the comma
	switch {
	case f.at == len(text), more && text[f.at] == bracket:
		f.at = -1
		return true
	case text[f.at] == bracket:
		f.at++
		return true
	}
	return false
}

// separated reports whether a member is followed by a comma or the end.
func (f *flowReader) separated(bracket byte) bool {
	f.at = skipBlanks(f.line.text, f.at)
	if f.at == len(f.line.text) {
		return false
	}
	c := f.line.text[f.at]
	return c == bracket || c == ',' && strings.HasPrefix(f.line.text[f.at:], ", ")
}

func (f *flowReader) scalar(from int, t token) *Node {
	n := f.r.node(String, f.line, from)
	n.Text = t.text
	if !t.quoted {
		n.Kind = resolve(t.text)
		n.Place = ends(n.Place, t)
	}
	return n
}

// key counts a key as a node, and returns its place.
func (r *plainReader) key(line *plainLine, from int, t token) Place {
	r.nodes++
	if t.quoted {
		return line.place(from)
	}
	return ends(line.place(from), t)
}

func ends(p Place, t token) Place {
	p.EndLine, p.EndColumn = p.Line, p.Column+utf8.RuneCountInString(t.text)
	return p
}

// blockKey reads a key at from and returns where its value begins, the length of
// the line if that is below, and -1 where there is no key.
func blockKey(line *plainLine, from int) (key token, rest int) {
	text, end := line.text, -1
	switch c := text[from]; {
	case c == '"' || c == '\'':
		key, end = quoted(text, from)
	case plainStart(c) && (c != '.' || from > 0):
		end = from + strings.IndexByte(text[from:], ':')
		if end < from || strings.Contains(text[from:end], " #") || text[end-1] == ' ' {
			return key, -1
		}
		key.text = text[from:end]
	}
	if end < 0 || end == len(text) || text[end] != ':' {
		return key, -1
	}
	switch rest = skipBlanks(text, end+1); {
	case rest == len(text):
		return key, rest
	case rest == end+1:
		return key, -1
	case text[rest] == '#':
		return key, len(text)
	}
	return key, rest
}

// quoted reads a text in quotes without escapes, and returns where it ends.
func quoted(text string, from int) (t token, end int) {
	quote := text[from]
	length := strings.IndexByte(text[from+1:], quote)
	if length < 0 {
		return t, -1
	}
	t = token{text: text[from+1 : from+1+length], quoted: true}
	end = from + length + 2
	if quote == '"' && strings.IndexByte(t.text, '\\') >= 0 || end < len(text) && text[end] == quote {
		return t, -1
	}
	return t, end
}

// blockPlain reads a plain scalar up to the end of its line, or a comment.
func blockPlain(text string, from int) (t token, end int) {
	t.text = text[from:]
	if i := strings.Index(t.text, " #"); i >= 0 {
		t.text = strings.TrimRight(t.text[:i], " ")
	}
	if strings.HasSuffix(t.text, ":") || strings.Contains(t.text, ": ") {
		return t, -1
	}
	return t, from + len(t.text)
}

// flowScalar reads a scalar within a flow collection.
func flowScalar(text string, from int) (t token, end int) {
	c := text[from]
	if c == '"' || c == '\'' {
		return quoted(text, from)
	}
	if !plainStart(c) {
		return t, -1
	}
	end = from + 1
	for end < len(text) && !strings.ContainsRune("[]{},:?#", rune(text[end])) {
		end++
	}
	t.text = strings.TrimRight(text[from:end], " ")
	if end == len(text) || strings.IndexByte("]},:", text[end]) < 0 || text[end] == ':' && text[end-1] == ' ' {
		return t, -1
	}
	return t, end
}

// plainStart reports whether a plain scalar may begin so, wherever it stands.
func plainStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '$' || c == '_' || c == '/' || c == '.' || c >= 0x80
}
