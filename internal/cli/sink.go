package cli

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// sink is an output stream. When its reader goes away it swallows the rest in
// silence, so that the exit code still tells the verdict; any other failure is
// kept for the end.
type sink struct {
	mu     sync.Mutex
	w      io.Writer
	gone   bool
	failed error
}

func newSink(w io.Writer) *sink { return &sink{w: w} }

// Write never fails towards its callers.
func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone || s.failed != nil {
		return len(p), nil
	}
	if _, err := s.w.Write(p); err != nil {
		if readerGone(err) {
			s.gone = true
		} else {
			s.failed = err
		}
	}
	return len(p), nil
}

func (s *sink) printf(format string, args ...any) { fmt.Fprintf(s, format, args...) }

// survivePipes keeps the runtime from ending the process when a reader of
// standard output goes away. Handled, not ignored: children would inherit that.
func survivePipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
