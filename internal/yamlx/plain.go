package yamlx

import (
	"strings"
	"unicode/utf8"
)

// plainReader reads the part of YAML in which nearly every document is written:
// block mappings and sequences, and on one line flow collections, quoted texts
// without escapes and plain scalars. It is several times as fast as the library.
//
// It gives up on everything else, and on everything that is wrong or that it is
// not sure of: then the library reads the document, and says what is wrong. What
// it does read is, node for node and place for place, what the library reads.
type plainReader struct {
	lines   []plainLine
	next    int // the line to read next
	nodes   int
	slab    []Node
	entries []Entry // of the mappings being read, a stack
	items   []*Node // of the sequences being read, a stack
}

// plainLine is a line that holds something.
type plainLine struct {
	text   string // without its comment and the blanks at its end
	number int
	indent int
	ascii  bool
}

// plainDepth is how deep the reader follows.
const plainDepth = 64

// readPlain returns nil where the library has to read.
func readPlain(text string) *Node {
	r := &plainReader{}
	if !r.split(text) || len(r.lines) == 0 || r.lines[0].indent != 0 {
		return nil
	}
	r.slab = make([]Node, 0, min(2*len(r.lines)+2, 64))
	root := r.mapping(0, 0, 1)
	if root == nil || r.next != len(r.lines) || r.nodes > MaxNodes {
		return nil
	}
	return root
}

// split finds the lines that hold something.
func (r *plainReader) split(text string) bool {
	r.lines = make([]plainLine, 0, strings.Count(text, "\n")+1)
	for number := 1; text != ""; number++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		line = strings.TrimSuffix(line, "\r")
		ascii, ok := plainText(line)
		if !ok {
			return false
		}
		line = strings.TrimRight(line, " ")
		content := strings.TrimLeft(line, " ")
		if content == "" || content[0] == '#' {
			continue
		}
		r.lines = append(r.lines, plainLine{text: line, number: number, indent: len(line) - len(content), ascii: ascii})
	}
	return true
}

// plainText reports whether a line has only characters that mean nothing to the
// library's reader: no tabs, no other breaks, no byte order marks.
func plainText(line string) (ascii, ok bool) {
	if len(line) > longLine {
		return false, false
	}
	ascii = true
	for i := range len(line) {
		c := line[i]
		if c >= ' ' && c < 0x7f {
			continue
		}
		if c < 0x80 || isBreak(line[i:]) || c == 0xef {
			return false, false
		}
		ascii = false
	}
	return ascii, true
}

// isBreak reports whether a text begins with a line break that is not ASCII.
func isBreak(text string) bool {
	return strings.HasPrefix(text, "\u0085") || strings.HasPrefix(text, "\u2028") || strings.HasPrefix(text, "\u2029")
}

// mapping reads a block mapping whose keys stand at indent; the first of them in
// the current line, at the byte from.
func (r *plainReader) mapping(indent, from, depth int) *Node {
	if depth > plainDepth {
		return nil
	}
	n := r.node(Mapping, &r.lines[r.next], from)
	base := len(r.entries)
	var keys keySet
	for {
		line := &r.lines[r.next]
		key, rest := blockKey(line, from)
		if rest < 0 {
			return nil
		}
		e := Entry{Key: key.text, KeyPlace: r.key(line, from, key)}
		if e.Value = r.value(line, rest, indent, depth); e.Value == nil {
			return nil
		}
		if _, dup := keys.add(r.entries[base:], e.Key, line.number); dup {
			return nil
		}
		r.entries = append(r.entries, e)
		if r.next == len(r.lines) || r.lines[r.next].indent < indent {
			break
		}
		if r.lines[r.next].indent > indent {
			return nil
		}
		from = indent
	}
	n.Entries = append(make([]Entry, 0, len(r.entries)-base), r.entries[base:]...)
	r.entries = r.entries[:base]
	return n
}

// value reads what follows a key: on the same line, or as a block below.
func (r *plainReader) value(line *plainLine, from, indent, depth int) *Node {
	if from < len(line.text) {
		return r.inline(line, from, indent, depth)
	}
	if r.next++; r.next == len(r.lines) {
		return nil
	}
	below := &r.lines[r.next]
	dash := strings.HasPrefix(below.text[below.indent:], "- ")
	switch {
	case dash && below.indent >= indent:
		return r.sequence(below.indent, below.indent == indent, depth+1)
	case below.indent > indent:
		return r.mapping(below.indent, below.indent, depth+1)
	}
	return nil
}

// inline reads a value that ends with its line; what stands deeper in the next
// line would belong to it.
func (r *plainReader) inline(line *plainLine, from, indent, depth int) *Node {
	f := flowReader{r: r, line: line, at: from}
	n := f.blockValue(depth + 1)
	if n == nil {
		return nil
	}
	if r.next++; r.next < len(r.lines) && r.lines[r.next].indent > indent {
		return nil
	}
	return n
}

// sequence reads a block sequence whose dashes stand at indent. One that is not
// indented ends where its mapping goes on.
func (r *plainReader) sequence(indent int, flush bool, depth int) *Node {
	if depth > plainDepth {
		return nil
	}
	n := r.node(Sequence, &r.lines[r.next], indent)
	base := len(r.items)
	for r.next < len(r.lines) && r.lines[r.next].indent == indent {
		line := &r.lines[r.next]
		if !strings.HasPrefix(line.text[indent:], "- ") {
			if !flush {
				return nil
			}
			break
		}
		from := skipBlanks(line.text, indent+1)
		item := r.item(line, from, indent, depth)
		if item == nil {
			return nil
		}
		r.items = append(r.items, item)
	}
	if r.next < len(r.lines) && r.lines[r.next].indent > indent {
		return nil
	}
	n.Items = append(make([]*Node, 0, len(r.items)-base), r.items[base:]...)
	r.items = r.items[:base]
	return n
}

func (r *plainReader) item(line *plainLine, from, indent, depth int) *Node {
	if _, rest := blockKey(line, from); rest >= 0 {
		return r.mapping(from, from, depth+1)
	}
	return r.inline(line, from, indent, depth)
}

func skipBlanks(text string, at int) int {
	for at < len(text) && text[at] == ' ' {
		at++
	}
	return at
}

// node takes a node from the slab.
func (r *plainReader) node(kind Kind, line *plainLine, from int) *Node {
	r.nodes++
	if len(r.slab) == cap(r.slab) {
		r.slab = make([]Node, 0, 64)
	}
	r.slab = append(r.slab, Node{Kind: kind, Place: line.place(from)})
	return &r.slab[len(r.slab)-1]
}

func (l *plainLine) place(from int) Place {
	column := from + 1
	if !l.ascii {
		column = utf8.RuneCountInString(l.text[:from]) + 1
	}
	return Place{Line: l.number, Column: column}
}
