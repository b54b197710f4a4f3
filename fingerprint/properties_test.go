package fingerprint_test

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/archverify/archverify/fingerprint"
)

// render writes the document anew, its members and (when asked) elements in
// drawn order, with blanks in between.
func render(t *rapid.T, v fingerprint.Value, elements bool) string {
	var parts []string
	switch v.Word() {
	case fingerprint.WordObject:
		for name, m := range v.Members() {
			parts = append(parts, quote(name)+" :"+render(t, m, elements))
		}
		return "{ " + strings.Join(shuffled(t, parts), " ,\n        ") + "}"
	case fingerprint.WordArray:
		for _, e := range v.Elements() {
			parts = append(parts, render(t, e, elements))
		}
		if elements {
			parts = shuffled(t, parts)
		}
		return "[" + strings.Join(parts, "\t,") + " ]"
	}
	return v.JSON()
}

func quote(name string) string {
	return `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(name) + `"`
}

func shuffled(t *rapid.T, parts []string) []string {
	if len(parts) < 2 {
		return parts
	}
	return rapid.Permutation(parts).Draw(t, "order")
}

func draw(t *rapid.T) *fingerprint.Result {
	r, err := fingerprint.ScanBytes([]byte(documents().Draw(t, "document")), fingerprint.Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOrderOfKeysNeverMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := draw(t)
		b, err := inMemory([]byte(render(t, a.Root(), false)))
		if err != nil {
			t.Fatal(err)
		}
		if a.Fingerprint() != b.Fingerprint() || !reflect.DeepEqual(a.Shape(), b.Shape()) {
			t.Fatalf("shape %v became %v", a.Shape(), b.Shape())
		}
		if x, y := treeCounts(a.Tree()), treeCounts(b.Tree()); !reflect.DeepEqual(x, y) {
			t.Fatalf("counts\n%v became\n%v", x, y)
		}
	})
}

func TestOrderOfElementsNeverMattersForTheTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := draw(t)
		b, err := inMemory([]byte(render(t, a.Root(), true)))
		if err != nil {
			t.Fatal(err)
		}
		for n := range fingerprint.NodeID(a.Tree().Len()) {
			path := a.Tree().Path(n)
			if x, y := a.Tree().Counts(n), b.Tree().Counts(b.Tree().Find(path)); x != y {
				t.Fatalf("%s: counts %+v became %+v", path, x, y)
			}
		}
	})
}

// VR4.10: the map's fingerprint is the document's iff no two values share a path.
func TestMapFingerprintDiffersOnCollisionOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := draw(t)
		collides := len(asMap(r.Shape())) < len(r.Shape())
		if same := r.Shape().Fingerprint() == r.Fingerprint(); same == collides {
			t.Fatalf("%v: collision %v, same fingerprint %v", r.Shape(), collides, same)
		}
	})
}

// Folding after the scan and folding while merging must agree.
func TestFoldingCommutesWithMerging(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := `{"m":{"k1":` + documents().Draw(t, "one") + `,"k2":` + documents().Draw(t, "two") + `}}`
		fold := fingerprint.Options{Maps: []string{"$.m"}}
		folded, err := fingerprint.ScanBytes([]byte(body), fold)
		if err != nil {
			t.Fatal(err)
		}
		plain, _ := inMemory([]byte(body))
		empty, _ := fingerprint.ScanBytes([]byte(`{"m":{}}`), fold)
		e := fingerprint.MergeEvidence(fingerprint.NewEvidence(plain, ""), fingerprint.NewEvidence(empty, ""))
		f := fingerprint.MergeEvidence(fingerprint.NewEvidence(folded, ""), fingerprint.NewEvidence(empty, ""))
		x, _ := e.MarshalJSON()
		y, _ := f.MarshalJSON()
		if e.Tree.Len() != f.Tree.Len() {
			t.Fatalf("\n%s\n%s", x, y)
		}
		for path, c := range treeCounts(e.Tree) {
			d := treeCounts(f.Tree)[path]
			c.Format, d.Format = 0, 0 // the stored formats join to text where the scan could still tell hex
			if c != d {
				t.Fatalf("%s: %+v, %+v\n%s\n%s", path, c, d, x, y)
			}
		}
	})
}
