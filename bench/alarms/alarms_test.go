package main

import (
	"fmt"
	"strings"
	"testing"
)

// The rates that docs/performance.md states, with room for the smaller number of
// runs. Independent rows have a bound; for correlated ones these are only what
// this kind of correlation shows.
func TestFalseAlarmsOfAbsence(t *testing.T) {
	const runs = 200
	for _, c := range []struct {
		correlation          correlation
		samples, rows        int
		mostAbsent, mostRare float64 // percent
	}{
		{correlations()[0], 1, 20, 4, 0},
		{correlations()[0], 2, 20, 8, 0},
		{correlations()[0], 5, 20, 12, 0},
		{correlations()[0], 2, 100, 6, 0},
		{correlations()[1], 2, 20, 12, 1},
		{correlations()[1], 2, 100, 15, 8},
		{correlations()[2], 1, 20, 25, 0},
		{correlations()[2], 2, 100, 30, 25},
		{correlations()[2], 5, 100, 20, 20},
	} {
		t.Run(fmt.Sprintf("%s/%dx%d", c.correlation.name, c.samples, c.rows), func(t *testing.T) {
			t.Parallel()
			w := worst(c.correlation, c.samples, c.rows, runs)
			if got := percent(w.absent, runs); got > c.mostAbsent {
				t.Errorf("%.1f %% false alarms at share %.2f, want at most %.1f %%", got, w.share, c.mostAbsent)
			}
			if got := percent(w.rarer, runs); got > c.mostRare {
				t.Errorf("%.1f %% rarer, want at most %.1f %%", got, c.mostRare)
			}
			if w.red > 0 {
				t.Errorf("%d red", w.red)
			}
		})
	}
}

// A single sample never says rarer, and what really became rare is told.
func TestRarerIsToldWhereItIsTrue(t *testing.T) {
	row := func(with, without int) []byte {
		rows := strings.Repeat(`{"id":1,"note":"x"},`, with) + strings.Repeat(`{"id":1},`, without)
		return []byte(`{"rows":[` + strings.TrimSuffix(rows, ",") + `]}`)
	}
	one, two := record(row(90, 10)), record(row(80, 20))
	var alone, both tally
	alone.count(judge(one, row(5, 95)))
	both.count(judge(mergeOf(one, two), row(5, 95)))
	if alone.rarer != 0 || alone.thin != 1 {
		t.Errorf("one sample: %+v", alone)
	}
	if both.rarer != 1 {
		t.Errorf("two samples: %+v", both)
	}
}

func TestTheTableIsTheSameEveryTime(t *testing.T) {
	var a, b strings.Builder
	for _, w := range []*strings.Builder{&a, &b} {
		if code := run([]string{"-runs", "3"}, w, w); code != 0 {
			t.Fatal(code, w.String())
		}
	}
	if a.String() != b.String() {
		t.Errorf("%s\n%s", a.String(), b.String())
	}
}
