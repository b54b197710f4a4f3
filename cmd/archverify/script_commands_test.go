package main

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/archverify/archverify/fixtures"
)

// setup keeps scripts on this machine: proxies point to a closed port.
func setup(env *testscript.Env) error {
	env.Setenv("NO_PROXY", "127.0.0.1,localhost")
	env.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	env.Setenv("HTTPS_PROXY", "http://127.0.0.1:1")
	env.Setenv("CI", "")
	env.Values[stageKey{}] = &stage{seen: map[string]int{}}
	return nil
}

func commands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	return map[string]func(ts *testscript.TestScript, neg bool, args []string){
		"exits":     exits,
		"workshop":  workshop,
		"drift":     drift,
		"fault":     fault,
		"asked":     asked,
		"unrecord":  unrecord,
		"waitasked": waitAsked,
	}
}

// exits runs a command and compares its exit code: exits 2 archverify verify.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command [argument…]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if err != nil {
		exit, ok := err.(*exec.ExitError) //nolint:errorlint // testscript returns it bare
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit %d, want %d", got, want)
	}
}

// stage is what the commands of one script share.
type stage struct {
	backend *fixtures.Backend
	seen    map[string]int
}

// since counts the requests of a route since the last time that there were any.
func (s *stage) since(route string) int {
	n := s.backend.Asked(route)
	fresh := n - s.seen[route]
	s.seen[route] = n
	return fresh
}

type stageKey struct{}

func stageOf(ts *testscript.TestScript) *stage { return ts.Value(stageKey{}).(*stage) }

// workshop serves the example's backend and writes its manifest to ./workshop.
func workshop(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: workshop")
	}
	backend := fixtures.NewBackend()
	server := httptest.NewServer(backend)
	ts.Defer(func() {
		server.CloseClientConnections() // some hang on purpose
		server.Close()
	})
	stageOf(ts).backend = backend
	ts.Setenv(fixtures.URLVariable, server.URL)
	ts.Setenv(fixtures.KeyVariable, fixtures.Key)
	ts.Setenv(fixtures.TokenVariable, fixtures.Token)
	ts.Check(fixtures.Write(ts.MkAbs("workshop")))
}

// drift switches drifts on: drift gained renamed.
func drift(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		d, err := fixtures.ParseDrift(name)
		ts.Check(err)
		stageOf(ts).backend.SetDrift(!neg, d)
	}
}

// fault makes a route fail: fault 'GET /v1/bikes' status=503 times=1.
func fault(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: fault route name=value…")
	}
	given := map[string]string{}
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		given[name] = value
	}
	f, err := fixtures.ParseFault(func(name string) string { return given[name] })
	ts.Check(err)
	stageOf(ts).backend.SetFault(args[0], f)
}

// asked compares how many requests a route has had since it was last compared.
func asked(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: asked route count")
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	if got := stageOf(ts).since(args[0]); got != want {
		ts.Fatalf("%s was asked %d times, want %d", args[0], got, want)
	}
}

// waitAsked waits until a route has had a request since it was last compared.
func waitAsked(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitasked route")
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if stageOf(ts).since(args[0]) > 0 {
			return
		}
	}
	ts.Fatalf("%s was not asked", args[0])
}

// unrecord takes the contract blocks out of the bindings of a manifest folder.
func unrecord(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: unrecord folder")
	}
	names, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "bindings", "*.yaml"))
	ts.Check(err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		ts.Check(err)
		before, _, _ := strings.Cut(string(text), "\n  contract:\n") // the last block
		ts.Check(os.WriteFile(name, []byte(strings.TrimSuffix(before, "\n")+"\n"), 0o644))
	}
}
