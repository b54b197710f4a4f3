package yamlx

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// translate turns an error of the library, "yaml: line 3: did not find …", into
// ours. The library leaves the line out when it is the first.
func translate(err error, text []byte) *Error {
	message := strings.TrimPrefix(strings.Join(strings.Fields(err.Error()), " "), "yaml: ")
	place := Place{Line: 1, Column: 1}
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		number, tail, _ := strings.Cut(rest, ": ")
		if line, err := strconv.Atoi(number); err == nil {
			place.Line, message = line, tail
			if isGrammar(message) {
				place.Line++
			}
			place.Line = min(place.Line, bytes.Count(bytes.TrimRight(text, "\r\n"), []byte{'\n'})+1)
		}
	}
	switch {
	case strings.HasPrefix(message, "unknown anchor "):
		place = placeOfAlias(text, message)
	case strings.HasPrefix(message, "exceeded max depth"):
		return &Error{Message: fmt.Sprintf(tooDeep, MaxDepth)}
	case strings.HasPrefix(message, "found character that cannot start any token") && indentedByTab(text, place.Line):
		message = "found a tab character as indentation"
	}
	return &Error{Message: short(message), Place: place}
}

// isGrammar reports whether a message is of the library's parser and not of its
// scanner: the parser counts lines from 0.
func isGrammar(message string) bool {
	for _, problem := range []string{
		"did not find expected key", "did not find expected '-' indicator", "did not find expected ',' or",
		"did not find expected node content", "did not find expected <", "found undefined tag handle",
		"found duplicate %", "found incompatible YAML document",
	} {
		if strings.HasPrefix(message, problem) {
			return true
		}
	}
	return false
}

// placeOfAlias finds the alias in "unknown anchor 'name' referenced".
func placeOfAlias(text []byte, message string) Place {
	_, name, _ := strings.Cut(message, "'")
	name, _, _ = strings.Cut(name, "'")
	if i := bytes.Index(text, []byte("*"+name)); i >= 0 {
		return placeOf(text, i)
	}
	return Place{}
}

func indentedByTab(text []byte, line int) bool {
	lines := bytes.SplitN(text, []byte{'\n'}, line+1)
	return line <= len(lines) && bytes.HasPrefix(bytes.TrimLeft(lines[line-1], " "), []byte{'\t'})
}

// short cuts a message: what it quotes may be as long as the document.
func short(message string) string {
	const most = 300
	if runes := []rune(message); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return message
}
