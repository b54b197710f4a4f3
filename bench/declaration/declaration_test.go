package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/doctor"
	"github.com/archverify/archverify/manifest"
)

// library writes both manifests of a size.
func library(t testing.TB, n int) (before, after *diff.Source, m *manifest.Manifest) {
	t.Helper()
	dir := t.TempDir()
	for name, changed := range map[string]bool{"before": false, "after": true} {
		if err := write(filepath.Join(dir, name), n, changed); err != nil {
			t.Fatal(err)
		}
	}
	before, after, refused := diff.LoadBoth(filepath.Join(dir, "before"), filepath.Join(dir, "after"))
	if refused != nil {
		t.Fatal(refused.Text())
	}
	return before, after, manifest.Load(filepath.Join(dir, "after"))
}

// TestWhatIsMeasured: the manifests are sound, so that the figures are those of
// real work.
func TestWhatIsMeasured(t *testing.T) {
	before, after, m := library(t, 100)
	r, _ := diff.Judge(before, after)
	if s := r.Summary(); s.Compatible != 30 || s.Breaking != 2 {
		t.Errorf("summary %+v", s)
	}
	if d := doctor.Diagnose(m, doctor.Options{Now: time.Now()}); d.Exit() != 0 || d.Checked != 100 {
		t.Error(d.Text(false))
	}
}

// TestAllocationsAreLinear holds what wall times cannot hold on a busy machine:
// ten times the capabilities cost ten times the allocations, within 1.3.
func TestAllocationsAreLinear(t *testing.T) {
	allocations := func(n int) (compare, diagnose float64) {
		before, after, m := library(t, n)
		compare = testing.AllocsPerRun(2, func() { _, _ = diff.Judge(before, after) })
		diagnose = testing.AllocsPerRun(2, func() { doctor.Diagnose(m, doctor.Options{Now: time.Now()}) })
		return compare, diagnose
	}
	compare, diagnose := allocations(40)
	compareTen, diagnoseTen := allocations(400)
	if compareTen > 13*compare {
		t.Errorf("diff: %.0f allocations of 40 became %.0f of 400", compare, compareTen)
	}
	if diagnoseTen > 13*diagnose {
		t.Errorf("doctor: %.0f allocations of 40 became %.0f of 400", diagnose, diagnoseTen)
	}
}

func TestTableIsPrinted(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run(t.Context(), []string{"-sizes", "2,4", "-rounds", "1", "-bin", program}, program, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 5 || !strings.Contains(lines[0], "reference") || !strings.HasPrefix(lines[1], "diff") {
		t.Errorf("%s", out.String())
	}
}

func BenchmarkCompare(b *testing.B) {
	before, after, _ := library(b, 1000)
	for b.Loop() {
		_, _ = diff.Judge(before, after)
	}
}

func BenchmarkDiagnose(b *testing.B) {
	_, _, m := library(b, 1000)
	for b.Loop() {
		doctor.Diagnose(m, doctor.Options{Now: time.Now()})
	}
}
