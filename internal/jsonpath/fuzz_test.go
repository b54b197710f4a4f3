package jsonpath_test

import (
	"strings"
	"testing"

	"github.com/archverify/archverify/internal/jsonpath"
)

// FuzzParse holds that whatever parses passes the static check, and that its
// text parses to the same tree again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"$", "$.a[*].b", "$..x", "$['a.b'][0,1]", "$[1:2:3]", "$[?(@.a=='b' && !(@.c<1.5))]", "$.a[(])", "$a", "@.x", "$[-1:]", `$["\""]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		p, err := jsonpath.Parse(expr)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("no reason")
			}
			return
		}
		if err := jsonpath.Check(expr); err != nil {
			t.Fatalf("parsed although refused: %v", err)
		}
		again, err := jsonpath.Parse(p.String())
		if err != nil || show(again.Steps) != show(p.Steps) {
			t.Fatalf("%q does not parse to the same tree again: %v", p, err)
		}
		if p.Plain() && strings.Contains(p.String(), "..") && !strings.ContainsAny(p.String(), `'"`) {
			t.Fatalf("%q is plain", p)
		}
	})
}
