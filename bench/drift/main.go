// Command drift measures what the judge notices: it takes real answers of public
// APIs, derives a declaration from each, changes the answer in known ways, and
// counts how the verdicts come out.
//
//	go run ./bench/drift -dir FOLDER… -openapi FILE…
//
// Folders hold JSON answers (recorded fixtures of API clients, Kubernetes
// objects); OpenAPI documents give the examples of their responses. See
// docs/performance.md for where to get them.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

type list []string

func (l *list) String() string     { return fmt.Sprint(*l) }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("drift", flag.ContinueOnError)
	flags.SetOutput(stderr)
	var dirs, documents list
	flags.Var(&dirs, "dir", "folder of JSON answers (repeatable)")
	flags.Var(&documents, "openapi", "OpenAPI document in JSON whose response examples count (repeatable)")
	most := flags.Int("n", 0, "at most so many answers (0: all)")
	verbose := flags.Bool("v", false, "list every verdict that missed its goal")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	corpus, err := load(dirs, documents, *most)
	if err != nil {
		fmt.Fprintln(stderr, "drift:", err)
		return 2
	}
	if len(corpus) == 0 {
		fmt.Fprintln(stderr, "drift: no answers: name folders with -dir or documents with -openapi")
		return 2
	}
	scores := newScores(*verbose, stdout)
	for _, a := range corpus {
		scores.measure(a)
	}
	return scores.print(stdout)
}
