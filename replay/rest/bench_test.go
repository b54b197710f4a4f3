package rest_test

import (
	"testing"

	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
	"github.com/archverify/archverify/replay/rest"
)

// BenchmarkPrepare is what one request costs before anything is sent.
func BenchmarkPrepare(b *testing.B) {
	c := rest.New(rest.Options{Env: environment(map[string]string{"DEPOT": depot, "KEY": "0123456789"})})
	connector := manifest.REST{Method: "GET", Path: "/x/{p}", BaseURL: base("${DEPOT}"), Headers: headers("Authorization", "Bearer ${KEY}")}
	in, err := replay.ParseInput([]byte(`{"p":"abc","q":1}`))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, refusal := c.Prepare(tool(connector), in, replay.Caller{}); refusal != nil {
			b.Fatal(refusal.Detail)
		}
	}
}
