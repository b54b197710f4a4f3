package jsonpath

import (
	"errors"
	"fmt"
	"strings"
)

// Check is the reference's static check (DR4.7): the expression, trimmed, is not
// empty, starts with "$", and its parentheses and brackets balance when counted
// independently and without regard to quotes. It returns nil or the reason.
func Check(expr string) error {
	p := strings.TrimSpace(expr)
	switch {
	case p == "":
		return errors.New("empty path")
	case p[0] == '@':
		return errors.New("must start with '$' — '@' is the current item and only means something inside a filter")
	case p[0] != '$':
		return errors.New("must start with '$' (root)")
	}
	return balanced(p)
}

func balanced(p string) error {
	round, square := 0, 0
	for _, r := range p {
		switch r {
		case '(':
			round++
		case ')':
			round--
		case '[':
			square++
		case ']':
			square--
		}
		if round < 0 || square < 0 {
			return fmt.Errorf("unbalanced '%c'", r)
		}
	}
	if round != 0 || square != 0 {
		return errors.New("unbalanced brackets/parentheses")
	}
	return nil
}
