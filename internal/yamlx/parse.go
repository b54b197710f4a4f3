package yamlx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// The limits of one document.
const (
	MaxBytes = 1 << 20
	MaxDepth = 1000
	// MaxNodes counts nodes after aliases are expanded.
	MaxNodes = 100_000
)

// Error says why a text is not one acceptable document. Its message is one line
// and names no place; Line and Column are 0 where the place is unknown.
type Error struct {
	Message string
	Place   Place
}

func (e *Error) Error() string {
	if e.Place.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("%s at line %d, column %d", e.Message, e.Place.Line, max(e.Place.Column, 1))
}

// Parse reads a text that holds exactly one document (an empty text is null).
// Every error is an *Error.
func Parse(data []byte) (*Node, error) {
	text := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if err := checkBytes(text); err != nil {
		return nil, err
	}
	if root := readPlain(string(text)); root != nil {
		return root, nil
	}
	return parseWhole(text)
}

// parseWhole lets the library read a text.
func parseWhole(text []byte) (*Node, error) {
	document, err := decode(text)
	if err != nil {
		return nil, err
	}
	if document == nil || len(document.Content) == 0 {
		return &Node{Kind: Null, Place: Place{Line: 1, Column: 1}}, nil
	}
	return (&builder{lines: bytes.Split(text, []byte{'\n'})}).build(document.Content[0], 1)
}

func checkBytes(text []byte) error {
	if len(text) > MaxBytes {
		return &Error{Message: fmt.Sprintf("document is larger than %d bytes", MaxBytes)}
	}
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if message := badRune(r, size); message != "" {
			return &Error{Message: message, Place: placeOf(text, i)}
		}
		i += size
	}
	return nil
}

// badRune says what is wrong with a character, "" if nothing is.
func badRune(r rune, size int) string {
	switch {
	case r == utf8.RuneError && size == 1:
		return "invalid UTF-8"
	case r == 0:
		return "NUL byte"
	case r < ' ' && r != '\t' && r != '\n' && r != '\r', r >= 0x7f && r < 0xa0 && r != 0x85:
		return fmt.Sprintf("control characters are not allowed (U+%04X)", r)
	}
	return ""
}

// placeOf is the place of a byte of a text.
func placeOf(text []byte, offset int) Place {
	before := text[:offset]
	lineStart := bytes.LastIndexByte(before, '\n') + 1
	return Place{
		Line:   bytes.Count(before, []byte{'\n'}) + 1,
		Column: utf8.RuneCount(before[lineStart:]) + 1,
	}
}

// decode lets the library parse the first document and demands that there is no
// second one.
func decode(text []byte) (document *yaml.Node, err error) {
	defer func() {
		// The library is not ours: whatever it stumbles over is a refusal.
		if r := recover(); r != nil {
			document, err = nil, &Error{Message: "the parser cannot read this document"}
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var first, second yaml.Node
	switch err := decoder.Decode(&first); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, translate(err, text)
	}
	switch err := decoder.Decode(&second); {
	case errors.Is(err, io.EOF):
		return &first, nil
	case err != nil:
		return nil, translate(err, text)
	}
	return nil, &Error{Message: "more than one document in the file", Place: Place{Line: second.Line, Column: second.Column}}
}
