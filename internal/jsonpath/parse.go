package jsonpath

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// maxLength bounds an expression, in bytes.
const maxLength = 4096

// Parse parses an expression. The error is the reason for refusing it: one of
// Check's, or a construct that cannot be evaluated.
func Parse(expr string) (*Path, error) {
	if err := Check(expr); err != nil {
		return nil, err
	}
	text := strings.TrimSpace(expr)
	if len(text) > maxLength {
		return nil, fmt.Errorf("longer than %d bytes", maxLength)
	}
	p := &parser{rest: text[1:]}
	steps, err := p.steps()
	if err != nil {
		return nil, err
	}
	return &Path{Steps: steps, text: text}, nil
}

type parser struct {
	rest string
}

// take removes a prefix from what is left and reports whether it was there.
func (p *parser) take(prefix string) bool {
	rest, ok := strings.CutPrefix(p.rest, prefix)
	p.rest = rest
	return ok
}

func (p *parser) steps() ([]Step, error) {
	var steps []Step
	for p.rest != "" {
		next, err := p.step()
		if err != nil {
			return nil, err
		}
		steps = append(steps, next...)
	}
	return steps, nil
}

func (p *parser) step() ([]Step, error) {
	switch {
	case p.take(".."):
		return p.descend()
	case p.take("."):
		s, err := p.dotted()
		return []Step{s}, err
	case p.take("["):
		s, err := p.bracketed()
		return []Step{s}, err
	}
	return nil, fmt.Errorf("expected '.' or '[' before %q", excerpt(p.rest))
}

func (p *parser) descend() ([]Step, error) {
	var s Step
	var err error
	switch {
	case p.rest == "":
		return nil, errors.New("'..' must be followed by a name, '*' or '['")
	case p.take("["):
		s, err = p.bracketed()
	default:
		s, err = p.dotted()
	}
	return []Step{{Kind: Descend}, s}, err
}

// dotted parses what follows a dot: a name or "*".
func (p *parser) dotted() (Step, error) {
	end := strings.IndexAny(p.rest, ".[")
	if end < 0 {
		end = len(p.rest)
	}
	name := p.rest[:end]
	p.rest = p.rest[end:]
	if name == "*" {
		return Step{Kind: Wildcard}, nil
	}
	if name == "" {
		return Step{}, errors.New("a name is missing after '.'")
	}
	if err := bareName(name); err != nil {
		return Step{}, err
	}
	return Step{Kind: Name, Name: name}, nil
}

// bareName refuses what means something else than a name when it stands
// without quotes.
func bareName(name string) error {
	if name == "$" || name[0] == '@' || strings.ContainsAny(name, "*^~()'\"\\`?,]") || isSlice(name) {
		return fmt.Errorf("%q is not a plain name; a name with special characters is written ['…']", excerpt(name))
	}
	return nil
}

// bracketed parses what follows an opening bracket, the closing one included.
func (p *parser) bracketed() (Step, error) {
	p.space()
	switch {
	case p.take("?"):
		return p.filter()
	case p.take("("):
		return Step{}, errors.New("scripts '[(…)]' cannot be evaluated")
	case p.take("]"):
		return Step{}, errors.New("empty brackets match nothing; every element is '[*]'")
	}
	members, err := p.members()
	if err != nil {
		return Step{}, err
	}
	if len(members) == 1 {
		return members[0], nil
	}
	for _, m := range members {
		if m.Kind != Name && m.Kind != Index {
			return Step{}, errors.New("a union may hold names and indexes only")
		}
	}
	return Step{Kind: Union, Union: members}, nil
}

// members parses "a, b, c]".
func (p *parser) members() ([]Step, error) {
	var members []Step
	for {
		m, err := p.member()
		if err != nil {
			return nil, err
		}
		members = append(members, m)
		p.space()
		if p.take("]") {
			return members, nil
		}
		if !p.take(",") {
			return nil, fmt.Errorf("expected ',' or ']' before %q", excerpt(p.rest))
		}
	}
}

func (p *parser) member() (Step, error) {
	p.space()
	if p.rest != "" && (p.rest[0] == '\'' || p.rest[0] == '"') {
		name, err := p.quoted()
		return Step{Kind: Name, Name: name}, err
	}
	end := strings.IndexAny(p.rest, ",]")
	if end < 0 {
		return Step{}, errors.New("unbalanced brackets/parentheses")
	}
	word := strings.TrimSpace(p.rest[:end])
	p.rest = p.rest[end:]
	return unquotedMember(word)
}

func unquotedMember(word string) (Step, error) {
	switch {
	case word == "":
		return Step{}, errors.New("a name or an index is missing between brackets")
	case word == "*":
		return Step{Kind: Wildcard}, nil
	case isSlice(word):
		return parseSlice(word)
	case isInteger(word):
		return parseIndex(word)
	}
	if err := bareName(word); err != nil {
		return Step{}, err
	}
	return Step{Kind: Name, Name: word}, nil
}

func parseIndex(word string) (Step, error) {
	n, err := strconv.Atoi(word)
	if err != nil {
		return Step{}, fmt.Errorf("index %s is out of range", excerpt(word))
	}
	if n < 0 {
		return Step{}, fmt.Errorf("a negative index matches nothing; the last element is '[-1:]', not '[%s]'", excerpt(word))
	}
	return Step{Kind: Index, Index: n}, nil
}

// quoted parses a quoted name or string, quotes included.
func (p *parser) quoted() (string, error) {
	quote := p.rest[0]
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; c {
		case quote:
			p.rest = p.rest[i+1:]
			return b.String(), nil
		case '\\':
			i++
			if i == len(p.rest) || (p.rest[i] != '\\' && p.rest[i] != '\'' && p.rest[i] != '"') {
				return "", errors.New("a backslash may only stand before a quote or a backslash")
			}
			b.WriteByte(p.rest[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", fmt.Errorf("the quote in %s is not closed", excerpt(p.rest))
}

func (p *parser) space() { p.rest = strings.TrimLeft(p.rest, " \t\r\n") }

// excerpt shortens what a reason quotes.
func excerpt(s string) string {
	const most = 60
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
