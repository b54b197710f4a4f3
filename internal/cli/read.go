package cli

import (
	"fmt"
	"io"
)

// readBounded reads everything, and refuses more than limit bytes.
func readBounded(from io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("it is larger than %d MiB", limit>>20)
	}
	return data, nil
}

// inCI reports whether the environment says that this is a build machine: CI is
// set to anything but 0 or false.
func (a *app) inCI() bool {
	value, set := a.lookup("CI")
	return set && value != "" && value != "0" && value != "false"
}
