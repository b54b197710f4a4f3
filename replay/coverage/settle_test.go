package coverage

import (
	"slices"
	"testing"
)

// TestSettle: a path is guarded by one noticed change, and a note is none.
func TestSettle(t *testing.T) {
	change := Change{Name: "drop"}
	c := Capability{State: Assessed}
	c.settle([]trial{
		{change: change, path: "$.b", where: Everywhere, outcome: noted},
		{change: change, path: "$.b", where: FirstRow, outcome: unnoticed},
		{change: change, path: "$.a", where: Everywhere, outcome: yellow},
		{change: change, path: "$.a", where: FirstRow, outcome: noted},
		{change: change, path: "$.c", where: Everywhere, outcome: red},
		{change: change, path: "$.0", where: Everywhere, outcome: unnoticed},
	}, false)
	if want := []string{"$.0", "$.b"}; !slices.Equal(c.Unguarded, want) {
		t.Errorf("unguarded %v, want %v", c.Unguarded, want)
	}
	if want := (Tally{Changes: 6, Red: 1, Yellow: 1, Noted: 2, Unnoticed: 2}); c.Tally != want {
		t.Errorf("tally %+v, want %+v", c.Tally, want)
	}
	if c.Percent != 33.3 {
		t.Errorf("%v %%, want 33.3: cut, not rounded up", c.Percent)
	}
	want := []Missed{
		{Path: "$.0", Change: "drop", Where: Everywhere}, {Path: "$.a", Change: "drop", Where: FirstRow, Noted: true},
		{Path: "$.b", Change: "drop", Where: Everywhere, Noted: true}, {Path: "$.b", Change: "drop", Where: FirstRow},
	}
	if !slices.Equal(c.Missed, want) {
		t.Errorf("missed %+v", c.Missed)
	}
}
