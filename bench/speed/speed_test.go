package main

import (
	"errors"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary stand in for the command: peakOf starts it again
// to do one job in a process of its own.
func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		os.Exit(run(nil, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

func TestPeakMemory(t *testing.T) {
	if testing.Short() || raceEnabled || runtime.GOOS != "linux" {
		t.Skip("reads a gigabyte and the peak memory of a process: not in short mode, under the race detector, or off Linux")
	}
	for _, c := range []struct {
		job  string
		most float64 // MiB
	}{
		{"stream:1000000000", 64},
		{"paths:1000000", 300},
	} {
		// When the collector runs decides over a tenth or two: the least of a few counts.
		peak := math.Inf(1)
		for range 3 {
			p, err := peakOf(c.job)
			if err != nil {
				t.Fatal(err)
			}
			if peak = min(peak, p); peak <= c.most {
				break
			}
		}
		t.Logf("%s: %.0f MiB", c.job, peak)
		if peak > c.most {
			t.Errorf("%s: peak of %.0f MiB, at most %.0f allowed", c.job, peak, c.most)
		}
	}
}

func TestPeakReportsFailure(t *testing.T) {
	if _, err := peakOf("nonsense:1"); err == nil || !strings.Contains(err.Error(), `unknown job "nonsense"`) {
		t.Fatalf("got %v", err)
	}
}

// TestGoals judges made-up times: a busy machine decides nothing here.
func TestGoals(t *testing.T) {
	at := func(evidence, jsontext, gjson, decoding int) []time.Duration {
		return []time.Duration{time.Duration(evidence), time.Duration(jsontext), time.Duration(gjson), time.Duration(decoding), 1}
	}
	for _, c := range []struct {
		kind string
		took []time.Duration
		want []string
	}{
		{"flat", at(200, 100, 300, 600), nil},
		{"flat", at(202, 100, 300, 600), []string{
			"flat takes 0.67 times gjson, at most 0.67 wanted",
			"flat takes 2.02 times jsontext, at most 2.00 wanted",
			"flat takes 0.34 times any, at most 0.33 wanted",
		}},
		{"wide", at(200, 100, 1, 600), nil},
		{"strings", at(200, 100, 1, 1), nil},
		{"paths", at(200, 1, 1, 100), nil},
		{"paths", at(201, 1, 1, 100), []string{"paths takes 2.01 times any, at most 2.00 wanted"}},
	} {
		if got := goalsMissed(c.kind, c.took); !slices.Equal(got, c.want) {
			t.Errorf("%s %v: %q, want %q", c.kind, c.took, got, c.want)
		}
	}
}

func TestCompareReports(t *testing.T) {
	var out strings.Builder
	if err := compare([]string{"-size", "1", "-rounds", "1", "-memory=false"}, &out); err != nil && !errors.Is(err, errMissed) {
		t.Fatal(err)
	}
	for _, k := range kinds {
		if !strings.Contains(out.String(), "\n"+k.name) {
			t.Errorf("no line for %s in\n%s", k.name, out.String())
		}
	}
	if n := perSecond(2e6, time.Second); n != 2 {
		t.Errorf("2 MB in a second are %v MB/s", n)
	}
}

func BenchmarkEvidence(b *testing.B) {
	for _, k := range kinds {
		doc := k.build(4e6)
		b.Run(k.name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				if err := evidence(doc); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
