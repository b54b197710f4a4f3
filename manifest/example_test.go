package manifest_test

import (
	"fmt"
	"testing/fstest"

	"github.com/archverify/archverify/manifest"
)

func ExampleLoadFS() {
	m := manifest.LoadFS(fstest.MapFS{
		"capabilities.yaml": {Data: []byte("company: {id: depot}\ncapabilities: [depot.list-carts]\nproviders: [yard]\n")},
		"carts.capability.yaml": {Data: []byte(
			"capability:\n  id: depot.list-carts\n  description: List carts.\n  effect: reed\n  provider: yard\n")},
	}, "depot")
	for _, issue := range m.Issues {
		for _, v := range issue.Violations {
			fmt.Printf("%s:%d:%d: %s %s\n", v.Pos.File, v.Pos.Line, v.Pos.Column, v.Pointer, v.Text)
		}
	}
	// Output:
	// carts.capability.yaml:4:11: /capability/effect must be equal to one of the allowed values (got "reed")
}
