package fingerprint

import (
	"slices"
	"strconv"
)

const evidenceVersion = 1

// MarshalJSON returns the stored form: members in fixed order, paths sorted
// bytewise, counts that are zero left out.
func (e *Evidence) MarshalJSON() ([]byte, error) {
	b := append([]byte(nil), `{"v":`...)
	b = strconv.AppendInt(b, evidenceVersion, 10)
	b = append(b, `,"samples":`...)
	b = strconv.AppendInt(b, int64(e.Samples), 10)
	b = appendText(append(b, `,"firstAt":`...), e.FirstAt)
	b = appendText(append(b, `,"lastAt":`...), e.LastAt)
	b = appendTexts(append(b, `,"fingerprints":`...), e.Fingerprints)
	if len(e.Maps) > 0 {
		b = appendTexts(append(b, `,"maps":`...), e.Maps)
	}
	b = append(b, `,"paths":{`...)
	b = e.tree().appendPaths(b)
	return append(b, "}}"...), nil
}

func appendText(dst []byte, s string) []byte {
	return append(appendEscaped(append(dst, '"'), s), '"')
}

func appendTexts(dst []byte, texts []string) []byte {
	dst = append(dst, '[')
	for i, s := range texts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, s)
	}
	return append(dst, ']')
}

func (t *Tree) appendPaths(dst []byte) []byte {
	type line struct {
		path string
		node NodeID
	}
	lines := make([]line, 0, t.Len())
	for n := range NodeID(t.Len()) {
		if t.Counts(n).Occurrences() > 0 {
			lines = append(lines, line{t.Path(n), n})
		}
	}
	slices.SortFunc(lines, func(a, b line) int {
		if a.path < b.path {
			return -1
		}
		return 1
	})
	for i, l := range lines {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, l.path), ':')
		dst = t.Counts(l.node).append(dst)
	}
	return dst
}

// countMembers are the counters of the stored form in their order.
var countMembers = [...]struct {
	name string
	at   func(*Counts) *uint64
}{
	{"string", func(c *Counts) *uint64 { return &c.String }},
	{"empty", func(c *Counts) *uint64 { return &c.Empty }},
	{"integer", func(c *Counts) *uint64 { return &c.Integer }},
	{"number", func(c *Counts) *uint64 { return &c.Number }},
	{"boolean", func(c *Counts) *uint64 { return &c.Boolean }},
	{"null", func(c *Counts) *uint64 { return &c.Null }},
	{"array", func(c *Counts) *uint64 { return &c.Array }},
	{"emptyArray", func(c *Counts) *uint64 { return &c.EmptyArray }},
	{"object", func(c *Counts) *uint64 { return &c.Object }},
	{"absent", func(c *Counts) *uint64 { return &c.Absent }},
}

func (c Counts) append(dst []byte) []byte {
	dst = append(dst, '{')
	for _, m := range countMembers {
		if n := *m.at(&c); n > 0 {
			dst = strconv.AppendUint(append(appendText(comma(dst), m.name), ':'), n, 10)
		}
	}
	if c.LeastShare < 1 {
		dst = strconv.AppendFloat(append(comma(dst), `"leastShare":`...), c.LeastShare, 'f', -1, 64)
	}
	if c.Format != FormatNone {
		dst = appendText(append(comma(dst), `"format":`...), c.Format.String())
		dst = strconv.AppendUint(append(comma(dst), `"formatCount":`...), c.FormatCount, 10)
	}
	return append(dst, '}')
}

func comma(dst []byte) []byte {
	if dst[len(dst)-1] == '{' {
		return dst
	}
	return append(dst, ',')
}
