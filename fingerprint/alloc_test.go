package fingerprint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/archverify/archverify/fingerprint"
)

// manyRows is a document whose size grows while its paths do not.
func manyRows(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"rows":[`)
	for i := range n {
		fmt.Fprintf(&b, `{"id":%d,"on":"2031-01-%02d","tags":["a","b"],"who":{"name":"x\n","id":"%08x"},"id":%d},`, i, i%28+1, i, i)
	}
	return append([]byte(b.String()), "{}]}"...)
}

func TestAllocationsDoNotGrowWithRows(t *testing.T) {
	scan := func(body []byte) func() {
		return func() {
			if _, err := fingerprint.ScanBytes(body, fingerprint.Options{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	few, many := manyRows(100), manyRows(20_000)
	a, b := testing.AllocsPerRun(5, scan(few)), testing.AllocsPerRun(5, scan(many))
	if b > a {
		t.Errorf("%v allocations for %d rows, %v for %d", a, 100, b, 20_000)
	}
	if a > 60 {
		t.Errorf("%v allocations for ten paths", a)
	}
	bytes := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			scan(many)()
		}
	}).AllocedBytesPerOp()
	if bytes > 64<<10 {
		t.Errorf("%d bytes allocated for ten paths in %d bytes", bytes, len(many))
	}
}

func BenchmarkScanRows(b *testing.B) {
	body := manyRows(20_000)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		r, err := fingerprint.ScanBytes(body, fingerprint.Options{})
		if err != nil || r.Tree().Len() < 9 {
			b.Fatal(err)
		}
	}
}
