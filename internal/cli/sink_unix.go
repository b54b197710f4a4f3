//go:build !windows

package cli

import (
	"errors"
	"io"
	"syscall"
)

func readerGone(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
