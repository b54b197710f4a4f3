package finding_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/archverify/archverify/finding"
)

// constants reads the declared constants of one type from the sources, in order,
// so that a constant which was forgotten in a list is noticed.
func constants(t *testing.T, typeName string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if id, ok := spec.Type.(*ast.Ident); ok && id.Name == typeName {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, text)
		}
		return false
	})
	return names
}

func namesOf(registry string) []string {
	var names []string
	for _, e := range finding.Entries() {
		if e.Registry == registry {
			names = append(names, e.Name)
		}
	}
	return names
}

func TestEveryConstantHasItsEntryInRegistryOrder(t *testing.T) {
	for typeName, registry := range map[string]string{"Code": finding.RegistryVerify, "Reason": finding.RegistryUnverified} {
		want, got := constants(t, typeName), namesOf(registry)
		if strings.Join(want, " ") != strings.Join(got, " ") {
			t.Errorf("%s\nconstants: %s\nentries:   %s", registry, strings.Join(want, " "), strings.Join(got, " "))
		}
	}
}

// TestTheRegistryIsPinned holds the closed sets of sections 2 and 7 of the
// verdict rules: a code that is renamed or removed breaks consumers of reports.
func TestTheRegistryIsPinned(t *testing.T) {
	pinned := map[string]string{
		finding.RegistryVerify: `required-missing required-wrong-type collection-missing collection-empty no-usable-row off-origin not-json
			request-refused isolation-failed isolation-unproven optional-missing optional-wrong-type row-violation gained lost retyped
			nulled format-changed rarer keys-as-data value-outside-enum value-not-of-type unproven shape-unnamed request-stale
			evidence-stale thin undeclared-nested retried unsteady`,
		finding.RegistryUnverified: `env-missing credential-missing policy-denied no-contract fixture-unreadable path-parameter-missing
			base-url-invalid host-not-allowed refused reset dns tls timeout rate-limited server-error unauthorized forbidden redirect
			body-too-large limit connector-unsupported interrupted`,
	}
	for registry, want := range pinned {
		if got := strings.Join(namesOf(registry), " "); got != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s: %s", registry, got)
		}
	}
}

func TestSeveritiesFollowTheTable(t *testing.T) {
	last := map[string]finding.Severity{
		string(finding.IsolationUnproven): finding.Red,
		string(finding.RequestStale):      finding.Yellow,
		string(finding.Unsteady):          finding.Note,
	}
	var want []finding.Severity
	for _, e := range finding.Entries() {
		if e.Registry == finding.RegistryUnverified {
			if e.Severity != "" {
				t.Errorf("%s: a reason has no severity", e.Name)
			}
			continue
		}
		want = append(want, e.Severity)
		severity, ok := last[e.Name]
		if !ok {
			continue
		}
		for _, s := range want {
			if s != severity {
				t.Errorf("a code up to %s is %s, want %s", e.Name, s, severity)
			}
		}
		want = nil
	}
}

func TestEntriesExplain(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range finding.Entries() {
		if seen[e.Name] {
			t.Errorf("%s: explained twice", e.Name)
		}
		seen[e.Name] = true
		if e.Title == "" || strings.HasSuffix(e.Title, ".") || e.Example == "" || strings.HasSuffix(e.Example, ".") {
			t.Errorf("%s: title %q, example %q", e.Name, e.Title, e.Example)
		}
		if len(e.Means) < 40 || !strings.HasSuffix(e.Means, ".") || len(e.Do) < 20 || !strings.HasSuffix(e.Do, ".") {
			t.Errorf("%s: does not explain", e.Name)
		}
		if found, ok := finding.EntryOf(e.Name); !ok || found != e {
			t.Errorf("%s: not found by its name", e.Name)
		}
	}
	if _, ok := finding.EntryOf("no-such-code"); ok {
		t.Error("an unknown code has no entry")
	}
}
