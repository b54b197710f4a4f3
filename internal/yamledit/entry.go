package yamledit

import (
	"encoding/json"
	"strings"
)

// parseEntry reads `key: …` or `key:`; the key may be plain or quoted.
func parseEntry(text string) (entry, bool) {
	trimmed := strings.TrimLeft(text, " ")
	indent := len(text) - len(trimmed)
	keyLen, key := readKey(trimmed)
	if keyLen == 0 {
		return entry{}, false
	}
	after := strings.TrimLeft(trimmed[keyLen:], " ")
	if !strings.HasPrefix(after, ":") {
		return entry{}, false
	}
	rest := after[1:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return entry{}, false
	}
	return entry{key: key, rest: rest, head: text[:indent+len(trimmed)-len(rest)]}, true
}

// readKey returns the length of a key as written and its text; 0 when there is
// none that a line edit understands.
func readKey(text string) (int, string) {
	switch {
	case text == "" || strings.ContainsRune("-?#[]{},&*!|>%@`", rune(text[0])) && !plainDash(text):
		return 0, ""
	case text[0] == '\'':
		end := quoteEnd(text, '\'')
		if end < 0 {
			return 0, ""
		}
		return end, strings.ReplaceAll(text[1:end-1], "''", "'")
	case text[0] == '"':
		end := quoteEnd(text, '"')
		var key string
		if end < 0 || json.Unmarshal([]byte(text[:end]), &key) != nil {
			return max(end, 0), text[:max(end, 0)] // an escape of YAML's own: nobody asks for such a key
		}
		return end, key
	}
	for i := range len(text) {
		if text[i] == ':' && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\t') {
			return i, strings.TrimRight(text[:i], " ")
		}
		if text[i] == '#' && i > 0 && text[i-1] == ' ' {
			break
		}
	}
	return 0, ""
}

// plainDash reports whether a leading dash begins a plain key.
func plainDash(text string) bool { return len(text) > 1 && text[0] == '-' && text[1] != ' ' }

// quoteEnd is the index behind the closing quote, -1 when the line lacks it.
func quoteEnd(text string, quote byte) int {
	for i := 1; i < len(text); i++ {
		switch {
		case quote == '"' && text[i] == '\\':
			i++
		case text[i] == quote && quote == '\'' && i+1 < len(text) && text[i+1] == quote:
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return -1
}

// withoutComment cuts a trailing comment, quotes respected.
func withoutComment(rest string) string {
	value, _ := splitComment(rest)
	return value
}

// splitComment splits what follows a colon into the value with the blanks
// around it and the comment with the blanks before it.
func splitComment(rest string) (value, comment string) {
	trimmed := strings.TrimLeft(rest, " \t")
	lead := len(rest) - len(trimmed)
	i := 0
	if trimmed != "" && (trimmed[0] == '"' || trimmed[0] == '\'') {
		if i = quoteEnd(trimmed, trimmed[0]); i < 0 {
			return rest, ""
		}
	}
	for ; i < len(trimmed); i++ {
		before := lead+i == 0 || rest[lead+i-1] == ' ' || rest[lead+i-1] == '\t'
		if trimmed[i] == '#' && before {
			cut := len(strings.TrimRight(rest[:lead+i], " \t"))
			return rest[:cut], rest[cut:]
		}
	}
	return rest, ""
}
