package coverage_test

import (
	"encoding/json"
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	"pgregory.net/rapid"

	"github.com/archverify/archverify/replay/coverage"
)

// anyJSON is an answer: containers few levels deep, with keys that are no data.
func anyJSON(depth int) *rapid.Generator[any] {
	leaf := rapid.OneOf(
		rapid.Map(rapid.SampledFrom([]string{"", "a", "2031-01-02", "2031-01-02T03:04:05Z", "12", "true", "deadbeef", "a@b.example", "https://a.example/x", "10:20"}), func(s string) any { return s }),
		rapid.Map(rapid.IntRange(-3, 3), func(n int) any { return n }),
		rapid.Map(rapid.Float64Range(-2, 2), func(f float64) any { return f }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Just[any](nil),
	)
	if depth == 0 {
		return leaf
	}
	key := rapid.SampledFrom([]string{"name", "size", "owner", "tags", "it's", "a.b"})
	return rapid.OneOf(
		leaf,
		rapid.Map(rapid.MapOfN(key, anyJSON(depth-1), 0, 4), func(m map[string]any) any { return m }),
		rapid.Map(rapid.SliceOfN(anyJSON(depth-1), 0, 4), func(s []any) any { return s }),
	)
}

// TestDrawnAnswersAreGreen: whatever was recorded with evidence, an answer can be
// drawn from it that is green, and nothing about the number depends on chance.
func TestDrawnAnswersAreGreen(t *testing.T) {
	RegisterTestingT(t)
	rapid.Check(t, func(t *rapid.T) {
		body, err := json.Marshal(anyJSON(3).Draw(t, "answer"))
		if err != nil {
			t.Fatal(err)
		}
		c := passing(bare("orchard.any")).recorded(string(body)).only()
		if c.State == coverage.Unassessable && c.Reason != "the recorded answer has nothing that could change" {
			t.Fatalf("%s: %s", body, c.Reason)
		}
		if c.Red+c.Yellow+c.Noted+c.Unnoticed != c.Changes || len(c.Missed) != c.Noted+c.Unnoticed {
			t.Fatal(fmt.Sprintf("%s: %+v", body, c.Tally))
		}
	})
}
