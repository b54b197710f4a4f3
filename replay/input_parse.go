package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/archverify/archverify/finding"
	"github.com/go-json-experiment/json/jsontext"
)

// maxInputDepth bounds the nesting of an input; rendering recurses this deep.
const maxInputDepth = 1000

// ParseValue reads exactly one JSON value and brings it into the form that
// Value promises. Invalid UTF-8 becomes U+FFFD; a leading byte order mark is
// skipped.
func ParseValue(data []byte) (Value, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	dec := newInputDecoder(bytes.NewReader(data))
	text, err := canonical(dec, nil, 0)
	if err != nil {
		return Value{}, inputError(data, dec, err)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		if err == nil {
			err = errors.New("more than one value")
		}
		return Value{}, inputError(data, dec, err)
	}
	return Value{JSON: string(text)}, nil
}

func newInputDecoder(r io.Reader) *jsontext.Decoder {
	return jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// inputError says where the text stops being JSON.
func inputError(data []byte, dec *jsontext.Decoder, err error) error {
	if errors.Is(err, io.EOF) && len(bytes.TrimSpace(data)) == 0 {
		return errors.New("not JSON: the text is empty")
	}
	offset := dec.InputOffset()
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		offset = syntax.ByteOffset
		if syntax.Err != nil {
			err = syntax.Err
		}
	}
	offset = min(max(offset, 0), int64(len(data)))
	line := 1 + bytes.Count(data[:offset], []byte{'\n'})
	column := 1 + utf8.RuneCount(data[bytes.LastIndexByte(data[:offset], '\n')+1:offset])
	return fmt.Errorf("not JSON at line %d column %d: %w", line, column, err)
}

// canonical reads one value and appends its canonical text.
func canonical(dec *jsontext.Decoder, dst []byte, depth int) ([]byte, error) {
	if depth > maxInputDepth {
		return nil, fmt.Errorf("nested deeper than %d levels", maxInputDepth)
	}
	switch dec.PeekKind() {
	case '{':
		return canonicalObject(dec, dst, depth)
	case '[':
		return canonicalArray(dec, dst, depth)
	}
	raw, err := dec.ReadValue()
	if err != nil {
		return nil, err
	}
	switch raw.Kind() {
	case '"':
		return appendQuoted(dst, raw), nil
	case '0':
		return appendNumber(dst, string(raw)), nil
	}
	return append(dst, raw...), nil
}

func canonicalArray(dec *jsontext.Decoder, dst []byte, depth int) ([]byte, error) {
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	dst = append(dst, '[')
	for n := 0; dec.PeekKind() != ']'; n++ {
		if n > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = canonical(dec, dst, depth+1); err != nil {
			return nil, err
		}
	}
	_, err := dec.ReadToken()
	return append(dst, ']'), err
}

func canonicalObject(dec *jsontext.Decoder, dst []byte, depth int) ([]byte, error) {
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	place := map[string]int{}
	var members []Member
	for dec.PeekKind() != '}' {
		rawName, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		key := insideQuotes(appendQuoted(nil, rawName)) // escaped, so that lone surrogates stay apart
		text, err := canonical(dec, nil, depth+1)
		if err != nil {
			return nil, err
		}
		if i, again := place[key]; again {
			members[i].Value.JSON = string(text)
			continue
		}
		place[key] = len(members)
		members = append(members, Member{Name: key, Value: Value{JSON: string(text)}})
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	dst = append(dst, '{')
	for i, m := range inShowOrder(members) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		dst = append(dst, m.Name...)
		dst = append(dst, `":`...)
		dst = append(dst, m.Value.JSON...)
	}
	return append(dst, '}'), nil
}

// appendQuoted appends a JSON string the way JavaScript writes it; surrogates
// that stand alone keep their escapes.
func appendQuoted(dst []byte, raw []byte) []byte {
	if !bytes.Contains(raw, []byte(`\u`)) {
		text, _ := jsontext.AppendUnquote(nil, raw)
		return finding.AppendJSONString(dst, string(text))
	}
	dst = append(dst, '"')
	for rest := raw[1 : len(raw)-1]; len(rest) > 0; {
		piece := escapeLength(rest)
		if lone, ok := loneSurrogate(rest[:piece]); ok {
			dst = append(dst, lone...)
		} else {
			text, _ := jsontext.AppendUnquote(nil, inQuotes(rest[:piece]))
			dst = append(dst, insideQuotes(finding.AppendJSONString(nil, string(text)))...)
		}
		rest = rest[piece:]
	}
	return append(dst, '"')
}

func insideQuotes(quoted []byte) string { return string(quoted[1 : len(quoted)-1]) }

func inQuotes(piece []byte) []byte {
	return append(append([]byte{'"'}, piece...), '"')
}

// escapeLength is the length of the first piece of a string's raw inside: a run
// of plain bytes, one escape, or a pair of surrogate escapes.
func escapeLength(rest []byte) int {
	if rest[0] != '\\' {
		if end := bytes.IndexByte(rest, '\\'); end > 0 {
			return end
		}
		return len(rest)
	}
	if rest[1] != 'u' {
		return 2
	}
	if hexUnit(rest)&0xFC00 == 0xD800 && len(rest) >= 12 && rest[6] == '\\' && rest[7] == 'u' && hexUnit(rest[6:])&0xFC00 == 0xDC00 {
		return 12
	}
	return 6
}

// hexUnit reads the code unit of a \uXXXX escape that the decoder has checked.
func hexUnit(escape []byte) uint64 {
	n, _ := strconv.ParseUint(string(escape[2:6]), 16, 32)
	return n
}

func loneSurrogate(piece []byte) (string, bool) {
	if len(piece) != 6 || piece[0] != '\\' || piece[1] != 'u' || hexUnit(piece)&0xF800 != 0xD800 {
		return "", false
	}
	return strings.ToLower(string(piece)), true
}

// appendNumber spells a number as JavaScript does; one beyond the range of a
// float64 keeps its spelling, since JSON has no infinity.
func appendNumber(dst []byte, raw string) []byte {
	f, _ := strconv.ParseFloat(raw, 64)
	if math.IsInf(f, 0) {
		return append(dst, raw...)
	}
	return append(dst, jsNumber(f)...)
}
