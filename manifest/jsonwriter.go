package manifest

import (
	"strconv"
	"strings"

	"github.com/archverify/archverify/finding"
)

// jsonWriter writes JSON with two-space indentation in the order in which it is
// told, strings escaped as the reference does (DR5.20).
type jsonWriter struct {
	out   []byte
	depth int
	// empty tells whether the open container has no member yet.
	empty bool
}

func (w *jsonWriter) open(bracket byte) {
	w.out = append(w.out, bracket)
	w.depth++
	w.empty = true
}

func (w *jsonWriter) close(bracket byte) {
	w.depth--
	if !w.empty {
		w.newline()
	}
	w.out = append(w.out, bracket)
	w.empty = false
}

func (w *jsonWriter) newline() {
	w.out = append(w.out, '\n')
	w.out = append(w.out, strings.Repeat("  ", w.depth)...)
}

// item starts the next element of an array.
func (w *jsonWriter) item() {
	if !w.empty {
		w.out = append(w.out, ',')
	}
	w.empty = false
	w.newline()
}

// key starts the next member of an object.
func (w *jsonWriter) key(name string) {
	w.item()
	w.text(name)
	w.out = append(w.out, ": "...)
}

func (w *jsonWriter) text(s string) { w.out = finding.AppendJSONString(w.out, s) }

// object writes an object whose members the function writes.
func (w *jsonWriter) object(members func()) {
	w.open('{')
	members()
	w.close('}')
}

// array writes n elements.
func (w *jsonWriter) array(n int, element func(i int)) {
	w.open('[')
	for i := range n {
		w.item()
		element(i)
	}
	w.close(']')
}

func (w *jsonWriter) member(name, value string) {
	w.key(name)
	w.text(value)
}

// optional writes a member unless its value is empty.
func (w *jsonWriter) optional(name, value string) {
	if value != "" {
		w.member(name, value)
	}
}

func (w *jsonWriter) flag(name string, value bool) {
	w.key(name)
	w.out = strconv.AppendBool(w.out, value)
}

func (w *jsonWriter) number(name string, value int) {
	w.key(name)
	w.out = strconv.AppendInt(w.out, int64(value), 10)
}

func (w *jsonWriter) texts(name string, values []string) {
	w.key(name)
	w.array(len(values), func(i int) { w.text(values[i]) })
}

// optionalTexts writes a list unless it is absent; an empty one is written.
func (w *jsonWriter) optionalTexts(name string, values []string) {
	if values != nil {
		w.texts(name, values)
	}
}

// json writes compact JSON text, spread over lines like everything else.
func (w *jsonWriter) json(compact string) {
	for rest := compact; rest != ""; {
		n := tokenLen(rest)
		w.token(rest[:n], strings.HasPrefix(rest[n:], "]") || strings.HasPrefix(rest[n:], "}"))
		rest = rest[n:]
	}
}

// token writes one token of compact JSON; closes tells that a closing bracket follows.
func (w *jsonWriter) token(t string, closes bool) {
	switch t {
	case "{", "[":
		w.out = append(w.out, t...)
		if w.depth++; !closes {
			w.newline()
		}
	case "}", "]":
		w.depth--
		if last := w.out[len(w.out)-1]; last != '{' && last != '[' {
			w.newline()
		}
		w.out = append(w.out, t...)
	case ",":
		w.out = append(w.out, ',')
		w.newline()
	case ":":
		w.out = append(w.out, ": "...)
	default:
		w.out = append(w.out, t...)
	}
}

// tokenLen is the length of the first token of compact JSON.
func tokenLen(s string) int {
	if s[0] != '"' {
		if n := strings.IndexAny(s, "{}[],:"); n > 0 {
			return n
		} else if n == 0 {
			return 1
		}
		return len(s)
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}
