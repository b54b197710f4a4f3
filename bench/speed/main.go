package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
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
	for _, k := range chosen {
		doc := k.build(*size * 1e6)
		took, err := best(doc, *rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		report(w, k.name, len(doc), took)
	}
	if !*memory {
		return nil
	}
	return reportMemory(w, chosen, *size*1e6)
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
