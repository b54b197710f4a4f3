package manifest_test

import (
	"maps"
	"strings"
	"testing/fstest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/archverify/archverify/manifest"
)

// The depot is the manifest that most tables change one thing in.
const (
	catalogYAML    = "capabilities.yaml"
	capabilityYAML = "depot.list-carts.capability.yaml"
	resourceYAML   = "depot.cart.resource.yaml"
	bindingYAML    = "bindings/depot.list-carts.binding.yaml"
)

func depot() map[string]string {
	return map[string]string{
		catalogYAML: `company:
  id: depot
capabilities: [depot.list-carts]
providers: [yard]
`,
		capabilityYAML: `capability:
  id: depot.list-carts
  description: List the carts that stand idle.
  effect: read
  provider: yard
  output:
    carts: { collection: Cart }
`,
		resourceYAML: `resource:
  name: depot.Cart
  fields:
    plate: { type: identifier }
    load: { type: quantity, required: false }
`,
		bindingYAML: `binding:
  capabilityId: depot.list-carts
  connector:
    type: rest
    rest: { method: GET, path: /carts }
  response:
    collection: "$.items[*]"
    resource: Cart
    map:
      plate: "$.id"
      load: "$.l"
`,
	}
}

// A change turns one manifest into another.
type change func(files map[string]string)

// put writes a whole file.
func put(file, text string) change {
	return func(files map[string]string) { files[file] = text }
}

// drop deletes a file.
func drop(file string) change {
	return func(files map[string]string) { delete(files, file) }
}

// edit replaces the one place in a file that holds a text.
func edit(file, old, text string) change {
	return func(files map[string]string) {
		GinkgoHelper()
		Expect(strings.Count(files[file], old)).To(Equal(1), "%q in %s", old, file)
		files[file] = strings.Replace(files[file], old, text, 1)
	}
}

// appendTo adds lines to a file.
func appendTo(file, text string) change {
	return func(files map[string]string) { files[file] += text }
}

// all makes several changes.
func all(changes ...change) change {
	return func(files map[string]string) {
		GinkgoHelper()
		for _, c := range changes {
			c(files)
		}
	}
}

func unchanged(map[string]string) {}

func load(files map[string]string) *manifest.Manifest {
	fsys := fstest.MapFS{}
	for name, text := range maps.All(files) {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return manifest.LoadFS(fsys, "depot")
}

// changed loads the depot with a change.
func changed(c change) *manifest.Manifest {
	GinkgoHelper()
	files := depot()
	c(files)
	return load(files)
}

// codesOf lists the diagnostics as "error code" and "warning code".
func codesOf(m *manifest.Manifest) []string {
	out := []string{}
	for _, d := range m.Diagnostics {
		out = append(out, string(d.Severity)+" "+string(d.Code))
	}
	return out
}

// issuesOf lists the issues as "file: message".
func issuesOf(m *manifest.Manifest) []string {
	out := []string{}
	for _, i := range m.Issues {
		out = append(out, i.File+": "+i.Message)
	}
	return out
}

func policy(id, metadata, spec string) string {
	return "apiVersion: archstone/v1\nkind: Policy\nmetadata: {id: " + id + ", name: A rule" + metadata + "}\nspec: " + spec + "\n"
}
