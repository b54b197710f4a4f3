package audit

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
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

// endless is a trail of one line again and again, which weighs what its reader
// keeps every few megabytes.
type endless struct {
	line       []byte
	left, read int
	kept       []uint64
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	const every = 4 << 20
	before := e.read / every
	n := 0
	for e.left > 0 && n+len(e.line) <= len(p) {
		n += copy(p[n:], e.line)
		e.left--
	}
	e.read += n
	if e.read/every > before {
		// What is reachable after a collection, not what the collector has yet to
		// free: the same on every machine.
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		e.kept = append(e.kept, m.HeapAlloc)
	}
	return n, nil
}

// TestMemoryStaysFlat counts a trail of 40 MB and keeps none of it.
func TestMemoryStaysFlat(t *testing.T) {
	line := []byte(execution("2031-03-01T08:00:00.000Z", "ferry.find", "succeeded", ines) + "\n")
	trail := &endless{line: line, left: 40 << 20 / len(line)}
	if _, err := Run(t.Context(), Options{Files: []string{"-"}, Stdin: trail}, io.Discard); err != nil {
		t.Fatal(err)
	}
	if len(trail.kept) < 8 {
		t.Fatalf("weighed %d times", len(trail.kept))
	}
	for i, kept := range trail.kept {
		if kept > trail.kept[0]+1<<20 {
			t.Errorf("%d MB read, %d KB more kept than after the first", trail.read/len(trail.kept)*(i+1)>>20, (kept-trail.kept[0])>>10)
		}
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
