//go:build unix

package conformance

import (
	"bytes"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// stopped runs a command against a backend that hangs, and sends the signals
// once it was asked; each further one when the last was heard.
func stopped(t *testing.T, args []string, signals ...os.Signal) output {
	t.Helper()
	asked := make(chan struct{})
	var once sync.Once
	b := newBed(t, fault{answer: func(w http.ResponseWriter, r *http.Request) {
		once.Do(func() { close(asked) })
		hangs(w, r)
	}})
	b.args = args
	before := b.tree(t)
	var stdout bytes.Buffer
	stderr := &watched{word: "stopping", seen: make(chan struct{})}
	cmd := b.command(t.Context())
	cmd.Stdout, cmd.Stderr = &stdout, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	heard := asked
	for _, signal := range signals {
		select {
		case <-heard:
		case <-ended:
		}
		_ = cmd.Process.Signal(signal)
		heard = stderr.seen
	}
	select {
	case <-ended:
	case <-time.After(patience):
		_ = cmd.Process.Kill()
		t.Fatal("still running after a signal")
	}
	o := output{exit: cmd.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String()}
	wellBehaved(t, o.stdout+o.stderr)
	b.unchanged(t, before, nil)
	return o
}

// watched tells when a word was written.
type watched struct {
	mu   sync.Mutex
	buf  strings.Builder
	word string
	seen chan struct{}
	once sync.Once
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf.Write(p)
	if strings.Contains(w.buf.String(), w.word) {
		w.once.Do(func() { close(w.seen) })
	}
	return len(p), nil
}

func (w *watched) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf.String()
}

func TestSignals(t *testing.T) {
	kiosk(t)
	verify := []string{"verify", "kiosk"}
	record := []string{"record", "kiosk", "kiosk.list-papers", "--force"}
	for name, c := range map[string]struct {
		args    []string
		signals []os.Signal
		exits   []int
		says    string
	}{
		"an interrupt ends verify with what is known": {verify, []os.Signal{os.Interrupt}, []int{3}, "0 of 1 verified"},
		"a termination ends verify likewise":          {verify, []os.Signal{syscall.SIGTERM}, []int{3}, "interrupted"},
		"an interrupt leaves JSON whole":              {append(verify, "--json"), []os.Signal{os.Interrupt}, []int{3}, `"interrupted"`},
		"an interrupt ends record with nothing done":  {record, []os.Signal{os.Interrupt}, []int{3}, "0 of 1 recorded"},
		// The first may have ended it before the second came.
		"a second interrupt ends at once": {verify, []os.Signal{os.Interrupt, os.Interrupt}, []int{130, 3}, ""},
		"a hang-up of the terminal":       {verify, []os.Signal{syscall.SIGHUP}, []int{-1, 3}, ""},
		"a kill leaves nothing behind":    {record, []os.Signal{syscall.SIGKILL}, []int{-1}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := stopped(t, c.args, c.signals...)
			fits := false
			for _, exit := range c.exits {
				fits = fits || o.exit == exit
			}
			if !fits || !strings.Contains(o.stdout, c.says) {
				t.Errorf("exit %d, want %d and %q\n%s%s", o.exit, c.exits, c.says, o.stdout, o.stderr)
			}
		})
	}
}
