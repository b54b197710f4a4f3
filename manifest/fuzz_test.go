package manifest_test

import (
	"bytes"
	"testing"

	"github.com/archverify/archverify/manifest"
)

// FuzzArtifact holds that whatever can be read as an artifact is written to a
// text that reads and writes the same again.
func FuzzArtifact(f *testing.F) {
	f.Add(load(fleet()).IR.Artifact())
	f.Add([]byte(`{"version":"0","tools":[{"id":"a.b","input":[{"name":"x","type":{"kind":"list"}}]}],"resources":{"":[]}}`))
	f.Add([]byte(`{"version":"0","tools":[{"id":"","response":{"resource":"","field":"","fields":[],"onError":{"errorResource":"","when":{"path":"","equals":[{"a":1e3}]}}}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		ir, err := manifest.ParseArtifact(data)
		if err != nil {
			return
		}
		text := ir.Artifact()
		again, err := manifest.ParseArtifact(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if !bytes.Equal(again.Artifact(), text) {
			t.Fatalf("\n%s\nbecomes\n%s", text, again.Artifact())
		}
		manifest.Collisions(ir)
	})
}
