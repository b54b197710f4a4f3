package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/archverify/archverify/internal/cli"
)

var update = flag.Bool("update", false, "rewrite what the scripts expect with what the program prints")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"archverify": func() { os.Exit(cli.Main(os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr)) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                commands(),
		Setup:               setup,
	})
}
