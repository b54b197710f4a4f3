// Command archverify checks that a live backend still answers the way that a
// team's declarations say, and fails a build when a consumer would break.
package main

import (
	"os"

	"github.com/archverify/archverify/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr)) }
