package doctest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/archverify/archverify/manifest"
)

const manifestPage = "docs/manifest.md"

var (
	fileComment = regexp.MustCompile(`^# (\S+\.yaml)\n`)
	partComment = regexp.MustCompile(`^ +# the last block of (\S+\.yaml)\n`)
)

// exampleManifest writes the examples of the page as the files that they say
// they are.
func exampleManifest(t *testing.T) (dir string, files map[string]string) {
	t.Helper()
	files = map[string]string{}
	for _, b := range named(t, manifestPage).blocks {
		if b.language != "yaml" {
			continue
		}
		if m := fileComment.FindStringSubmatch(b.text); m != nil {
			files[m[1]] = b.text
		} else if m := partComment.FindStringSubmatch(b.text); m != nil && files[m[1]] != "" {
			files[m[1]] += b.text
		} else {
			t.Fatalf("%s:%d: the example does not say which file it is, or part of which earlier one", manifestPage, b.line)
		}
	}
	dir = t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, files
}

func TestManifestExampleLoads(t *testing.T) {
	dir, files := exampleManifest(t)
	m := manifest.Load(dir)
	for _, i := range m.Issues {
		t.Errorf("%s: %s", i.File, i.Message)
	}
	for _, d := range m.Diagnostics {
		t.Errorf("%s: %s", d.Code, d.Message)
	}
	if len(m.Capabilities) == 0 || len(m.Bindings) == 0 || len(m.Resources) == 0 {
		t.Errorf("%d files, but %d capabilities, %d bindings, %d resources", len(files), len(m.Capabilities), len(m.Bindings), len(m.Resources))
	}
}

// The golden file is described, not shown; nothing else may be wrong.
func TestManifestExampleIsConsistent(t *testing.T) {
	dir, _ := exampleManifest(t)
	text, _ := output(t, "doctor", dir, "--json")
	if !strings.Contains(text, `"missing-fixture-file"`) {
		t.Errorf("the contract is not looked at: %s", text)
	}
	for _, code := range []string{"shape-stale", "recorded-type-contradicts", "dynamic-keys-suspected", "required-field-unmapped"} {
		if strings.Contains(text, `"`+code+`"`) {
			t.Errorf("doctor finds %s in the example", code)
		}
	}
}

func TestSemanticTypesAreTheProducts(t *testing.T) {
	var listed string
	for _, line := range named(t, manifestPage).prose {
		for _, s := range spans(line) {
			if strings.HasPrefix(s, "location date-range") {
				listed = s
			}
		}
	}
	types := strings.Fields(listed)
	if len(types) < 10 {
		t.Fatalf("%s lists no semantic types", manifestPage)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var fields strings.Builder
	for _, name := range types {
		fields.WriteString("    f-" + name + ":\n      type: " + name + "\n")
		if name == string(manifest.Enum) {
			fields.WriteString("      values: [a]\n")
		}
	}
	write("all.resource.yaml", "resource:\n  name: All\n  fields:\n"+fields.String())
	for _, i := range manifest.Load(dir).Issues {
		if i.File == "all.resource.yaml" {
			t.Errorf("a listed type is none: %s", i.Message)
		}
	}
}
