package audit

import (
	"bytes"
	"cmp"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestSpillingChangesNothing sorts with a tiny piece size, so that temporary
// files are used, and compares with sorting in memory.
func TestSpillingChangesNothing(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOf(rapid.SampledFrom([]string{"", "a", "b", "c", "2031"})).Draw(t, "keys")
		s := newSorter(dir)
		s.limit = rapid.IntRange(1, 400).Draw(t, "limit")
		defer s.close()
		var want []row
		for i, k := range keys {
			text := []byte(k + strconv.Itoa(i))
			want = append(want, row{k, text})
			if err := s.add(k, text); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortStableFunc(want, func(a, b row) int { return cmp.Compare(a.key, b.key) })
		i := 0
		err := s.each(func(text []byte) error {
			if !bytes.Equal(text, want[i].text) {
				t.Fatalf("row %d is %q, want %q", i, text, want[i].text)
			}
			i++
			return nil
		})
		if err != nil || i != len(want) {
			t.Fatalf("%d of %d rows, %v", i, len(want), err)
		}
	})
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Fatalf("%d temporary files are left", len(left))
	}
}

// TestMemoryStaysFlat counts a trail of 40 MB with little memory.
func TestMemoryStaysFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("weighs the heap: not in short mode, which the race detector runs in")
	}
	line := execution("2031-03-01T08:00:00.000Z", "ferry.find", "succeeded", ines) + "\n"
	trail := strings.NewReader(strings.Repeat(line, 40<<20/len(line)))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if _, err := Run(t.Context(), Options{Files: []string{"-"}, Stdin: trail}, &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 32<<20 {
		t.Fatalf("the heap grew by %d MB", grown>>20)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(execution("2031", "a.b", "denied", ines)))
	f.Add([]byte(`{"kind":"Execution","metadata":{"id":null},"status":{},"spec":{"policyRuleIds":[1,[]]}}`))
	f.Add([]byte("{\"kind\":\"\xff\"}"))
	f.Fuzz(func(t *testing.T, line []byte) {
		r, reason := parse(line)
		if reason != "" {
			return
		}
		csvRow(&r, line)
		if again := compact(compact(line)); !bytes.Equal(again, compact(line)) {
			t.Fatalf("compacting %q is not stable", line)
		}
	})
}
