package cli

import "fmt"

// codedError is an error with an exit code of its own: mostly, the work was done
// and its result could not be written where it was wanted.
type codedError struct {
	err  error
	exit int
}

func (e *codedError) Error() string { return e.err.Error() }
func (e *codedError) Unwrap() error { return e.err }

// usage is an error of the person at the keyboard.
func usage(format string, args ...any) error { return fmt.Errorf(format, args...) }
