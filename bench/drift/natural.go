package main

import (
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// naturalScores counts verdicts of answers that differ the way answers of one
// kind do: recorded on k handfuls of rows, replayed on another handful.
type naturalScores map[int]map[finding.Outcome]int

const (
	handful  = 3
	tries    = 5
	mostSeen = 4
)

// measure draws handfuls of rows; it needs at least nine rows to have a choice.
func (n naturalScores) measure(d *declaration, body any) {
	rows := d.rows(body)
	if d.single || len(rows) < 3*handful {
		return
	}
	random := rand.New(rand.NewPCG(1, uint64(len(rows))))
	for k := 1; k <= mostSeen; k++ {
		if n[k] == nil {
			n[k] = map[finding.Outcome]int{}
		}
		for range tries {
			var samples [][]byte
			for range k {
				samples = append(samples, d.draw(random, body))
			}
			golden, ok := d.record(samples...)
			if ok {
				n[k][finding.OutcomeOf(d.judge(golden, d.draw(random, body)).Findings)]++
			}
		}
	}
}

// draw is the answer with a handful of its rows.
func (d *declaration) draw(random *rand.Rand, body any) []byte {
	return encode(d.withRows(clone(body), func(r []any) []any {
		random.Shuffle(len(r), func(i, j int) { r[i], r[j] = r[j], r[i] })
		return r[:handful]
	}))
}

func (n naturalScores) print(w io.Writer) {
	fmt.Fprintf(w, "\n%-46s %8s %8s %8s\n", "natural variation: recorded on k samples", "green", "yellow", "red")
	for k := 1; k <= mostSeen; k++ {
		o := n[k]
		fmt.Fprintf(w, "k = %-42d %8d %8d %8d\n", k, o[finding.OutcomeGreen], o[finding.OutcomeYellow], o[finding.OutcomeRed])
	}
}

// contractOf is the contract block that the recorder writes beside a golden.
func contractOf(r *fingerprint.Result) *manifest.Contract {
	c := &manifest.Contract{Fingerprint: r.Fingerprint(), ProbeFixture: "fixtures/bench.golden.json"}
	for _, p := range r.Shape() {
		c.Shape = append(c.Shape, manifest.ShapeEntry{Path: p.Path, Type: string(p.Type)})
	}
	return c
}
