package termtext

import "strings"

// Style is how text may be written to one stream. Its zero value is right for
// a pipe or a file: full glyphs, no colour, no wrapping.
type Style struct {
	// Columns is where lines wrap; 0 means that they do not.
	Columns int
	// Color permits ANSI colours.
	Color bool
	// ASCII keeps everything within ASCII: other glyphs, other text escaped.
	ASCII bool
}

// Facts is what is known about a stream before its Style is decided.
type Facts struct {
	// Terminal: the stream is a terminal, Columns wide (0 when unknown).
	Terminal bool
	Columns  int
	// NoColor and ASCII are the flags of these names.
	NoColor, ASCII bool
	// Lookup reads the environment; nil means an empty one.
	Lookup func(string) (string, bool)
}

const (
	minColumns     = 20
	defaultColumns = 80
)

// StyleOf decides the Style of a stream: colour and wrapping on terminals only,
// colour not with NO_COLOR or TERM=dumb, ASCII in a locale that is not UTF-8.
func StyleOf(f Facts) Style {
	look := func(name string) string {
		if f.Lookup == nil {
			return ""
		}
		value, _ := f.Lookup(name)
		return value
	}
	dumb := look("TERM") == "dumb"
	style := Style{ASCII: f.ASCII || dumb || otherCharset(look)}
	if !f.Terminal {
		return style
	}
	style.Color = !f.NoColor && !dumb && look("NO_COLOR") == ""
	switch {
	case f.Columns <= 0:
		style.Columns = defaultColumns
	default:
		style.Columns = max(f.Columns, minColumns)
	}
	return style
}

// otherCharset reports whether the locale names a character set other than
// UTF-8. An unset locale says nothing: build machines leave it unset and their
// logs are UTF-8.
func otherCharset(look func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		value := look(name)
		if value == "" {
			continue
		}
		value = strings.ToLower(strings.ReplaceAll(value, "-", ""))
		return !strings.Contains(value, "utf8")
	}
	return false
}

// Color is a colour by its use.
type Color string

// The closed set of colours, as SGR parameters.
const (
	Plain  Color = ""
	Bold   Color = "1"
	Faint  Color = "2"
	Red    Color = "31"
	Green  Color = "32"
	Yellow Color = "33"
	Cyan   Color = "36"
)

// Paint returns text in that colour where the style permits colours, and text
// itself where not. The text must be safe already.
func (s Style) Paint(c Color, text string) string {
	if !s.Color || c == Plain || text == "" {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}

// Glyphs is a set of marks that go together.
type Glyphs struct {
	Green, Yellow, Red, Unverified, Skipped string
	// Dash parts an id from its detail, Arrow stands between before and after,
	// Bullet begins an item, Ellipsis ends a cut.
	Dash, Arrow, Bullet, Ellipsis string
}

// Glyphs returns the style's marks. The five outcome marks are equally wide.
func (s Style) Glyphs() Glyphs {
	if s.ASCII {
		return Glyphs{
			Green: "[ok] ", Yellow: "[!]  ", Red: "[X]  ", Unverified: "[?]  ", Skipped: "[>>] ",
			Dash: "-", Arrow: "->", Bullet: "*", Ellipsis: "...",
		}
	}
	// The mark for skipped is one column wide in most terminals.
	return Glyphs{
		Green: "🟢", Yellow: "🟡", Red: "🔴", Unverified: "⚪", Skipped: "⏭ ",
		Dash: "—", Arrow: "→", Bullet: "·", Ellipsis: "…",
	}
}
