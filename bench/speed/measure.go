package main

import (
	"fmt"
	"io"
	"runtime"
	"time"
)

// best times every contender rounds times, taking turns, and keeps the best.
func best(doc []byte, rounds int) ([]time.Duration, error) {
	out := make([]time.Duration, len(contenders))
	for range rounds {
		for i, c := range contenders {
			runtime.GC()
			start := time.Now()
			if err := c.read(doc); err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			if took := time.Since(start); out[i] == 0 || took < out[i] {
				out[i] = took
			}
		}
	}
	return out, nil
}

func perSecond(size int, d time.Duration) float64 {
	return float64(size) / 1e6 / d.Seconds()
}

// report prints one line a kind: speeds, then the ratios that have goals.
func report(w io.Writer, name string, size int, took []time.Duration) {
	_, _ = fmt.Fprintf(w, "%-9s %6.1f MB ", name, float64(size)/1e6)
	for _, d := range took {
		_, _ = fmt.Fprintf(w, " %8.0f", perSecond(size, d))
	}
	ratio := func(i int) float64 { return took[i].Seconds() / took[0].Seconds() }
	_, _ = fmt.Fprintf(w, "   %5.2f× %6.2f× %6.2f× %6.2f×\n", ratio(1), ratio(2), ratio(3), ratio(4))
}

func header(w io.Writer) {
	_, _ = fmt.Fprintf(w, "%-9s %9s ", "kind", "size")
	for _, c := range contenders {
		_, _ = fmt.Fprintf(w, " %8s", c.name)
	}
	_, _ = fmt.Fprintf(w, "   %6s %7s %7s %7s\n", "/jsont", "/gjson", "/any", "/bytes")
	_, _ = fmt.Fprintln(w, "          MB/s of each contender, then how many times faster than each the evidence pass is")
}
