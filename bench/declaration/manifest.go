package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/archverify/archverify/fingerprint"
)

// A made-up library: every capability lists the items of one shelf, every third
// reads one, every fourth shares a resource.
const (
	capabilityText = `capability:
  id: library.shelf-%[1]d
  description: Lists what stands on shelf %[1]d, with its state and price%[2]s.
  effect: read
  provider: stacks
  lifecycle: stable
  policies: [authenticated]
  input:
    from: { type: date, description: "The first day." }
    reader: { type: identifier, required: false }
    kind: { type: enum, values: [book, map, score] }
  output:
    items: { collection: library.Item%[3]d }
    total: { type: quantity, required: false }
%[4]s`
	bindingText = `binding:
  capabilityId: library.shelf-%[1]d
  connector:
    type: rest
    rest:
      method: GET
      path: /shelves/%[1]d/items
      baseUrl: ${STACKS_URL}
      headers: { authorization: "Bearer ${caller.accessToken}" }
      query: { from: from, kind: kind, reader: reader }
  response:
    resource: library.Item%[2]d
    collection: $.page.items[*]
    map:
      id: $.id
      title: $.title
      price: $.price
      state: { path: $.state, required: false }
  extract:
    total: $.page.total
  contract:
    source: recorded
    fingerprint: "%[3]s"
    shape:
%[4]s    verifiedAt: "2031-01-10T00:00:00Z"
    probe: { fixture: fixtures/library.shelf-%[1]d.golden.json }
`
	resourceText = `resource:
  name: library.Item%[1]d
  fields:
    id: { type: identifier }
    title: { type: text, description: "As printed on the back." }
    price: { type: money }
    state: { type: enum, values: [here, lent%[2]s], required: false }
`
	goldenText = `{"capabilityId":"library.shelf-%d","recordedAt":"2031-01-10T00:00:00Z","request":{"from":"2099-01-01","kind":"book"}}` + "\n"
)

func shape() fingerprint.Shape {
	return fingerprint.Shape{
		{Path: "$", Type: "object"}, {Path: "$.page", Type: "object"}, {Path: "$.page.items", Type: "array"}, {Path: "$.page.items[]", Type: "object"},
		{Path: "$.page.items[].id", Type: "string"}, {Path: "$.page.items[].price", Type: "object"}, {Path: "$.page.items[].price.amount", Type: "number"},
		{Path: "$.page.items[].price.currency", Type: "string"}, {Path: "$.page.items[].state", Type: "string"},
		{Path: "$.page.items[].title", Type: "string"}, {Path: "$.page.total", Type: "number"}, {Path: "$.trace", Type: "string"},
	}
}

// write makes a manifest of n capabilities. A changed one differs in every
// tenth capability and every twentieth resource.
func write(dir string, n int, changed bool) error {
	for _, d := range []string{"bindings", "fixtures"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			return err
		}
	}
	var ids, lines strings.Builder
	for _, p := range shape() {
		fmt.Fprintf(&lines, "      %q: %s\n", p.Path, p.Type)
	}
	files := map[string]string{}
	for i := range n {
		fmt.Fprintf(&ids, "  - library.shelf-%d\n", i)
		note, more := "", ""
		if changed && i%10 == 0 {
			note, more = " and its place", "    place: { type: text, required: false }\n"
		}
		files[fmt.Sprintf("shelf-%d.capability.yaml", i)] = fmt.Sprintf(capabilityText, i, note, i/4, more)
		binding := fmt.Sprintf(bindingText, i, i/4, shape().Fingerprint(), lines.String())
		if more != "" {
			binding = strings.Replace(binding, "    total: $.page.total\n", "    total: $.page.total\n    place: $.trace\n", 1)
		}
		files[fmt.Sprintf("bindings/shelf-%d.binding.yaml", i)] = binding
		files[fmt.Sprintf("fixtures/library.shelf-%d.golden.json", i)] = fmt.Sprintf(goldenText, i)
		if i%4 == 0 {
			value := ""
			if changed && i%80 == 0 {
				value = ", lost"
			}
			files[fmt.Sprintf("item%d.resource.yaml", i/4)] = fmt.Sprintf(resourceText, i/4, value)
		}
	}
	files["capabilities.yaml"] = "company: { id: library, name: The Library }\nproviders: [stacks]\ncapabilities:\n" + ids.String()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
