package jsonpath

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The bounds of one filter: parentheses and negations, and operands of one
// chain.
const (
	maxNesting = 100
	maxChain   = 1000
)

// filter parses what follows "[?", the closing bracket included.
func (p *parser) filter() (Step, error) {
	if !p.take("(") {
		return Step{}, errors.New("a filter is written '[?(…)]'")
	}
	f := &filterParser{parser: p}
	e, err := f.or()
	if err != nil {
		return Step{}, fmt.Errorf("filter: %w", err)
	}
	p.space()
	if !p.take(")") {
		return Step{}, fmt.Errorf("filter: cannot evaluate %q; comparisons of '@…' with constants, '&&', '||' and '!' are supported", excerpt(p.rest))
	}
	p.space()
	if !p.take("]") {
		return Step{}, fmt.Errorf("filter: expected ']' before %q", excerpt(p.rest))
	}
	return Step{Kind: Filter, Filter: e}, nil
}

type filterParser struct {
	*parser
	nesting int
}

func (f *filterParser) or() (*Expr, error) { return f.chain(Or, f.and) }

func (f *filterParser) and() (*Expr, error) { return f.chain(And, f.not) }

// chain parses "x op x op x", left to right.
func (f *filterParser) chain(op Op, operand func() (*Expr, error)) (*Expr, error) {
	left, err := operand()
	for n := 1; err == nil; n++ {
		if n > maxChain {
			return nil, fmt.Errorf("more than %d operands of '%s'", maxChain, op)
		}
		f.space()
		if !f.take(string(op)) {
			return left, nil
		}
		var right *Expr
		right, err = operand()
		left = &Expr{Op: op, Args: []*Expr{left, right}}
	}
	return nil, err
}

func (f *filterParser) not() (*Expr, error) {
	f.space()
	if strings.HasPrefix(f.rest, "!") && !strings.HasPrefix(f.rest, "!=") {
		f.take("!")
		return f.nested(func() (*Expr, error) {
			e, err := f.not()
			return &Expr{Op: Not, Args: []*Expr{e}}, err
		})
	}
	return f.comparison()
}

// comparisons lists the operators, longer ones before their prefixes.
func comparisons() []Op {
	return []Op{StrictEqual, StrictNotEqual, Equal, NotEqual, LessEqual, GreaterEqual, Less, Greater}
}

func (f *filterParser) comparison() (*Expr, error) {
	left, err := f.operand()
	if err != nil {
		return nil, err
	}
	f.space()
	for _, op := range comparisons() {
		if f.take(string(op)) {
			right, err := f.operand()
			return &Expr{Op: op, Args: []*Expr{left, right}}, err
		}
	}
	return left, nil
}

func (f *filterParser) operand() (*Expr, error) {
	f.space()
	switch {
	case f.rest == "":
		return nil, errors.New("the expression ends too early")
	case f.take("("):
		return f.nested(f.group)
	case f.take("@"):
		return f.current()
	case f.rest[0] == '\'' || f.rest[0] == '"':
		text, err := f.quoted()
		return &Expr{Op: Literal, Value: Constant{Kind: String, Text: text}}, err
	}
	return f.constant()
}

func (f *filterParser) group() (*Expr, error) {
	e, err := f.or()
	if err != nil {
		return nil, err
	}
	f.space()
	if !f.take(")") {
		return nil, fmt.Errorf("expected ')' before %q", excerpt(f.rest))
	}
	return e, nil
}

func (f *filterParser) nested(parse func() (*Expr, error)) (*Expr, error) {
	if f.nesting == maxNesting {
		return nil, fmt.Errorf("nested more than %d levels deep", maxNesting)
	}
	f.nesting++
	defer func() { f.nesting-- }()
	return parse()
}

// current parses what follows "@": names and indexes.
func (f *filterParser) current() (*Expr, error) {
	e := &Expr{Op: Current}
	for {
		var s Step
		var err error
		switch {
		case strings.HasPrefix(f.rest, ".."):
			return nil, errors.New("'..' cannot be evaluated after '@'")
		case f.take("."):
			s, err = f.identifier()
		case f.take("["):
			s, err = f.bracketed()
		default:
			return e, nil
		}
		if err != nil {
			return nil, err
		}
		if s.Kind != Name && s.Kind != Index {
			return nil, errors.New("only names and indexes may follow '@'")
		}
		e.Steps = append(e.Steps, s)
	}
}

// identifier parses a name after "@." : it ends where an expression could go on.
func (f *filterParser) identifier() (Step, error) {
	end := strings.IndexFunc(f.rest, func(r rune) bool {
		return r < 0x80 && r != '_' && r != '$' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if end < 0 {
		end = len(f.rest)
	}
	name := f.rest[:end]
	f.rest = f.rest[end:]
	if name == "" {
		return Step{}, errors.New("a name is missing after '@.'")
	}
	if strings.HasPrefix(f.rest, "(") {
		return Step{}, fmt.Errorf("calls such as '%s(…)' cannot be evaluated", excerpt(name))
	}
	return Step{Kind: Name, Name: name}, nil
}

func (f *filterParser) constant() (*Expr, error) {
	end := strings.IndexAny(f.rest, " \t\r\n)&|=!<>")
	if end < 0 {
		end = len(f.rest)
	}
	word := f.rest[:end]
	e := &Expr{Op: Literal}
	switch word {
	case "null":
	case "true", "false":
		e.Value = Constant{Kind: Bool, Bool: word == "true"}
	default:
		n, err := number(word)
		if err != nil {
			return nil, err
		}
		e.Value = Constant{Kind: Number, Number: n}
	}
	f.rest = f.rest[end:]
	return e, nil
}

func number(word string) (float64, error) {
	if strings.Trim(word, "+-.0123456789eE") == "" {
		if n, err := strconv.ParseFloat(word, 64); err == nil {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%q is neither '@…' nor a constant", excerpt(word))
}
