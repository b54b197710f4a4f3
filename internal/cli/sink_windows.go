package cli

import (
	"errors"
	"io"
	"syscall"
)

// errorNoData: the pipe is being closed.
const errorNoData = syscall.Errno(232)

func readerGone(err error) bool {
	return errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, errorNoData) || errors.Is(err, io.ErrClosedPipe)
}
