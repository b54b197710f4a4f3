package conformance

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The canaries: what the environment, an answer's values and an answer's
// headers hold. None of them may be in any output or any written file.
const (
	keyCanary    = "canary-key-5d41402abc4b2a76"
	tokenCanary  = "canary-token-7793f25c11e6a0b9"
	valueCanary  = "canary-value-of-an-answer"
	headerCanary = "canary-header-of-an-answer"
)

// patience is how long any case may take; those that hang on purpose are told
// to give up far earlier.
const patience = time.Minute

// quiet is `verify` of the kiosk without repetitions, so that faults end at once.
var quiet = []string{"verify", "kiosk", "--retries", "0"}

// A fault is one thing that goes wrong, and what has to be said about it.
type fault struct {
	name string
	// answer is the backend; nil is the one that answers as recorded.
	answer http.HandlerFunc
	// unasked is a backend that must not be sent anything.
	unasked bool
	// prepare changes files, environment, arguments or servers before the run.
	prepare func(t *testing.T, b *bed)
	// args are those of the program; nil stands for quiet.
	args []string
	exit int
	// says are in the output, hides are not.
	says, hides []string
	// writes are the only files that may be new or changed afterwards, relative
	// to the bed. They are looked through for canaries as well.
	writes []string
	// after looks further.
	after func(t *testing.T, b *bed, o output)
}

// bed is where one case runs: a folder of its own with the kiosk's manifest in
// it, and a backend of its own.
type bed struct {
	dir, url string
	env      map[string]string
	args     []string
	stdin    string
}

func try(t *testing.T, faults []fault) {
	t.Helper()
	names := map[string]bool{}
	for _, f := range faults {
		if names[f.name] {
			t.Fatalf("two cases are called %q", f.name)
		}
		names[f.name] = true
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			b := newBed(t, f)
			before := b.tree(t)
			o := b.run(t)
			f.judge(t, b, o, before)
		})
	}
}

func newBed(t *testing.T, f fault) *bed {
	t.Helper()
	b := &bed{dir: t.TempDir(), args: f.args}
	if b.args == nil {
		b.args = slices.Clone(quiet)
	}
	if err := os.CopyFS(filepath.Join(b.dir, "kiosk"), os.DirFS(recordedKiosk)); err != nil {
		t.Fatal(err)
	}
	answer := f.answer
	if answer == nil {
		answer = recordedAnswer
	}
	b.url = serveLoud(t, func(w http.ResponseWriter, r *http.Request) {
		if f.unasked {
			t.Errorf("the backend was asked %s %s", r.Method, r.URL)
		}
		answer(w, r)
	}).URL
	b.env = map[string]string{
		"PATH": os.Getenv("PATH"), "HOME": b.dir, "SYSTEMROOT": os.Getenv("SYSTEMROOT"),
		"KIOSK_URL": b.url, "KIOSK_KEY": keyCanary, "KIOSK_TOKEN": tokenCanary,
	}
	if f.prepare != nil {
		f.prepare(t, b)
	}
	return b
}

// serveLoud is a server whose every answer has the canary in a header.
func serveLoud(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Trace", headerCanary)
		w.Header().Set("Set-Cookie", "session="+headerCanary)
		h(w, r)
	}))
	s.Config.ErrorLog = silentLog()
	s.Start()
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

func (b *bed) command(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, binary, b.args...)
	cmd.Dir = b.dir
	cmd.Stdin = strings.NewReader(b.stdin)
	cmd.WaitDelay = time.Second
	for _, name := range sortedKeys(b.env) {
		cmd.Env = append(cmd.Env, name+"="+b.env[name])
	}
	return cmd
}

func (b *bed) run(t *testing.T) output {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := b.command(ctx)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("still running after %s\n%s%s", patience, stdout.String(), stderr.String())
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return output{exit: cmd.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String()}
}
