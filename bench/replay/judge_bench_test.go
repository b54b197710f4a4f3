package main

import (
	"encoding/json"
	"testing"

	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// BenchmarkJudge is what one answer of the measured run costs once it is there.
func BenchmarkJudge(b *testing.B) {
	dir := b.TempDir()
	if err := writeManifest(dir, 1); err != nil {
		b.Fatal(err)
	}
	m := manifest.Load(dir)
	if !m.Valid() {
		b.Fatal(m.Issues, m.Diagnostics)
	}
	items, err := replay.Plan(m, replay.Options{})
	if err != nil {
		b.Fatal(err)
	}
	full := body(0)
	for name, answer := range map[string][]byte{"20 rows": full, "1 row": firstRow(b, full)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(answer)))
			b.ReportAllocs()
			for b.Loop() {
				v := replay.Judge(replay.Case{IR: m.IR, Tool: m.IR.Tools[0], Golden: items[0].Golden, Request: 1, Status: 200, Body: answer, Attempts: 1})
				if len(v.Findings) > 0 {
					b.Fatal(v.Detail)
				}
			}
		})
	}
}

func firstRow(b *testing.B, full []byte) []byte {
	var whole struct {
		Page    int               `json:"page"`
		Parcels []json.RawMessage `json:"parcels"`
	}
	if err := json.Unmarshal(full, &whole); err != nil {
		b.Fatal(err)
	}
	whole.Parcels = whole.Parcels[:1]
	text, err := json.Marshal(whole)
	if err != nil {
		b.Fatal(err)
	}
	return text
}
