package diff_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/archverify/archverify/diff"
	"github.com/archverify/archverify/internal/sharedtest"
	"github.com/archverify/archverify/manifest"
	"github.com/google/go-cmp/cmp"
)

// decided are the severities that differ from the reference's, with the rule.
// Each must be met, so that a row that no longer applies is noticed.
var decided = map[string]string{
	"input-enum-widened":           "8.1: an enum that widens on an input is compatible",
	"input-enum-narrowed/reversed": "8.1: an enum that widens on an input is compatible",
}

type vector struct {
	Name          string
	Before, After json.RawMessage
	Diff          json.RawMessage
}

// reference keeps the members of an entry that the reference has.
var reference = []string{"severity", "kind", "capabilityId", "resource", "affects", "path", "before", "after", "detail"}

func TestArtifactVectors(t *testing.T) {
	vectors := readVectors(t, sharedtest.File(t, "conformance/vectors/irdiff.jsonl"))
	if len(vectors) != 144 {
		t.Errorf("%d vectors, want 144", len(vectors))
	}
	differed := map[string]bool{}
	for _, v := range vectors {
		before, err := manifest.ParseArtifact(v.Before)
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		after, err := manifest.ParseArtifact(v.After)
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		got, want := normal(t, diff.Compare(before, after).JSON()), normal(t, v.Diff)
		if decided[v.Name] != "" && !cmp.Equal(got, want) {
			differed[v.Name] = true
			soften(want)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-reference +ours):\n%s", v.Name, d)
		}
	}
	for name := range decided {
		if !differed[name] {
			t.Errorf("the decided difference of %s no longer shows", name)
		}
	}
}

// soften expects the one entry of a decided vector to be compatible.
func soften(want map[string]any) {
	want["entries"].([]any)[0].(map[string]any)["severity"] = "compatible"
	want["summary"] = map[string]any{"breaking": 0.0, "notable": 0.0, "compatible": 1.0}
}

func TestReferenceDiffs(t *testing.T) {
	data := sharedtest.File(t, "conformance/data")
	expected := sharedtest.File(t, "conformance/expected")
	t.Chdir(data)
	const old, now = "examples/showcase/manifest-before-s18", "examples/showcase/manifest"
	for name, c := range map[string]struct {
		before, after string
		all           bool
	}{
		"diff": {old, now, false}, "diff-all": {old, now, true}, "diff-reverse": {now, old, false}, "diff-reverse-all": {now, old, true},
		"diff-self": {now, now, false},
	} {
		b, a, refused := diff.LoadBoth(c.before, c.after)
		if refused != nil {
			t.Fatalf("%s: %s", name, refused.Text())
		}
		r, refused := diff.Judge(b, a)
		if refused != nil {
			t.Fatalf("%s: %s", name, refused.Text())
		}
		text := r.Text(diff.TextOptions{Before: c.before, After: c.after, All: c.all, Exit: r.Exit(diff.Breaking)})
		if d := cmp.Diff(ourName(read(t, expected, name+".txt")), text); d != "" {
			t.Errorf("%s.txt (-reference +ours):\n%s", name, d)
		}
		if want, err := os.ReadFile(filepath.Join(expected, name+".json")); err == nil {
			if d := cmp.Diff(normal(t, want), normal(t, r.JSON())); d != "" {
				t.Errorf("%s.json (-reference +ours):\n%s", name, d)
			}
		}
	}
}

// ourName puts our name where the reference names itself.
func ourName(text string) string {
	return string(bytes.ReplaceAll([]byte(text), []byte("archstone"), []byte("archverify")))
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// normal keeps what the reference says, in a form that does not depend on the
// order of members.
func normal(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatalf("not JSON: %v: %.200s", err, raw)
	}
	entries := []any{}
	for _, e := range doc["entries"].([]any) {
		kept := map[string]any{}
		for _, name := range reference {
			if v, ok := e.(map[string]any)[name]; ok {
				kept[name] = v
			}
		}
		entries = append(entries, kept)
	}
	return map[string]any{"before": doc["before"], "after": doc["after"], "entries": entries, "summary": doc["summary"]}
}

func readVectors(t *testing.T, name string) []vector {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}
