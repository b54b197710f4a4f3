package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/archverify/archverify/finding"
)

// interruptible returns a context that ends at the first interrupt or
// termination; a second one ends the process at once. The returned function
// stops listening.
func (a *app) interruptible(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 2)
	done := make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
		case <-done:
			return
		}
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
		signal.Stop(signals)
		close(done)
		cancel()
	}
}
