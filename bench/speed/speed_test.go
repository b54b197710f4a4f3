package main

import (
	"math"
	"os"
	"runtime"
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
		{"paths:1000000", 240},
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

// TestRatios holds the pass to twice the time of jsontext's tokens alone, and
// to a third of encoding/json's, which are ratios within one process. Documents
// in which every path is new are left out: there the trie decides, not the tokens.
func TestRatios(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("timing: not in short mode or under the race detector")
	}
	for _, k := range kinds {
		if k.name == "paths" {
			continue
		}
		took, err := best(k.build(2e6), 5)
		if err != nil {
			t.Fatal(err)
		}
		report(t.Output(), k.name, 2e6, took)
		if took[0] > 2*took[1] {
			t.Errorf("%s: %v, more than twice the %v of tokens alone", k.name, took[0], took[1])
		}
		if k.name != "strings" && 3*took[0] > took[3] {
			t.Errorf("%s: %v, less than three times faster than the %v of decoding", k.name, took[0], took[3])
		}
	}
}

func TestCompareReports(t *testing.T) {
	var out strings.Builder
	if err := compare([]string{"-size", "1", "-rounds", "1", "-memory=false"}, &out); err != nil {
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

// TestDistinctPathsStayNearDecoding holds documents in which every path is new
// to twice the time of encoding/json, which also has to keep every name.
func TestDistinctPathsStayNearDecoding(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("timing: not in short mode or under the race detector")
	}
	took, err := best(distinct(2e6, math.MaxInt), 5)
	if err != nil {
		t.Fatal(err)
	}
	report(t.Output(), "paths", 2e6, took)
	if took[0] > 2*took[3] {
		t.Errorf("%v, more than twice the %v of decoding", took[0], took[3])
	}
}
