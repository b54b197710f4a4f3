package manifest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// pinnedCodes may only grow: "severity code", in the order of the rules.
const pinnedCodes = `
red duplicate-capability
red missing-provider
red unknown-provider
red declared-without-file
red file-not-declared
yellow unused-provider
red binding-without-capability
red duplicate-binding
yellow capability-without-binding
yellow authenticated-capability-no-caller-placeholder
yellow caller-influenced-baseurl-no-allowlist
red connector-type-not-implemented
red sql-statement-not-read-only
red sql-param-unresolved
red sql-param-count-mismatch
red sql-dsn-not-env-placeholder
yellow duplicate-resource
red unknown-resource
red unknown-response-resource
red unknown-response-field
red bad-response-path
red response-onerror-without-collection
red bad-response-onerror
red unknown-response-onerror-resource
red unknown-response-onerror-field
red response-output-mismatch
red response-collection-mismatch
yellow required-field-unmapped
red unknown-extract-field
red extract-field-wrong-kind
red bad-extract-path
red unbound-output-field
red web-page-in-input
red image-in-input
red origins-malformed
red web-page-needs-mapping
red image-needs-mapping
red web-page-no-origins
red image-no-origins
yellow origins-unused
yellow web-page-required-in-collection
yellow image-required-in-collection
red duplicate-policy
red policy-scope-unresolvable
red policy-scope-conflict
red policy-empty-entry
red policy-wildcard-entry
red policy-ratelimit-invalid
red policy-constraints-unsupported
yellow policy-without-rules
yellow policy-deny-only
yellow policy-allow-deny-contradiction
yellow policy-disjoint-allow
yellow unenforced-policy-token
red tool-name-collision
yellow irreversible-no-failures
yellow irreversible-unauthenticated
yellow irreversible-unenforced-policy
`

var _ = Describe("the registry of codes (11.2)", func() {
	It("is the pinned one", func() {
		var got strings.Builder
		got.WriteByte('\n')
		for _, e := range manifest.Codes() {
			got.WriteString(string(e.Severity) + " " + e.Name + "\n")
		}
		Expect(got.String()).To(Equal(pinnedCodes))
	})

	It("explains each code once", func() {
		seen := map[string]bool{}
		for _, e := range manifest.Codes() {
			Expect(seen[e.Name]).To(BeFalse(), e.Name)
			seen[e.Name] = true
			Expect(e.Registry).To(BeElementOf("diagnostic", "lint"))
			Expect(e.Severity).To(BeElementOf(finding.Red, finding.Yellow))
			Expect(e.Title).NotTo(HaveSuffix("."), e.Name)
			Expect(e.Means).To(HaveSuffix("."), e.Name)
			Expect(e.Do).To(HaveSuffix("."), e.Name)
		}
	})

	It("holds every constant of the package, and none twice", func() {
		file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
		Expect(err).NotTo(HaveOccurred())
		constants := []string{}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
				if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
					name, err := strconv.Unquote(lit.Value)
					Expect(err).NotTo(HaveOccurred())
					constants = append(constants, name)
				}
			}
			return true
		})
		registered := []string{}
		for _, e := range manifest.Codes() {
			registered = append(registered, e.Name)
		}
		Expect(constants).To(ConsistOf(registered))
	})

	It("has every code in some table of tests", func() {
		var tests strings.Builder
		files, err := os.ReadDir(".")
		Expect(err).NotTo(HaveOccurred())
		for _, f := range files {
			if strings.HasSuffix(f.Name(), "_test.go") && f.Name() != "codes_test.go" {
				data, err := os.ReadFile(f.Name())
				Expect(err).NotTo(HaveOccurred())
				tests.Write(data)
			}
		}
		// The schema lets neither pass; a name collision needs ids that no manifest may hold.
		unreachable := map[string]bool{"sql-dsn-not-env-placeholder": true, "tool-name-collision": true}
		for _, e := range manifest.Codes() {
			if !unreachable[e.Name] {
				Expect(strings.Contains(tests.String(), e.Name)).To(BeTrue(), "no test of %s", e.Name)
			}
		}
	})
})
