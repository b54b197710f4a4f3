package yamlx

import (
	"strconv"
	"strings"
)

// translate turns an error of the library, "yaml: line 3: did not find …", into
// ours.
func translate(err error) *Error {
	text := strings.TrimPrefix(strings.Join(strings.Fields(err.Error()), " "), "yaml: ")
	rest, ok := strings.CutPrefix(text, "line ")
	if !ok {
		return &Error{Message: text}
	}
	number, message, ok := strings.Cut(rest, ": ")
	line, convErr := strconv.Atoi(number)
	if !ok || convErr != nil {
		return &Error{Message: text}
	}
	return &Error{Message: message, Place: Place{Line: line, Column: 1}}
}
