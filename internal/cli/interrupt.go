package cli

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"github.com/archverify/archverify/finding"
)

// interruptible returns a context that ends at the first interrupt or
// termination; a second one ends the process at once, also while what is known
// is being written. The returned function stops listening, after an interrupt
// not before the program ends.
func (a *app) interruptible(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 2)
	done := make(chan struct{})
	var interrupted atomic.Bool
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
		case <-done:
			return
		}
		interrupted.Store(true)
		a.eraseLine()
		a.note("stopping, and reporting what is known (a second interrupt ends at once)")
		cancel()
		select {
		case <-signals:
			a.kill(finding.ExitKilled)
		case <-done:
		}
	}()
	return ctx, func() {
		cancel()
		if interrupted.Load() { // the signal stays ours: its default would end the process without an exit code
			a.atEnd = func() { close(done) }
			return
		}
		signal.Stop(signals)
		close(done)
	}
}
