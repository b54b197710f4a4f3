package doctor_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/archverify/archverify/doctor"
	"github.com/archverify/archverify/internal/sharedtest"
	"github.com/archverify/archverify/manifest"
)

type referenceFinding struct{ Severity, Code, Capability, Token, Message string }

// TestReferenceDiagnoses: the reference's findings are a subsequence of ours,
// members but `because` alike (8.4).
func TestReferenceDiagnoses(t *testing.T) {
	folders := map[string]string{
		"doctor": "conformance/data/examples/showcase/manifest", "doctor-bank": "conformance/data/examples/manifests/bank",
		"doctor-misdeclared-pay": "conformance/data/examples/showcase/manifest-variants/misdeclared-pay",
		"doctor-variants":        "conformance/variants/doctor-variants",
	}
	for name, folder := range folders {
		m := manifest.Load(sharedtest.File(t, folder))
		if !m.Valid() {
			t.Fatalf("%s: %v %v", name, m.Issues, m.Diagnostics)
		}
		r := doctor.Diagnose(m, doctor.Options{})
		var want struct {
			Findings []referenceFinding
			Checked  int
			OK       bool
		}
		text, err := os.ReadFile(sharedtest.File(t, "conformance/expected/"+name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		rest := r.Findings
		for _, f := range want.Findings {
			i := index(rest, f)
			if i < 0 {
				t.Errorf("%s: the reference finds %+v, and we do not (or not there)", name, f)
				continue
			}
			rest = rest[i+1:]
		}
		if r.Checked != want.Checked || r.OK() != want.OK {
			t.Errorf("%s: checked %d, ok %v; want %d, %v", name, r.Checked, r.OK(), want.Checked, want.OK)
		}
	}
}

func index(list []doctor.Finding, f referenceFinding) int {
	for i, g := range list {
		if string(g.Severity) == f.Severity && string(g.Code) == f.Code && g.Capability == f.Capability && g.Token == f.Token && sameMessage(g.Message, f.Message) {
			return i
		}
	}
	return -1
}

// sameMessage compares up to the reason of an unenforced token, whose words are
// our own.
func sameMessage(ours, theirs string) bool {
	a, _, _ := strings.Cut(ours, "does not enforce:")
	b, _, _ := strings.Cut(theirs, "does not enforce:")
	return a == b
}

// TestReferenceText compares the lines of a report whose form is fixed.
func TestReferenceText(t *testing.T) {
	dir := sharedtest.File(t, "conformance/variants/doctor-variants")
	want, err := os.ReadFile(sharedtest.File(t, "conformance/expected/doctor-variants.txt"))
	if err != nil {
		t.Fatal(err)
	}
	r := doctor.Diagnose(manifest.Load(dir), doctor.Options{})
	got := strings.ReplaceAll(r.Text(false), dir, filepath.Base(dir))
	lines := strings.Split(got, "\n")
	for _, l := range strings.Split(string(want), "\n") {
		fixed := strings.HasPrefix(l, "🔴") || strings.HasPrefix(l, "🟡") || strings.HasPrefix(l, "🔵") || strings.HasPrefix(l, "   (") || strings.HasPrefix(l, "archstone")
		if !fixed {
			continue
		}
		found := false
		for i, ours := range lines {
			if sameMessage(ours, strings.Replace(l, "archstone doctor", "archverify doctor", 1)) {
				lines, found = lines[i+1:], true
				break
			}
		}
		if !found {
			t.Errorf("the line %q is missing, or not in its place", l)
		}
	}
}
