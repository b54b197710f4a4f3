package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/replay"
)

const recordedAt = "2030-01-02T03:04:05Z" // when does not matter to a verdict

// tally counts the verdicts of one operator.
type tally struct {
	class    class
	operator string
	outcomes map[finding.Outcome]int
	missed   int
}

type scores struct {
	tallies          map[string]*tally
	answers, skipped int
	verbose          bool
	log              io.Writer
	natural          naturalScores
}

func newScores(verbose bool, log io.Writer) *scores {
	return &scores{tallies: map[string]*tally{}, verbose: verbose, log: log, natural: naturalScores{}}
}

// measure records an answer and judges every change of it.
func (s *scores) measure(a answer) {
	d, ok := declare(a.body)
	if !ok {
		s.skipped++
		return
	}
	golden, ok := d.record(encode(a.body))
	if !ok {
		s.skipped++
		return
	}
	s.answers++
	for _, c := range d.changes(a.body) {
		s.count(a.name, c, d.judge(golden, c.text))
	}
	s.natural.measure(d, a.body)
}

// record makes the golden of one or more samples, as the recorder would.
func (d *declaration) record(samples ...[]byte) (*replay.Golden, bool) {
	var evidence *fingerprint.Evidence
	for _, text := range samples {
		result, err := fingerprint.ScanBytes(text, fingerprint.Options{})
		if err != nil {
			return nil, false
		}
		one := fingerprint.NewEvidence(result, recordedAt)
		if evidence == nil {
			evidence = one
			d.tool.Contract = contractOf(result)
			continue
		}
		evidence = fingerprint.MergeEvidence(evidence, one)
	}
	request, err := replay.ParseInput([]byte("{}"))
	return &replay.Golden{CapabilityID: d.tool.ID, RecordedAt: recordedAt, Request: request, Evidence: evidence}, err == nil
}

func (d *declaration) judge(golden *replay.Golden, body []byte) replay.Verdict {
	return replay.Judge(replay.Case{IR: d.ir, Tool: d.tool, Golden: golden, Request: 1, Status: 200, Body: body, Attempts: 1})
}

func (s *scores) count(name string, c change, v replay.Verdict) {
	t := s.tallies[c.operator]
	if t == nil {
		t = &tally{class: c.class, operator: c.operator, outcomes: map[finding.Outcome]int{}}
		s.tallies[c.operator] = t
	}
	outcome := finding.OutcomeOf(v.Findings)
	t.outcomes[outcome]++
	if met(c.class, outcome) {
		return
	}
	t.missed++
	if s.verbose {
		fmt.Fprintf(s.log, "missed: %s: %s: %s (%s)\n", name, c.operator, outcome, v.Detail)
	}
}

// met reports whether an outcome is what its class must get.
func met(c class, o finding.Outcome) bool {
	switch c {
	case breaking:
		return o == finding.OutcomeRed
	case drifting:
		return o == finding.OutcomeRed || o == finding.OutcomeYellow
	}
	return o == finding.OutcomeGreen
}

// print writes the table and returns 1 when a goal was missed.
func (s *scores) print(w io.Writer) int {
	fmt.Fprintf(w, "%d answers measured, %d without a scalar that every row has\n", s.answers, s.skipped)
	exit := 0
	for _, c := range []class{breaking, drifting, harmless} {
		total, missed := 0, 0
		fmt.Fprintf(w, "\n%-10s %-36s %8s %8s %8s %8s\n", c, "operator", "green", "yellow", "red", "missed")
		for _, t := range s.of(c) {
			o := t.outcomes
			n := o[finding.OutcomeGreen] + o[finding.OutcomeYellow] + o[finding.OutcomeRed]
			total, missed = total+n, missed+t.missed
			fmt.Fprintf(w, "%-10s %-36s %8d %8d %8d %8d\n", "", t.operator, o[finding.OutcomeGreen], o[finding.OutcomeYellow], o[finding.OutcomeRed], t.missed)
		}
		fmt.Fprintf(w, "%-10s %d of %d as they should be (%.2f %%)\n", "", total-missed, total, 100*float64(total-missed)/float64(max(total, 1)))
		if missed > 0 {
			exit = 1
		}
	}
	s.natural.print(w)
	return exit
}

func (s *scores) of(c class) []*tally {
	var out []*tally
	for _, t := range s.tallies {
		if t.class == c {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b *tally) int { return cmp.Compare(a.operator, b.operator) })
	return out
}
