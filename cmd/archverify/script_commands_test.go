package main

import (
	"net/http/httptest"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/archverify/archverify/fixtures"
)

// setup keeps scripts on this machine: proxies point to a closed port.
func setup(env *testscript.Env) error {
	env.Setenv("NO_PROXY", "127.0.0.1,localhost")
	env.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	env.Setenv("HTTPS_PROXY", "http://127.0.0.1:1")
	env.Setenv("CI", "")
	env.Values[stageKey{}] = &stage{}
	return nil
}

func commands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	return map[string]func(ts *testscript.TestScript, neg bool, args []string){
		"exits":    exits,
		"workshop": workshop,
		"drift":    drift,
		"fault":    fault,
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
type stage struct{ backend *fixtures.Backend }

type stageKey struct{}

func stageOf(ts *testscript.TestScript) *stage { return ts.Value(stageKey{}).(*stage) }

// workshop serves the example's backend and writes its manifest to ./workshop.
func workshop(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: workshop")
	}
	backend := fixtures.NewBackend()
	server := httptest.NewServer(backend)
	ts.Defer(server.Close)
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
