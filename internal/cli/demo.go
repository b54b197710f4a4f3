package cli

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fixtures"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/report"
)

// demonstration is one `demo`: its flags and its backend.
type demonstration struct {
	*app
	keep  string
	serve bool

	backend *fixtures.Backend
	url     string
}

const demoText = `Starts the example backend, a bicycle workshop, on this machine and verifies it: everything is green. Then the backend drifts in five ways, is verified again, and what was found is explained.

Nothing leaves this machine. With --keep the manifest and its golden files stay in a folder to play with; with --serve the backend keeps running until it is interrupted.`

func (a *app) demoCommand() *cobra.Command {
	d := &demonstration{app: a}
	c := &cobra.Command{
		Use:     "demo",
		Short:   "See it work on an embedded example backend",
		Long:    demoText,
		Example: "  archverify demo\n  archverify demo --keep workshop --serve\n",
		GroupID: groupAround,
		Args:    none,
		RunE:    a.run(func(ctx context.Context, _ []string) (int, error) { return d.run(ctx) }),
	}
	flagGroup(c, flagsTitle, func(set *pflag.FlagSet) {
		set.StringVar(&d.keep, "keep", "", "write manifest and golden files to this new `folder`")
		set.BoolVar(&d.serve, "serve", false, "leave the backend running until interrupted")
	})
	return c
}

func (d *demonstration) run(ctx context.Context) (int, error) {
	m, err := d.manifest()
	if err != nil {
		return 0, err
	}
	shutdown, err := d.start(ctx)
	if err != nil {
		return 0, err
	}
	defer shutdown()
	code, err := d.present(ctx, m)
	if err != nil || code != finding.ExitOK {
		return code, err
	}
	d.farewell()
	if d.serve {
		ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
		defer stop()
		<-ctx.Done()
	}
	return finding.ExitOK, nil
}

func (d *demonstration) present(ctx context.Context, m *manifest.Manifest) (int, error) {
	ctx, stop := d.interruptible(ctx)
	defer stop()
	err := d.show(ctx, m)
	switch {
	case ctx.Err() != nil:
		return finding.ExitUnverified, nil
	case err != nil:
		return 0, &codedError{err, finding.ExitFailed}
	}
	return finding.ExitOK, nil
}

// manifest is the example's: the embedded one, or the copy that is kept.
func (d *demonstration) manifest() (*manifest.Manifest, error) {
	m := manifest.LoadFS(fixtures.Manifest(), "workshop")
	if d.keep != "" {
		if err := fixtures.Write(d.keep); err != nil {
			return nil, err
		}
		m = manifest.Load(d.keep)
	}
	if !m.Valid() {
		return nil, fmt.Errorf("the example manifest is invalid: %s", problemText(m, termtext.Style{}, true))
	}
	return m, nil
}

// start serves the backend on a free port of the loopback interface.
func (d *demonstration) start(ctx context.Context) (shutdown func(), err error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the example backend: %w", err)
	}
	d.backend = fixtures.NewBackend()
	d.url = "http://" + listener.Addr().String()
	server := &http.Server{Handler: d.backend, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with Close
	return func() { _ = server.Close() }, nil
}

func (d *demonstration) show(ctx context.Context, m *manifest.Manifest) error {
	d.title("1. The backend answers as it was recorded")
	before, err := d.verify(ctx, m)
	if err != nil {
		return err
	}
	d.backend.SetDrift(true, fixtures.Drifts()...)
	d.title("2. Now it drifts in five ways, and is verified again")
	style := d.style(d.out)
	for _, drift := range fixtures.Drifts() {
		d.out.printf("%s", style.Wrap("   "+style.Glyphs().Bullet+" ", "     ", style.Text(drift.Tells())))
	}
	after, err := d.verify(ctx, m)
	if err != nil {
		return err
	}
	d.title("3. What the codes mean")
	for _, code := range codesOf(after) {
		entry, ok := finding.EntryOf(string(code))
		if !ok {
			continue
		}
		d.out.printf("\n%s", explain(entry, style))
	}
	d.backend.SetDrift(false, fixtures.Drifts()...)
	return expected(before, after)
}

func (d *demonstration) verify(ctx context.Context, m *manifest.Manifest) (*finding.Run, error) {
	principal := fixtures.Principal
	k := newAsking()
	k.principal.value, k.tokenEnv = &principal, fixtures.TokenVariable
	caller, _, err := k.caller(d.environment)
	if err != nil {
		return nil, err
	}
	connectors, done, err := k.connectors(d.environment)
	if err != nil {
		return nil, err
	}
	defer done()
	options := replay.Options{Connectors: connectors, Caller: caller, Limits: k.limits(), Clock: d.now, Tool: tool()}
	if d.keep == "" {
		options.Files = fixtures.Manifest()
	}
	run, err := replay.Verify(ctx, m, options)
	if err != nil {
		return nil, err
	}
	return run, report.Text(d.out, run, d.style(d.out))
}

// environment is the process's with the example's variables on top.
func (d *demonstration) environment(name string) (string, bool) {
	switch name {
	case fixtures.URLVariable:
		return d.url, true
	case fixtures.KeyVariable:
		return fixtures.Key, true
	case fixtures.TokenVariable:
		return fixtures.Token, true
	}
	return d.lookup(name)
}

func (d *demonstration) title(text string) {
	style := d.style(d.out)
	d.out.printf("\n%s", style.Paint(termtext.Bold, style.Text(text))+"\n")
}
