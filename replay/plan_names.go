package replay

import (
	"github.com/archverify/archverify/internal/editdistance"
	"github.com/archverify/archverify/manifest"
)

// checkNames refuses the first name that no living capability has.
func checkNames(ir *manifest.IR, names []string) error {
	for _, name := range names {
		tool := ir.Tool(name)
		switch {
		case tool == nil:
			return &NameError{ID: name, Nearest: nearest(ir, name)}
		case tool.Lifecycle == manifest.Retired:
			return &NameError{ID: name, Retired: true}
		}
	}
	return nil
}

// nearest is the id with the fewest edits to the name, when they are few enough
// for a slip of the hand.
func nearest(ir *manifest.IR, name string) string {
	best, least := "", max(2, len(name)/3)+1
	for _, tool := range ir.Tools {
		if tool.Lifecycle == manifest.Retired {
			continue
		}
		if d := editdistance.Between(name, tool.ID); d < least {
			best, least = tool.ID, d
		}
	}
	return best
}
