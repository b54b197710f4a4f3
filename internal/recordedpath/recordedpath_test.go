package recordedpath

import (
	"testing"

	"github.com/archverify/archverify/manifest"
)

func TestPaths(t *testing.T) {
	s := Of([]manifest.ShapeEntry{
		{Path: "$", Type: "object"}, {Path: "$.by", Type: "object"}, {Path: "$.by.ann@x.example", Type: "object"},
		{Path: "$.by.ann@x.example.tags", Type: "array"}, {Path: "$.by.ann@x.example.tags[]", Type: "string"},
		{Path: "$.days", Type: "object"}, {Path: "$.days.2031-01-02", Type: "array"}, {Path: "$.days.2031-01-02[]", Type: "object"},
		{Path: "$.days.2031-01-02[].open", Type: "boolean"},
	})
	for _, c := range []struct{ path, parent, key, masked string }{
		{"$", "", "", "$"},
		{"$.by.ann@x.example", "$.by", "ann@x.example", "$.by.•••"},
		{"$.by.ann@x.example.tags[]", "$.by.ann@x.example", "tags[]", "$.by.•••.tags[]"},
		{"$.days.2031-01-02[].open", "$.days.2031-01-02[]", "open", "$.days.2031-01-02[].open"},
		{"$.days", "$", "days", "$.days"},
	} {
		if parent, key := s.Owner(c.path); parent != c.parent || key != c.key {
			t.Errorf("owner of %s: %q, %q", c.path, parent, key)
		}
		if got := s.Mask(c.path); got != c.masked {
			t.Errorf("mask of %s: %s", c.path, got)
		}
	}
}
