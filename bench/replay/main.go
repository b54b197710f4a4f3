package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if text, ok := os.LookupEnv(jobVariable); ok {
		if err := perform(text, stdin, stdout); err != nil {
			_, _ = fmt.Fprintln(stderr, "replay:", err)
			return 2
		}
		return 0
	}
	flags := flag.NewFlagSet("replay", flag.ContinueOnError)
	flags.SetOutput(stderr)
	rounds := flags.Int("rounds", 3, "how often each is measured; the best counts")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	met, err := compare(stdout, *rounds)
	switch {
	case err != nil:
		_, _ = fmt.Fprintln(stderr, "replay:", err)
		return 2
	case !met:
		return 1
	}
	return 0
}

// inFlight is how many requests run at a time, in every measurement.
const inFlight = 128

// The goals.
const (
	mostOverBound  = 1.05
	mostOverClient = 1.5
	mostMemory     = 300 // MiB
)

// load is one line of the table.
type load struct {
	requests int
	latency  time.Duration
}

func loads() []load {
	const slow = 200 * time.Millisecond
	return []load{{500, 0}, {500, slow}, {5000, 0}, {5000, slow}}
}

// compare measures every load, prints the table and reports whether all goals
// are met.
func compare(w io.Writer, rounds int) (bool, error) {
	_, _ = fmt.Fprintf(w, "%d in flight, best of %d\n%8s %8s %9s %9s %9s %9s %9s %9s %9s %9s %9s  %s\n", inFlight, rounds,
		"requests", "latency", "loading", "planning", "replay", "bound", "client", "× client", "cpu", "client's", "peak MiB", "goal")
	met := true
	for _, l := range loads() {
		m, err := measure(l, rounds)
		if err != nil {
			return false, fmt.Errorf("%d requests of %v: %w", l.requests, l.latency, err)
		}
		verdict := "-"
		if text, ok := m.goal(l); text != "" {
			verdict, met = text+": met", met && ok
			if !ok {
				verdict = text + ": MISSED"
			}
		}
		p := m.product
		_, _ = fmt.Fprintf(w, "%8d %8v %9s %9s %9s %9s %9s %9.2f %9s %9s %9.0f  %s\n", l.requests, l.latency,
			seconds(p.Loading), seconds(p.Planning), seconds(p.Replay), seconds(l.bound()), seconds(m.client.Replay),
			ratio(p.Replay, m.client.Replay), seconds(p.CPU), seconds(m.client.CPU), p.PeakMiB, verdict)
	}
	return met, nil
}

// bound is the time that nobody can beat.
func (l load) bound() time.Duration {
	return max(l.latency, l.latency*time.Duration(l.requests)/inFlight)
}

// goal names the goal of a load and reports whether it was met; "" when the load
// has none.
func (m measured) goal(l load) (string, bool) {
	switch {
	case l.requests == 500 && l.latency > 0:
		over := ratio(m.product.Replay, l.bound())
		return fmt.Sprintf("at most %.2f × bound (%.3f)", mostOverBound, over), over <= mostOverBound
	case l.requests == 5000 && l.latency == 0:
		return fmt.Sprintf("at most %.1f × client, below %d MiB", mostOverClient, mostMemory),
			ratio(m.product.Replay, m.client.Replay) <= mostOverClient && m.product.PeakMiB < mostMemory
	}
	return "", true
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
