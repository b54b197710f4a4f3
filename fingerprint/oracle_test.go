package fingerprint_test

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"regexp"
	"sort"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/archverify/archverify/fingerprint"
)

// The oracle: jsontext says what is JSON, and a slow program that builds the
// whole document says what should have been counted.

// accepts tells whether data is one JSON document. jsontext refuses escaped lone
// surrogates unless it may pass invalid UTF-8, which is then checked apart.
func accepts(data []byte) bool {
	if !utf8.Valid(data) {
		return false
	}
	d := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if _, err := d.ReadValue(); err != nil {
		return false
	}
	_, err := d.ReadToken()
	return errors.Is(err, io.EOF)
}

type naive struct {
	word    fingerprint.Word
	text    string
	names   []string
	members map[string]*naive
	items   []*naive
}

func parseNaive(data []byte) *naive {
	d := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true))
	return readNaive(d)
}

func readNaive(d *jsontext.Decoder) *naive {
	tok, err := d.ReadToken()
	if err != nil {
		panic(err)
	}
	switch tok.Kind() {
	case '{':
		n := &naive{word: fingerprint.WordObject, members: map[string]*naive{}}
		for d.PeekKind() != '}' {
			name, err := d.ReadToken()
			if err != nil {
				panic(err)
			}
			key := name.String()
			if n.members[key] == nil {
				n.names = append(n.names, key)
			}
			n.members[key] = readNaive(d)
		}
		_, _ = d.ReadToken()
		return n
	case '[':
		n := &naive{word: fingerprint.WordArray}
		for d.PeekKind() != ']' {
			n.items = append(n.items, readNaive(d))
		}
		_, _ = d.ReadToken()
		return n
	case '"':
		return &naive{word: fingerprint.WordString, text: tok.String()}
	case 'n':
		return &naive{word: fingerprint.WordNull}
	case 't', 'f':
		return &naive{word: fingerprint.WordBoolean, text: tok.String()}
	}
	return &naive{word: fingerprint.WordNumber, text: tok.String()}
}

func (n *naive) shape(path string, s *fingerprint.Shape) {
	*s = append(*s, fingerprint.Pair{Path: path, Type: n.word})
	names := append([]string(nil), n.names...)
	sort.Slice(names, func(i, j int) bool {
		a, b := utf16.Encode([]rune(names[i])), utf16.Encode([]rune(names[j]))
		for k := 0; k < len(a) && k < len(b); k++ {
			if a[k] != b[k] {
				return a[k] < b[k]
			}
		}
		return len(a) < len(b)
	})
	for _, name := range names {
		n.members[name].shape(path+"."+name, s)
	}
	if len(n.items) > 0 {
		n.items[0].shape(path+"[]", s)
	}
}

// tallies is the evidence of the slow way: one entry a path.
type tallies map[string]*slowCount

type slowCount struct {
	counts  fingerprint.Counts
	strings []string
	parent  string
	key     bool
}

func (n *naive) tally(path, parent string, key bool, out tallies) {
	s := out[path]
	if s == nil {
		s = &slowCount{parent: parent, key: key}
		out[path] = s
	}
	c := &s.counts
	switch n.word {
	case fingerprint.WordString:
		c.String++
		if n.text == "" {
			c.Empty++
		} else {
			s.strings = append(s.strings, n.text)
		}
	case fingerprint.WordNumber:
		if slowInteger(n.text) {
			c.Integer++
		} else {
			c.Number++
		}
	case fingerprint.WordBoolean:
		c.Boolean++
	case fingerprint.WordNull:
		c.Null++
	case fingerprint.WordArray:
		c.Array++
		if len(n.items) == 0 {
			c.EmptyArray++
		}
	case fingerprint.WordObject:
		c.Object++
	}
	for _, name := range n.names {
		n.members[name].tally(fingerprint.AppendName(path, name), path, true, out)
	}
	for _, item := range n.items {
		item.tally(path+"[]", path, false, out)
	}
}

func (t tallies) finish() map[string]fingerprint.Counts {
	out := map[string]fingerprint.Counts{}
	for path, s := range t {
		c := s.counts
		if s.key {
			c.Absent = t[s.parent].counts.Object - c.Present()
		}
		c.LeastShare = float64(c.Has()) / float64(c.Present()+c.Absent)
		c.Format = slowFormat(s.strings)
		c.FormatCount = uint64(len(s.strings))
		out[path] = c
	}
	return out
}

func slowInteger(text string) bool {
	if m := regexp.MustCompile(`[eE]([+-]?\d+)$`).FindStringSubmatch(text); m != nil && len(strings.TrimLeft(m[1], "+-0")) > 4 {
		zero := !strings.ContainsAny(text[:strings.IndexAny(text, "eE")], "123456789")
		return zero || m[1][0] != '-'
	}
	r, ok := new(big.Rat).SetString(text)
	return ok && r.IsInt()
}

// slowGrammar spells the table of formats once more, in another language.
var slowGrammar = []struct {
	format fingerprint.Format
	match  func(string) bool
	seen   func(string) bool
}{
	{fingerprint.FormatDate, layout("2006-01-02", `^\d{4}-\d\d-\d\d$`), nil},
	{fingerprint.FormatDateTime, stamp(true), nil},
	{fingerprint.FormatLocalDateTime, stamp(false), nil},
	{fingerprint.FormatUUID, re(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`), nil},
	{fingerprint.FormatURI, re(`^[A-Za-z][A-Za-z0-9+.-]*://[^\x00-\x20\x7f/?#][^\x00-\x20\x7f]*$`), nil},
	{fingerprint.FormatEmail, re(`^[^\x00-\x20\x7f@]+@[^\x00-\x20\x7f@.][^\x00-\x20\x7f@]*\.[^\x00-\x20\x7f@.]+$`), nil},
	{fingerprint.FormatBoolean, re(`^(true|false)$`), nil},
	{fingerprint.FormatInteger, re(`^[+-]?\d+$`), nil},
	{fingerprint.FormatDecimal, re(`^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$`), nil},
	{fingerprint.FormatHex, re(`^([0-9a-fA-F]{2}){4,}$`), re(`[a-fA-F]`)},
	{fingerprint.FormatBase64, re(`^([A-Za-z0-9+/]{4}){3,}([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$`), re(`[+/=]`)},
	{fingerprint.FormatTime, re(`^([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60))?$`), nil},
}

func re(expr string) func(string) bool {
	r := regexp.MustCompile(expr)
	return func(s string) bool { return r.MatchString(s) }
}

func layout(form, expr string) func(string) bool {
	match := re(expr)
	return func(s string) bool {
		_, err := time.Parse(form, s)
		return err == nil && match(s)
	}
}

func stamp(zone bool) func(string) bool {
	expr := `^(\d{4}-\d\d-\d\d)[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?`
	if zone {
		expr += `([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)`
	}
	match, day := re(expr+`$`), layout("2006-01-02", `.`)
	return func(s string) bool { return match(s) && day(s[:10]) }
}

func slowFormat(texts []string) fingerprint.Format {
	if len(texts) == 0 {
		return fingerprint.FormatNone
	}
	for _, g := range slowGrammar {
		all, seen := true, g.seen == nil
		for _, s := range texts {
			all = all && g.match(s)
			seen = seen || g.seen(s)
		}
		if all && seen {
			return g.format
		}
	}
	return fingerprint.FormatText
}

// treeCounts reads a tree into a map, to compare it with the slow way.
func treeCounts(t *fingerprint.Tree) map[string]fingerprint.Counts {
	out := map[string]fingerprint.Counts{}
	for n := range fingerprint.NodeID(t.Len()) {
		out[t.Path(n)] = fingerprint.Exported(t.Counts(n))
	}
	return out
}
