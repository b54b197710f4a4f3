package rest

import (
	"encoding/json"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/replay"
)

// render fills a body template. value gives the text of a ${…}.
//
// A template that is JSON once filled in gets its placeholders as JSON: escaped
// inside strings, as whole values elsewhere (null when absent; the text of a
// ${…} as it is when it is JSON itself). Any other template gets plain text.
func render(template string, input replay.Input, value func(piece) string) string {
	pieces := split(template, variable, callers, field)
	if filled := renderJSON(pieces, input, value); json.Valid([]byte(filled)) {
		return filled
	}
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(plainText(p, input, value))
	}
	return b.String()
}

// plainText is what a piece becomes in a template that is not JSON (VR1.20).
func plainText(p piece, input replay.Input, value func(piece) string) string {
	if p.kind != field {
		return value(p)
	}
	if input.Absent(p.text) {
		return ""
	}
	v, _ := input.Lookup(p.text)
	return inText(v)
}

func renderJSON(pieces []piece, input replay.Input, value func(piece) string) string {
	var b strings.Builder
	quoted := false
	for _, p := range pieces {
		switch {
		case p.kind == literal:
			b.WriteString(p.text)
			quoted = endsQuoted(p.text, quoted)
		case quoted:
			text := finding.AppendJSONString(nil, plainText(p, input, value))
			b.Write(text[1 : len(text)-1])
		default:
			b.WriteString(wholeValue(p, input, value))
		}
	}
	return b.String()
}

// endsQuoted follows a literal: is its end inside a JSON string?
func endsQuoted(text string, quoted bool) bool {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quoted:
			i++
		case text[i] == '"':
			quoted = !quoted
		}
	}
	return quoted
}

// wholeValue is a placeholder that stands for a JSON value of its own.
func wholeValue(p piece, input replay.Input, value func(piece) string) string {
	if p.kind == field {
		if v, ok := input.Lookup(p.text); ok && v.JSON != "" {
			return v.JSON
		}
		return "null"
	}
	text := value(p)
	if json.Valid([]byte(text)) {
		return text
	}
	return string(finding.AppendJSONString(nil, text))
}
