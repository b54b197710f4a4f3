package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	var err error
	if job := os.Getenv(childVariable); job != "" {
		err = child(job, stdout)
	} else {
		err = compare(args, stdout)
	}
	if err != nil {
		_, _ = fmt.Fprintln(stderr, "speed:", err)
		return 1
	}
	return 0
}

func compare(args []string, w io.Writer) error {
	flags := flag.NewFlagSet("speed", flag.ContinueOnError)
	size := flags.Int("size", 20, "megabytes of each document")
	rounds := flags.Int("rounds", 3, "how often each contender runs; the best counts")
	only := flags.String("kind", "", "measure this kind only")
	memory := flags.Bool("memory", true, "measure peak memory too")
	if err := flags.Parse(args); err != nil {
		return err
	}
	chosen := slices.DeleteFunc(slices.Clone(kinds), func(k kind) bool { return *only != "" && k.name != *only })
	header(w)
	var missed []string
	for _, k := range chosen {
		doc := k.build(*size * 1e6)
		took, err := best(doc, *rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		report(w, k.name, len(doc), took)
		missed = append(missed, goalsMissed(k.name, took)...)
	}
	if *memory {
		if err := reportMemory(w, chosen, *size*1e6); err != nil {
			return err
		}
	}
	if len(missed) > 0 {
		return fmt.Errorf("%w: %s", errMissed, strings.Join(missed, "; "))
	}
	return nil
}

// errMissed says that everything was measured and is too slow.
var errMissed = errors.New("goals missed")

// goalsMissed compares one kind's times with the goals, which are ratios of one
// run. Where every path is new the trie decides, not the tokens: such documents
// are held to decoding, which also has to keep every name.
func goalsMissed(kind string, took []time.Duration) []string {
	times := func(i int) float64 { return took[0].Seconds() / took[i].Seconds() }
	var missed []string
	hold := func(against int, most float64) {
		if t := times(against); t > most {
			missed = append(missed, fmt.Sprintf("%s takes %.2f times %s, at most %.2f wanted", kind, t, contenders[against].name, most))
		}
	}
	switch kind {
	case "paths":
		hold(3, 2)
		return missed
	case "flat", "nested":
		hold(2, 1/1.5)
	}
	hold(1, 2)
	if kind != "strings" {
		hold(3, 1.0/3)
	}
	return missed
}

func reportMemory(w io.Writer, chosen []kind, size int) error {
	_, _ = fmt.Fprintln(w, "\npeak memory of a process that reads one document (held in memory), MiB")
	for _, k := range chosen {
		_, _ = fmt.Fprintf(w, "%-9s %12s", k.name, "")
		for _, c := range contenders {
			if err := printPeak(w, fmt.Sprintf("%s/%s:%d", c.name, k.name, size)); err != nil {
				return err
			}
		}
		_, _ = fmt.Fprintln(w)
	}
	_, _ = fmt.Fprintf(w, "evidence of a 1 GB stream of rows:")
	if err := printPeak(w, "stream:1000000000"); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(w, "\nevidence of a document of a million paths:")
	if err := printPeak(w, "paths:1000000"); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

func printPeak(w io.Writer, job string) error {
	peak, err := peakOf(job)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, " %8.0f", peak)
	return err
}
