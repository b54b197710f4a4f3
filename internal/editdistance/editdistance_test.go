package editdistance_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/archverify/archverify/internal/editdistance"
)

func TestBetween(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"verfy", "verify", 1}, {"verifiy", "verify", 1}, {"evrify", "verify", 1}, {"flaw", "lawn", 2}, {"é", "e", 1}, {"same", "same", 0},
	} {
		if got := editdistance.Between(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestItIsTheSameBothWaysAndZeroOnlyForEquals(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a, b := rapid.StringMatching(`[abé]{0,8}`).Draw(r, "a"), rapid.StringMatching(`[abé]{0,8}`).Draw(r, "b")
		there, back := editdistance.Between(a, b), editdistance.Between(b, a)
		if there != back || (there == 0) != (a == b) {
			r.Errorf("%q and %q: %d there, %d back", a, b, there, back)
		}
	})
}
