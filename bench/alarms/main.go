// Command alarms simulates how often an optional field raises an alarm although
// nothing changed: some answers are recorded, one more of the same kind is
// judged, and every yellow verdict is a false alarm. Each line shows the share of
// rows with the field that raises the most alarms about its absence.
//
//	go run ./bench/alarms [-runs N]
//
// Rows are independent, or correlated the way rows of one answer are: an urn that
// returns each drawn row with another of its kind (beta-binomial), so that a
// field is there in most rows of one answer and in few of the next. Seeds are
// fixed; the same program prints the same table.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("alarms", flag.ContinueOnError)
	flags.SetOutput(stderr)
	runs := flags.Int("runs", 1000, "replays for each line")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	_, _ = fmt.Fprintf(stdout, "%-20s %8s %5s %9s %10s %10s %11s %8s\n", "rows of an answer", "samples", "rows", "absence", "at share", "rarer", "note thin", "gained")
	for _, c := range correlations() {
		for _, samples := range []int{1, 2, 5} {
			for _, rows := range []int{5, 20, 100} {
				w := worst(c, samples, rows, *runs)
				_, _ = fmt.Fprintf(stdout, "%-20s %8d %5d %7.1f %% %10.2f %8.1f %% %9.1f %% %6.1f %%\n",
					c.name, samples, rows, percent(w.absent, *runs), w.share, percent(w.rarer, *runs), percent(w.thin, *runs), percent(w.gained, *runs))
			}
		}
	}
	return 0
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(of) }
