package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
	"github.com/archverify/archverify/replay"
)

// correlation is how far rows of one answer agree: 0 for independent rows, 1
// when all rows of an answer are alike.
type correlation struct {
	name string
	rho  float64
}

func correlations() []correlation {
	return []correlation{{"independent", 0}, {"correlated, ρ = 0.1", 0.1}, {"correlated, ρ = 0.5", 0.5}}
}

// shares are how often the field is there, over all answers.
func shares() []float64 { return []float64{0.05, 0.2, 0.5, 0.8, 0.95, 0.99} }

// tally counts the verdicts of replays in which nothing had changed.
type tally struct {
	share float64
	// absent are yellow for what is missing, rarer those of them that say so; gained are
	// yellow for a field that no recorded row happened to have.
	absent, rarer, gained int
	thin                  int
	red                   int
}

// worst is the tally of the share with the most false alarms about absence; its
// rarer and gained are those of the shares with the most of them.
func worst(c correlation, samples, rows, runs int) tally {
	var w tally
	for i, share := range shares() {
		t := simulate(c, share, samples, rows, runs)
		gained, rarer := max(w.gained, t.gained), max(w.rarer, t.rarer)
		if i == 0 || t.absent > w.absent {
			w = t
		}
		w.gained, w.rarer = gained, rarer
	}
	return w
}

// simulate records samples and judges one more answer, many times over.
func simulate(c correlation, share float64, samples, rows, runs int) tally {
	random := rand.New(rand.NewPCG(uint64(samples*1000+rows), uint64(share*1000+c.rho*10))) //nolint:gosec // the same numbers every time
	t := tally{share: share}
	for range runs {
		var all []*fingerprint.Evidence
		for range samples {
			all = append(all, record(answer(random, c.rho, share, rows)))
		}
		t.count(judge(mergeOf(all...), answer(random, c.rho, share, rows)))
	}
	return t
}

func (t *tally) count(findings []finding.Finding) {
	if finding.OutcomeOf(findings) == finding.OutcomeRed {
		t.red++
	}
	for _, f := range findings { // there is one at most: there is one field
		switch {
		case f.Code == finding.Thin:
			t.thin++
		case f.Code == finding.Gained:
			t.gained++
		case f.Severity == finding.Yellow:
			t.absent++
			if f.Code == finding.Rarer {
				t.rarer++
			}
		}
	}
}

// answer is one of rows, of which some have the field. Every row that has it
// makes it likelier in the next, the more so the higher rho.
func answer(random *rand.Rand, rho, share float64, rows int) []byte {
	var b strings.Builder
	b.WriteString(`{"rows":[`)
	has := 0
	for i := range rows {
		if i > 0 {
			b.WriteByte(',')
		}
		p := ((1-rho)*share + rho*float64(has)) / (1 - rho + rho*float64(i))
		if random.Float64() < p {
			has++
			b.WriteString(`{"id":1,"note":"x"}`)
			continue
		}
		b.WriteString(`{"id":1}`)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

const recordedAt = "2031-01-01T00:00:00Z" // when does not matter

func record(body []byte) *fingerprint.Evidence {
	r, err := fingerprint.ScanBytes(body, fingerprint.Options{})
	if err != nil {
		panic(fmt.Sprintf("own answer: %v", err)) // it is JSON by construction
	}
	return fingerprint.NewEvidence(r, recordedAt)
}

// mergeOf is evidence of several samples.
func mergeOf(all ...*fingerprint.Evidence) *fingerprint.Evidence {
	var sum *fingerprint.Evidence
	for _, e := range all {
		sum = fingerprint.MergeEvidence(sum, e)
	}
	return sum
}

// judge hands an answer and what was recorded to the judge of verify.
func judge(evidence *fingerprint.Evidence, body []byte) []finding.Finding {
	tool := &manifest.Tool{
		ID: "bench.rows", Effect: manifest.Read, Lifecycle: manifest.Stable,
		Connector: &manifest.Connector{Type: manifest.ConnectorREST},
		Contract:  &manifest.Contract{Fingerprint: evidence.Fingerprints[0]},
	}
	golden := &replay.Golden{CapabilityID: tool.ID, Evidence: evidence}
	v := replay.Judge(replay.Case{IR: &manifest.IR{Tools: []*manifest.Tool{tool}}, Tool: tool, Golden: golden, Request: 1, Status: 200, Body: body, Attempts: 1})
	return v.Findings
}
