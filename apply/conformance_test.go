package apply_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/archverify/archverify/apply"
	"github.com/archverify/archverify/internal/sharedtest"
	"github.com/archverify/archverify/manifest"
	"github.com/google/go-cmp/cmp"
)

const showcase = "examples/showcase/manifest"

// TestReferenceReports compares whole reports. Words of lints are our own, so
// that their lines are compared by count; what B9 withholds besides is looked
// at in TestReferenceExposure.
func TestReferenceReports(t *testing.T) {
	expected := sharedtest.File(t, "conformance/expected")
	data := sharedtest.File(t, "conformance/data")
	t.Chdir(data)
	for name, c := range map[string]struct {
		dir      string
		exposure bool
	}{
		"apply": {showcase, false}, "apply-misdeclared-pay": {"examples/showcase/manifest-variants/misdeclared-pay", false},
		"apply-missing-dir": {"no/such/dir", false}, "apply-exposure": {showcase, true},
	} {
		want := fixedForm(read(t, filepath.Join(expected, name+".txt")))
		got := fixedForm(apply.New(manifest.Load(c.dir), c.exposure).Text())
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-reference +ours):\n%s", name, d)
		}
	}
}

// fixedForm puts our name where the reference names itself, except where it
// is run for serving, and cuts lines down to what has a fixed form.
func fixedForm(text string) []string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		switch {
		case strings.HasPrefix(l, "    ⚠ "):
			lines[i] = "    ⚠"
		case strings.HasPrefix(l, "    withholds  $"):
			lines[i] = "    withholds"
		case !strings.Contains(l, "archstone serve"):
			lines[i] = strings.ReplaceAll(l, "archstone", "archverify")
		}
	}
	return lines
}

func TestReferenceExposure(t *testing.T) {
	expected := sharedtest.File(t, "conformance/expected/apply-exposure.json")
	data := sharedtest.File(t, "conformance/data")
	t.Chdir(data)
	want := entries(t, []byte(read(t, expected)))
	got := entries(t, apply.New(manifest.Load(showcase), true).JSON())
	more := 0
	for i, w := range want {
		theirs, ours := withholds(w), withholds(got[i])
		for _, item := range theirs {
			if !slices.Contains(ours, item) {
				t.Errorf("%v: we do not withhold %s", w["capabilityId"], item)
			}
		}
		more += len(ours) - len(theirs)
		delete(w, "withholds")
		delete(got[i], "withholds")
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-reference +ours):\n%s", d)
	}
	if more == 0 {
		t.Error("B9: what is dropped below mapped objects is no longer withheld")
	}
}

func entries(t *testing.T, document []byte) []map[string]any {
	t.Helper()
	var doc struct{ Exposure []map[string]any }
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Exposure
}

func withholds(entry map[string]any) []string {
	list, _ := entry["withholds"].([]any)
	var out []string
	for _, item := range list {
		text, _ := json.Marshal(item)
		out = append(out, string(text))
	}
	return out
}

func TestReferenceBuilds(t *testing.T) {
	for name, dir := range map[string]string{"showcase": showcase, "showcase-before": "examples/showcase/manifest-before-s18"} {
		want := read(t, sharedtest.File(t, "conformance/expected/"+name+".ir.json"))
		m := manifest.Load(filepath.Join(sharedtest.File(t, "conformance/data"), dir))
		if got := string(m.IR.Build()); got != want {
			t.Errorf("%s: the artifact differs:\n%s", name, apply.Check(name, []byte(want), []byte(got)))
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
