package jsonpath

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// isSlice reports whether a word is written like a slice: two or three
// optional integers with colons between them.
func isSlice(word string) bool {
	parts := strings.Split(word, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return false
	}
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" && !isInteger(part) {
			return false
		}
	}
	return true
}

func isInteger(word string) bool {
	digits := strings.TrimPrefix(word, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

func parseSlice(word string) (Step, error) {
	parts := append(strings.Split(word, ":"), "")
	from, err := bound(parts[0])
	if err != nil {
		return Step{}, err
	}
	to, err := bound(parts[1])
	if err != nil {
		return Step{}, err
	}
	by, err := bound(parts[2])
	if err != nil {
		return Step{}, err
	}
	s := Step{Kind: Slice, Slice: Bounds{From: from, To: to, By: 1}}
	if by != nil {
		s.Slice.By = *by
	}
	if s.Slice.By < 1 {
		return Step{}, errors.New("the step of a slice must be at least 1")
	}
	return s, nil
}

func bound(text string) (*int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return nil, fmt.Errorf("slice bound %s is out of range", excerpt(text))
	}
	return &n, nil
}
