package fingerprint_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/archverify/archverify/fingerprint"
)

// printed is the fingerprint of a shape the slow way: all paths written out,
// sorted by their code units, equal ones in the order of the walk.
func printed(s fingerprint.Shape) string {
	s = slices.Clone(s)
	slices.SortStableFunc(s, func(a, b fingerprint.Pair) int {
		return slices.Compare(utf16.Encode([]rune(a.Path)), utf16.Encode([]rune(b.Path)))
	})
	out := []byte("[")
	for i, p := range s {
		if i > 0 {
			out = append(out, ',')
		}
		path, err := jsontext.AppendQuote(nil, p.Path)
		if err != nil {
			panic(err)
		}
		out = fmt.Appendf(out, `[%s,"%s"]`, path, p.Type)
	}
	return fmt.Sprintf("sha256:%x", sha256.Sum256(append(out, ']')))
}

// crowd is an object of n members whose names are hard to order: long common
// beginnings, names that continue others, characters on which bytes and code
// units disagree, and characters that the two path notations escape.
func crowd(r *rand.Rand, n int, begin string) string {
	parts := []string{
		`a`, `b`, `a.b`, `-`, `[`, `[]`, `'`, `\\`, `\"`, `\u0000`, `\u0001`, `\n`, ` `, `0`, `A`, `~`, `é`, `\u0085`, `\u00a0`, `\u007f`,
		`😀`, `𐀀`, `～`, `\ue000`, `\ud7ff`, `abcdefgh`,
	}
	values := []string{`1`, `"x"`, `{"b":1}`, `{"b":{"c":null},"b-c":[0]}`, `[]`, `[[{"-":1}]]`, `{}`}
	var members []string
	for range n {
		name := begin
		for range r.IntN(9) {
			name += parts[r.IntN(len(parts))]
		}
		members = append(members, `"`+name+`":`+values[r.IntN(len(values))])
	}
	return "{" + strings.Join(members, ",") + "}"
}

func TestManySiblings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{3, 20, 200, 2_000} {
		for _, begin := range []string{``, `abcdefgh`, `é.`, `measured at the third station of `, `😀`} {
			for range 400/n + 1 {
				check(t, []byte(crowd(r, n, begin)))
				check(t, []byte(`[`+crowd(r, n/2, begin)+`,`+crowd(r, n/2, begin)+`]`))
			}
		}
	}
}

// TestOrderOfTree holds the tree of one scan to the one that joining builds.
func TestOrderOfTree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 300 {
		s, err := inMemory([]byte(crowd(r, n, `\ud83d`[:6*(n%2)])))
		if err != nil {
			t.Fatal(err)
		}
		tree := s.Tree()
		if have, want := paths(tree), paths(fingerprint.Joined(s)); !slices.Equal(have, want) {
			t.Fatalf("%q, want %q", have, want)
		}
		var kids []string
		for c := range tree.Children(0) {
			kids = append(kids, tree.Path(c))
			if tree.Child(0, tree.Step(c), tree.Name(c)) != c {
				t.Fatalf("%q is not found again", tree.Path(c))
			}
		}
		if !slices.IsSorted(kids) {
			t.Fatalf("out of order: %q", kids)
		}
	}
}

// TestNamesOfNothingButZeros holds the sort to an end: no eight bytes of these
// names ever tell them apart.
func TestNamesOfNothingButZeros(t *testing.T) {
	var members []string
	for n := range 400 {
		members = append(members, `"`+strings.Repeat(`\u0000`, 400-n)+`":1`)
	}
	check(t, []byte("{"+strings.Join(members, ",")+"}"))
}
