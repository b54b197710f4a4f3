package manifest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/archverify/archverify/manifest"
)

// shuffled writes a document whose unordered keys come in any order.
func shuffled(t *rapid.T, indent string, members map[string]string) string {
	keys := rapid.Permutation(slices.Sorted(maps.Keys(members))).Draw(t, "keys")
	var b strings.Builder
	for _, k := range keys {
		fmt.Fprintf(&b, "%s%s: %s\n", indent, k, members[k])
	}
	return b.String()
}

// TestOrderThatDoesNotMatter holds that the order of keys outside ordered maps,
// and the names of files beyond their order, leave no trace (DR1.4, DR5.1).
func TestOrderThatDoesNotMatter(t *testing.T) {
	var want string
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-z]{1,8}`).Draw(t, "name")
		rest := shuffled(t, "      ", map[string]string{"method": "GET", "path": "/c", "baseUrl": `"${A}"`, "headers": "{b: x, a: y}"})
		response := shuffled(t, "    ", map[string]string{"resource": "Cart", "collection": `"$.c[*]"`, "map": `{plate: "$.p", load: "$.l"}`})
		m := load(map[string]string{
			catalogYAML: shuffled(t, "", map[string]string{"company": "{id: depot}", "capabilities": "[depot.list-carts]", "providers": "[yard]"}),
			name + ".capability.yaml": "capability:\n" + shuffled(t, "  ", map[string]string{
				"id": "depot.list-carts", "description": "x", "effect": "read", "provider": "yard",
				"output": "{carts: {collection: Cart}}", "policies": "[]", "lifecycle": "beta",
			}),
			name + ".resource.yaml": "resource:\n" + shuffled(t, "  ", map[string]string{
				"name": "depot.Cart", "fields": "{plate: {type: text}, load: {required: false, type: quantity}}",
			}),
			"bindings/" + name + ".binding.yaml": "binding:\n  response:\n" + response + "  capabilityId: depot.list-carts\n  connector:\n    rest:\n" + rest + "    type: rest\n",
		})
		if !m.Valid() {
			t.Fatal(m.Issues, m.Diagnostics)
		}
		got := string(m.IR.Artifact())
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// TestAnyTextLoads holds that whatever stands in a document, loading ends with
// issues or a manifest, and positions inside the file.
func TestAnyTextLoads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		files := depot()
		file := rapid.SampledFrom(slices.Sorted(maps.Keys(files))).Draw(t, "file")
		text := files[file]
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := rapid.IntRange(from, min(len(text), from+12)).Draw(t, "to")
		patch := rapid.SampledFrom([]string{"", "null", "[]", "{}", "1", "- x", ": ", "\n", "'", "&a ", "*a", "$", "no", "\t"}).Draw(t, "patch")
		files[file] = text[:from] + patch + text[to:]
		m := load(files)
		if m.Valid() != (len(m.Issues) == 0 && !strings.Contains(strings.Join(codesOf(m), ","), "error")) {
			t.Fatal("valid contradicts the issues")
		}
		for _, i := range m.Issues {
			if strings.Contains(i.Message, "\n") || i.Pos.File == "" {
				t.Fatalf("%#v", i)
			}
		}
		for _, d := range m.Diagnostics {
			if !d.Pos.Known() || d.Severity != manifest.Error && d.Severity != manifest.Warning {
				t.Fatalf("%#v", d)
			}
		}
	})
}
