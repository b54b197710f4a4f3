package manifest_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/archverify/archverify/manifest"
)

// generated is a valid manifest of n bound capabilities, each with a resource
// and a recorded contract of its own.
func generated(n int) fstest.MapFS {
	files := fstest.MapFS{}
	var catalog strings.Builder
	catalog.WriteString("company: {id: fleet}\nproviders: [yard]\ncapabilities:\n")
	for i := range n {
		fmt.Fprintf(&catalog, "  - depot%d.list-carts\n", i)
		id := fmt.Sprintf("depot%d", i)
		files[id+".capability.yaml"] = &fstest.MapFile{Data: fmt.Appendf(nil, `capability:
  id: %[1]s.list-carts
  description: List the carts of a depot.
  effect: read
  provider: yard
  policies: [authenticated]
  input:
    day: { type: date }
    size: { type: enum, values: [small, large], required: false }
  output:
    carts: { collection: Cart }
    total: { type: quantity }
`, id)}
		files[id+".resource.yaml"] = &fstest.MapFile{Data: fmt.Appendf(nil, `resource:
  name: %[1]s.Cart
  fields:
    plate: { type: identifier }
    load: { type: quantity, required: false }
    photo: { type: image, required: false }
`, id)}
		files["bindings/"+id+".binding.yaml"] = &fstest.MapFile{Data: fmt.Appendf(nil, `binding:
  capabilityId: %[1]s.list-carts
  connector:
    type: rest
    rest:
      method: GET
      path: /depots/%[1]s/carts
      baseUrl: "${YARD_URL}"
      headers:
        Authorization: "Bearer ${caller.accessToken}"
  response:
    collection: "$.carts[*]"
    resource: Cart
    map:
      plate: "$.plate"
      load: "$.load"
      photo: "$.photo"
  extract:
    total: "$.total"
  origins:
    images: ["https://img.yard.example"]
  contract:
    source: recorded
    fingerprint: "sha256:3f34feb8fd30afdb751dafa7d28308c376f1f448028d376d36f52a918e89fb07"
    probe: { fixture: fixtures/%[1]s.json }
    shape:
      "$": object
      "$.carts": array
      "$.carts[]": object
      "$.carts[].plate": string
      "$.carts[].load": number
      "$.total": number
`, id)}
	}
	files["capabilities.yaml"] = &fstest.MapFile{Data: []byte(catalog.String())}
	return files
}

// BenchmarkLoad loads manifests of different sizes; the cost a capability must
// not grow with the size.
func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		files := flat(generated(n))
		b.Run(fmt.Sprintf("capabilities=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if m := manifest.LoadFS(files, "generated"); !m.Valid() {
					b.Fatal(m.Issues, m.Diagnostics)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/capability")
		})
	}
}

// TestLoadIsLinear counts allocations, which do not depend on the machine.
func TestLoadIsLinear(t *testing.T) {
	perCapability := func(n int) float64 {
		files := flat(generated(n))
		return testing.AllocsPerRun(1, func() { manifest.LoadFS(files, "generated") }) / float64(n)
	}
	small, large := perCapability(50), perCapability(500)
	if large > 1.2*small {
		t.Errorf("%.0f allocations a capability among 50, %.0f among 500", small, large)
	}
}
