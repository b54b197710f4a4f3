package yamledit

import (
	"errors"
	"strings"
)

// setShape writes, replaces or removes the shape block. Old lines that say what
// the new ones say stay as they are, with the comments on and above them; blank
// lines behind the block go with it (VR8.22).
func (d *Document) setShape(c Contract) error {
	contract, err := d.find("binding", "contract")
	if err != nil {
		return err
	}
	e, err := d.child(contract, "shape")
	var missing *missingKeyError
	switch {
	case errors.As(err, &missing):
		return d.addShape(contract, c.Shape)
	case err != nil:
		return err
	}
	old, err := d.open(e, "shape")
	if err != nil {
		return err
	}
	end := d.behindBlanks(e.end)
	if c.Shape == nil {
		d.replace(e.line, end, nil)
		return nil
	}
	kept, err := d.shapeLines(old)
	if err != nil {
		return err
	}
	var lines []string
	for i, text := range shapeTexts(c.Shape) {
		if same, ok := kept[c.Shape[i]]; ok {
			lines = append(lines, same...)
			continue
		}
		lines = append(lines, indented(old.childIndent, text)...)
	}
	d.replace(e.line+1, end, lines)
	return nil
}

func (d *Document) addShape(contract block, shape []ShapeLine) error {
	if shape == nil {
		return nil
	}
	fingerprint, err := d.child(contract, "fingerprint")
	if err != nil {
		return err
	}
	lines := indented(contract.childIndent, []string{"shape:"})
	for _, text := range shapeTexts(shape) {
		lines = append(lines, indented(contract.childIndent+2, text)...)
	}
	d.replace(fingerprint.line+1, fingerprint.line+1, lines)
	return nil
}

// shapeLines collects the lines of an existing shape by what they say, each with
// the comment lines above it.
func (d *Document) shapeLines(b block) (map[ShapeLine][]string, error) {
	all, err := d.entries(b)
	if err != nil {
		return nil, err
	}
	kept := make(map[ShapeLine][]string, len(all))
	from := b.body
	for _, e := range all {
		value, _ := splitComment(e.rest)
		value = strings.TrimSpace(value)
		if value != "" && strings.ContainsRune("&*", rune(value[0])) {
			return nil, &RefusalError{e.line + 1, "an anchor or alias inside 'shape:' cannot be touched safely by a line edit"}
		}
		kept[ShapeLine{e.key, unquoted(value)}] = d.withComments(from, e.line)
		from = e.line + 1
	}
	return kept, nil
}

// withComments is a line with the comment lines directly above it.
func (d *Document) withComments(from, at int) []string {
	first := at
	for first > from && isComment(d.lines[first-1].text) {
		first--
	}
	texts := make([]string, 0, at-first+1)
	for _, l := range d.lines[first : at+1] {
		texts = append(texts, l.text)
	}
	return texts
}

// behindBlanks skips blank lines that content follows; those at the end of the
// text stay.
func (d *Document) behindBlanks(i int) int {
	for j := i; j < len(d.lines); j++ {
		if !isBlank(d.lines[j].text) {
			return j
		}
	}
	return i
}

// shapeTexts are the lines of each path, without indentation: one, or two for a
// key that is too long for the short form.
func shapeTexts(shape []ShapeLine) [][]string {
	texts := make([][]string, len(shape))
	for i, s := range shape {
		word := s.Type
		if word == "null" {
			word = `"null"`
		}
		key := Quote(s.Path)
		if len(key) > longKey {
			texts[i] = []string{"? " + key, ": " + word}
			continue
		}
		texts[i] = []string{key + ": " + word}
	}
	return texts
}
