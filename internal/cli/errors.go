package cli

import "fmt"

// deliveryError: the work was done, and its result could not be written where it
// was wanted.
type deliveryError struct {
	err  error
	exit int
}

func (e *deliveryError) Error() string { return e.err.Error() }
func (e *deliveryError) Unwrap() error { return e.err }

// usage is an error of the person at the keyboard.
func usage(format string, args ...any) error { return fmt.Errorf(format, args...) }
