package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Getenv("ARCHSTONE_CMD"), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "declaration:", err)
		os.Exit(1)
	}
}

// contender is a program that knows both commands.
type contender struct {
	name    string
	command []string
}

// measure is one row: a command over one size, by every contender.
type measure struct {
	command string
	size    int
	times   []time.Duration
}

func run(ctx context.Context, args []string, reference string, out io.Writer) error {
	flags := flag.NewFlagSet("declaration", flag.ContinueOnError)
	sizes := flags.String("sizes", "100,1000,10000", "numbers of capabilities, ascending")
	rounds := flags.Int("rounds", 5, "runs of each, of which the fastest counts")
	bin := flags.String("bin", "", "the program to measure (default: built from this source)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "declaration-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if *bin == "" {
		*bin = filepath.Join(dir, "archverify")
		if text, err := exec.CommandContext(ctx, "go", "build", "-o", *bin, "github.com/archverify/archverify/cmd/archverify").CombinedOutput(); err != nil {
			return fmt.Errorf("build: %w: %s", err, text)
		}
	}
	contenders := []contender{{"archverify", []string{*bin}}}
	if reference != "" {
		contenders = append(contenders, contender{"reference", strings.Fields(reference)})
	}
	var measures []measure
	for _, text := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return fmt.Errorf("size %q is no number from 1 on", text)
		}
		rows, err := measureSize(ctx, filepath.Join(dir, text), n, *rounds, contenders)
		if err != nil {
			return err
		}
		measures = append(measures, rows...)
	}
	show(out, measures, contenders)
	return nil
}

func measureSize(ctx context.Context, dir string, n, rounds int, contenders []contender) ([]measure, error) {
	before, after := filepath.Join(dir, "before"), filepath.Join(dir, "after")
	if err := write(before, n, false); err != nil {
		return nil, err
	}
	if err := write(after, n, true); err != nil {
		return nil, err
	}
	var rows []measure
	for _, command := range [][]string{{"diff", before, after}, {"doctor", after}} {
		row := measure{command: command[0], size: n}
		for _, c := range contenders {
			fastest, err := c.fastest(ctx, command, rounds)
			if err != nil {
				return nil, err
			}
			row.times = append(row.times, fastest)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// fastest is the wall time of whole processes. Exit 1 is a verdict, not a failure.
func (c contender) fastest(ctx context.Context, args []string, rounds int) (time.Duration, error) {
	best := time.Duration(0)
	for range rounds {
		cmd := exec.CommandContext(ctx, c.command[0], append(c.command[1:len(c.command):len(c.command)], args...)...)
		cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
		start := time.Now()
		err := cmd.Run()
		took := time.Since(start)
		if err != nil && cmd.ProcessState.ExitCode() != 1 {
			return 0, fmt.Errorf("%s %s: %w", c.name, args[0], err)
		}
		if best == 0 || took < best {
			best = took
		}
	}
	return best, nil
}

func show(out io.Writer, measures []measure, contenders []contender) {
	fmt.Fprintf(out, "%-8s %12s", "command", "capabilities")
	for _, c := range contenders {
		fmt.Fprintf(out, " %12s %8s", c.name, "×linear")
	}
	fmt.Fprintln(out)
	last := map[string]measure{}
	for _, m := range measures {
		fmt.Fprintf(out, "%-8s %12d", m.command, m.size)
		for i, took := range m.times {
			factor := "–"
			if before, known := last[m.command]; known {
				each := float64(took) / float64(m.size)
				factor = fmt.Sprintf("%.2f", each/(float64(before.times[i])/float64(before.size)))
			}
			fmt.Fprintf(out, " %10d ms %8s", took.Milliseconds(), factor)
		}
		fmt.Fprintln(out)
		last[m.command] = m
	}
}
