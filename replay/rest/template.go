package rest

import "strings"

// pieceKind tells the parts of a template apart.
type pieceKind uint8

const (
	literal  pieceKind = iota
	variable           // ${NAME}
	callers            // ${caller.NAME}
	field              // {name}
)

// piece is a literal text or a placeholder's name.
type piece struct {
	kind pieceKind
	text string
}

// placeholder is how a piece is authored.
func (p piece) placeholder() string {
	switch p.kind {
	case variable:
		return "${" + p.text + "}"
	case callers:
		return "${caller." + p.text + "}"
	case field:
		return "{" + p.text + "}"
	}
	return p.text
}

// bound reports whether the piece stands for a value from outside the manifest.
func (p piece) bound() bool { return p.kind == variable || p.kind == callers }

// split cuts a template into literals and those placeholders whose kind is
// wanted; everything else stays literal (VR1.1, VR1.2, VR1.5).
func split(template string, wanted ...pieceKind) []piece {
	var pieces []piece
	start := 0
	for i := 0; i < len(template); {
		p, length := placeholderAt(template[i:], wanted)
		if length == 0 {
			i++
			continue
		}
		if start < i {
			pieces = append(pieces, piece{literal, template[start:i]})
		}
		pieces = append(pieces, p)
		i += length
		start = i
	}
	if start < len(template) {
		pieces = append(pieces, piece{literal, template[start:]})
	}
	return pieces
}

// placeholderAt reads a wanted placeholder at the start of s; length 0: none.
func placeholderAt(s string, wanted []pieceKind) (piece, int) {
	for _, kind := range wanted {
		opening := piece{kind, ""}.placeholder()
		opening = opening[:len(opening)-1]
		rest, ok := strings.CutPrefix(s, opening)
		if !ok {
			continue
		}
		name, rest, closed := strings.Cut(rest, "}")
		if closed && identifier(name) {
			return piece{kind, name}, len(s) - len(rest)
		}
	}
	return piece{}, 0
}

func identifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// holdsBound reports whether a template holds a ${…}.
func holdsBound(template string) bool {
	for _, p := range split(template, variable, callers) {
		if p.bound() {
			return true
		}
	}
	return false
}
