package codeowners_test

import (
	"slices"
	"testing"

	"github.com/archverify/archverify/internal/codeowners"
)

const text = `# who to ask
*                @acme/everyone
*.yaml           @acme/yaml
/manifests/      @acme/contracts ana@example.org
/manifests/old   # nobody
docs/*           @acme/docs
apps/            @acme/apps
`

func TestTheLastMatchingLineWins(t *testing.T) {
	cases := map[string][]string{
		"README.md":                     {"@acme/everyone"},
		"a/b/c.yaml":                    {"@acme/yaml"},
		"manifests/shop/a.binding.yaml": {"@acme/contracts", "ana@example.org"},
		"manifests/shop":                {"@acme/contracts", "ana@example.org"},
		"manifests/old/x.yaml":          {},
		"docs/a.md":                     {"@acme/docs"},
		"docs/deep/a.md":                {"@acme/everyone"},
		"x/apps/y":                      {"@acme/apps"},
	}
	for path, want := range cases {
		if got := codeowners.Owners(text, path); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	if got := codeowners.Owners("", "a"); got != nil {
		t.Errorf("an empty file names %v", got)
	}
}
