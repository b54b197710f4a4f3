package replay

import (
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// sketch turns a recorded shape into the smallest answer that has it, scanned:
// a recorded shape then reads like one sample of evidence. Naive paths do not
// say where a key ends; the longest recorded object that fits is taken for the
// parent.
func sketch(shape fingerprint.Shape) *fingerprint.Result {
	d := drawing{types: map[string]fingerprint.Word{}, below: map[string][]part{}}
	for _, pair := range shape {
		d.types[pair.Path] = pair.Type
	}
	for _, pair := range shape {
		if parent, p, ok := d.parentOf(pair.Path); ok {
			d.below[parent] = append(d.below[parent], p)
		}
	}
	r, err := fingerprint.ScanBytes(d.draw(nil, "$"), fingerprint.Options{})
	if err != nil { // a shape deeper or wider than any answer may be
		return fingerprint.None()
	}
	return r
}

type drawing struct {
	types map[string]fingerprint.Word
	below map[string][]part
}

// part is a member or the element of a drawn container.
type part struct {
	path, name string
	element    bool
}

// parentOf finds the recorded container that a recorded path lies in.
func (d drawing) parentOf(path string) (string, part, bool) {
	if parent, ok := strings.CutSuffix(path, "[]"); ok && d.types[parent] == fingerprint.WordArray {
		return parent, part{path: path, element: true}, true
	}
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '.' && d.types[path[:i]] == fingerprint.WordObject {
			return path[:i], part{path: path, name: path[i+1:]}, true
		}
	}
	return "", part{}, false
}

// draw appends the JSON of the value at a path.
func (d drawing) draw(dst []byte, path string) []byte {
	switch d.types[path] {
	case fingerprint.WordObject:
		dst = append(dst, '{')
		for i, p := range d.below[path] {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(finding.AppendJSONString(dst, p.name), ':')
			dst = d.draw(dst, p.path)
		}
		return append(dst, '}')
	case fingerprint.WordArray:
		dst = append(dst, '[')
		for _, p := range d.below[path] {
			dst = d.draw(dst, p.path)
		}
		return append(dst, ']')
	case fingerprint.WordNull:
		return append(dst, "null"...)
	case fingerprint.WordNumber:
		return append(dst, '0')
	case fingerprint.WordBoolean:
		return append(dst, "false"...)
	}
	return append(dst, `""`...)
}
