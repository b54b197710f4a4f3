package yamledit

import (
	"fmt"
	"strings"
)

// block is a mapping written in block style below its key.
type block struct {
	header      int // the key's line; -1 for the document itself
	body, end   int // the lines [body, end) below it, trailing blank lines left out
	indent      int // of the header; -1 for the document
	childIndent int
}

// root is the document's own mapping.
func (d *Document) root() block {
	b := block{header: -1, indent: -1, end: len(d.lines)}
	d.measure(&b)
	return b
}

// find locates the mapping under a path of keys, or says why it cannot be
// edited. A missing key is a missingKeyError.
func (d *Document) find(path ...string) (block, error) {
	at := d.root()
	for _, key := range path {
		entry, err := d.child(at, key)
		if err != nil {
			return block{}, err
		}
		if at, err = d.open(entry, key); err != nil {
			return block{}, err
		}
	}
	return at, nil
}

// missingKeyError says that a mapping has no such key.
type missingKeyError struct{ key string }

func (m *missingKeyError) Error() string {
	return fmt.Sprintf("could not find a '%s:' block to append to", m.key)
}

// entry is one `key: value` line directly inside a block.
type entry struct {
	line int
	end  int // behind the last line that belongs to the value
	key  string
	rest string // what follows the colon, blanks and comment included
	head string // everything up to the colon
}

// entries lists the direct children of a block.
func (d *Document) entries(b block) ([]entry, error) {
	var all []entry
	for i := b.body; i < b.end; i++ {
		text := d.plain(i)
		if isBlank(text) || isComment(text) {
			continue
		}
		if strings.HasPrefix(strings.TrimLeft(text, " "), "\t") {
			return nil, &RefusalError{i + 1, "a tab indents this line; use blanks"}
		}
		if b.header < 0 && (strings.HasPrefix(text, "---") || strings.HasPrefix(text, "...") || strings.HasPrefix(text, "%")) {
			continue
		}
		if indentOf(text) != b.childIndent {
			continue
		}
		if e, ok := parseEntry(text); ok {
			e.line = i
			e.end = d.endOf(i, b)
			all = append(all, e)
		}
	}
	return all, nil
}

// child returns the one entry of that key.
func (d *Document) child(b block, key string) (entry, error) {
	all, err := d.entries(b)
	if err != nil {
		return entry{}, err
	}
	var found []entry
	for _, e := range all {
		if e.key == key {
			found = append(found, e)
		}
	}
	switch len(found) {
	case 0:
		return entry{}, &missingKeyError{key}
	case 1:
		return found[0], nil
	}
	return entry{}, &RefusalError{found[1].line + 1, fmt.Sprintf("found %d '%s:' blocks; refusing to guess which one to extend", len(found), key)}
}

// open takes an entry for the header of a block mapping.
func (d *Document) open(e entry, key string) (block, error) {
	value := strings.TrimSpace(withoutComment(e.rest))
	switch {
	case value == "":
	case value[0] == '{' || value[0] == '[':
		return block{}, &RefusalError{e.line + 1, fmt.Sprintf("'%s:' is written in flow style, which a line edit cannot touch safely; write it in block style", key)}
	case strings.ContainsRune("&*!", rune(value[0])):
		return block{}, &RefusalError{e.line + 1, fmt.Sprintf("'%s:' carries an anchor, an alias or a tag, which a line edit cannot touch safely", key)}
	default:
		return block{}, &RefusalError{e.line + 1, fmt.Sprintf("'%s:' has a value on its line; a mapping below it is needed", key)}
	}
	b := block{header: e.line, indent: indentOf(d.plain(e.line)), body: e.line + 1, end: e.end}
	d.measure(&b)
	if first, ok := d.firstInside(b); ok {
		switch text := strings.TrimLeft(d.lines[first].text, " "); {
		case strings.HasPrefix(text, "{") || strings.HasPrefix(text, "["):
			return block{}, &RefusalError{first + 1, fmt.Sprintf("'%s:' is written in flow style, which a line edit cannot touch safely; write it in block style", key)}
		case strings.HasPrefix(text, "<<") || strings.HasPrefix(text, "*"):
			return block{}, &RefusalError{first + 1, fmt.Sprintf("'%s:' is filled by an alias, which a line edit cannot touch safely", key)}
		}
	}
	return b, nil
}

// measure finds the indentation of a block's children.
func (d *Document) measure(b *block) {
	b.childIndent = b.indent + 2
	if b.header < 0 {
		b.childIndent = 0
	}
	if first, ok := d.firstInside(*b); ok && b.header >= 0 {
		b.childIndent = indentOf(d.lines[first].text)
	}
}

func (d *Document) firstInside(b block) (int, bool) {
	for i := b.body; i < b.end; i++ {
		if text := d.lines[i].text; !isBlank(text) && !isComment(text) {
			return i, true
		}
	}
	return 0, false
}

// endOf finds the line behind the value of the entry at line i: the first later
// line with content that is not indented deeper ends it. Trailing blank lines
// and trailing comments that are not indented deeper are left out.
func (d *Document) endOf(i int, b block) int {
	indent := indentOf(d.plain(i))
	end := i + 1
	for j := i + 1; j < b.end; j++ {
		text := d.lines[j].text
		if isBlank(text) {
			continue
		}
		if indentOf(text) <= indent {
			if isComment(text) {
				continue
			}
			break
		}
		end = j + 1
	}
	return end
}

// plain is a line's text without a byte order mark.
func (d *Document) plain(i int) string {
	if i == 0 {
		return strings.TrimPrefix(d.lines[i].text, "\ufeff")
	}
	return d.lines[i].text
}
