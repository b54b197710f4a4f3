package rest

import (
	"slices"
	"strings"

	"github.com/archverify/archverify/replay"
)

// pathText is a path template with its parameters filled in.
type pathText struct {
	filled   string
	consumed []string // fields that the path used (VR1.12)
	missing  []string // one entry an occurrence, in template order
}

// fillPath fills the {name} placeholders of a path (VR1.5, VR1.11). A parameter
// that is absent or empty stays as it was authored and is listed as missing.
func fillPath(template string, input replay.Input) pathText {
	var p pathText
	var b strings.Builder
	for _, part := range split(template, field) {
		if part.kind != field {
			b.WriteString(part.text)
			continue
		}
		if !slices.Contains(p.consumed, part.text) {
			p.consumed = append(p.consumed, part.text)
		}
		v, _ := input.Lookup(part.text)
		text := v.Text()
		if v.Kind() == replay.ValueNull || text == "" && v.Kind() == replay.ValueString {
			p.missing = append(p.missing, part.text)
			b.WriteString(part.placeholder())
			continue
		}
		b.WriteString(encodeComponent(text))
	}
	p.filled = b.String()
	return p
}
