package conformance

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
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
const patience = 20 * time.Second

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

func (f fault) judge(t *testing.T, b *bed, o output, before map[string]string) {
	t.Helper()
	said := o.stdout + o.stderr
	if o.exit != f.exit {
		t.Errorf("exit %d, want %d", o.exit, f.exit)
	}
	for _, fragment := range f.says {
		if !strings.Contains(said, fragment) {
			t.Errorf("%q is not said", fragment)
		}
	}
	for _, fragment := range f.hides {
		if strings.Contains(said, fragment) {
			t.Errorf("%q is said", fragment)
		}
	}
	wellBehaved(t, said)
	b.unchanged(t, before, f.writes)
	if f.after != nil {
		f.after(t, b, o)
	}
	if t.Failed() {
		t.Logf("archverify %q\nstdout:\n%.4000s\nstderr:\n%.4000s", b.args, o.stdout, o.stderr)
	}
}

// wellBehaved holds for whatever the program says, whatever happened.
func wellBehaved(t *testing.T, said string) {
	t.Helper()
	for _, trace := range []string{"panic:", "goroutine ", "runtime error", "runtime.", ".go:", "fatal error", "%!(", "%!v", "%!s", "%!d"} {
		if strings.Contains(said, trace) {
			t.Errorf("the program's insides show: %q", trace)
		}
	}
	inert(t, said)
	free(t, "what is printed", said)
	if strings.ContainsFunc(said, dangerous) {
		t.Errorf("control characters are printed: %.2000q", said)
	}
}

// inert tells that no build runner reads a command out of what is printed; its
// own report, made of commands, is looked at elsewhere.
func inert(t *testing.T, said string) {
	t.Helper()
	for _, command := range []string{"##[", "##vso["} {
		if strings.Contains(said, command) {
			t.Errorf("a runner reads %q as a command", command)
		}
	}
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "::") && !strings.HasPrefix(line, "::warning file=") && !strings.HasPrefix(line, "::error file=") {
			t.Errorf("a runner reads a command: %.200s", line)
		}
	}
}

// dangerous are characters that no output without colours has a use for.
func dangerous(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// free tells that a text has none of the canaries in it, in no usual spelling.
func free(t *testing.T, what, text string) {
	t.Helper()
	for _, canary := range []string{keyCanary, tokenCanary, valueCanary, headerCanary} {
		for _, spelling := range spellings(canary) {
			if strings.Contains(text, spelling) {
				t.Errorf("%s holds the canary %q", what, spelling)
			}
		}
	}
}

// tree is the folder of the bed, each name with what it is.
func (b *bed) tree(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(b.dir, func(name string, entry fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(b.dir, name)
		if err != nil {
			all[filepath.ToSlash(rel)] = "unreadable"
			return nil
		}
		all[filepath.ToSlash(rel)] = entry.Type().String()
		if entry.Type().IsRegular() {
			data, err := os.ReadFile(name)
			all[filepath.ToSlash(rel)] = fmt.Sprintf("%x %v", sha256.Sum256(data), err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// unchanged tells that nothing was made, changed or removed but what may be.
func (b *bed) unchanged(t *testing.T, before map[string]string, writes []string) {
	t.Helper()
	after := b.tree(t)
	for _, name := range sortedKeys(after) {
		switch {
		case before[name] == after[name]:
		case slices.Contains(writes, name):
			b.clean(t, name)
		default:
			t.Errorf("%q was made or changed", name)
		}
	}
	for _, name := range sortedKeys(before) {
		if _, ok := after[name]; !ok {
			t.Errorf("%q is gone", name)
		}
	}
	for _, name := range writes {
		if before[name] == after[name] {
			t.Errorf("%q was not written", name)
		}
	}
}

// clean tells that a written file holds no canary.
func (b *bed) clean(t *testing.T, name string) {
	t.Helper()
	if info, err := os.Stat(b.path(name)); err == nil && info.Mode().IsRegular() {
		free(t, name, b.read(t, name))
	}
}
