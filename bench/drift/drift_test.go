package main

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// answers are small ones of our own, each hard in another way.
var answers = map[string]string{
	"rows below a member": `{"total":2,"boats":[{"id":"a","built":"1987-05-01","length":7,"sail":true,"flag":null},{"id":"b","built":"1990-06-02","length":9.5,"sail":false}]}`,
	"rows at the root":    `[{"id":1,"seen":"2030-01-02T03:04:05Z","tags":["x"],"at":{"lat":1,"lon":2}},{"id":2,"seen":"2030-01-03T03:04:05Z","tags":[],"at":{"lat":3,"lon":4}}]`,
	"one object":          `{"name":"Pier 4","open":true,"depth":3.5,"since":"1950-07-08","rules":{"speed":5,"noise":[1,2]}}`,
	"mixed types":         `{"items":[{"id":"a","value":1},{"id":"b","value":"one"},{"id":"c","value":true},{"id":"d","value":{"deep":1}}]}`,
	"seldom there":        `{"items":[` + strings.Repeat(`{"id":"a","note":"x"},{"id":"b"},`, 12) + `{"id":"c","extra":[{"n":1}]}]}`,
	"nested rows":         `{"quays":[{"no":1,"berths":[{"m":4,"taken":false},{"m":6,"taken":true}]},{"no":2,"berths":[]},{"no":3,"berths":[{"m":5,"taken":true}]}]}`,
}

func TestNothingIsMissedOnOwnAnswers(t *testing.T) {
	var log strings.Builder
	s := newScores(true, &log)
	for name, text := range answers {
		var body any
		if err := json.Unmarshal([]byte(text), &body); err != nil {
			t.Fatal(name, err)
		}
		s.measure(answer{name: name, body: body})
	}
	if s.answers != len(answers) || s.skipped != 0 {
		t.Errorf("%d answers measured and %d skipped of %d", s.answers, s.skipped, len(answers))
	}
	if exit := s.print(io.Discard); exit != 0 || log.Len() > 0 {
		t.Errorf("exit %d\n%s", exit, log.String())
	}
	for _, c := range []class{breaking, drifting, harmless} {
		if len(s.of(c)) == 0 {
			t.Errorf("no change of class %s was tried", c)
		}
	}
}

// A measure that cannot fail measures nothing: an outcome that misses its class
// is counted and ends with 1.
func TestMissesAreCounted(t *testing.T) {
	s := newScores(false, io.Discard)
	d, ok := declare(map[string]any{"a": 1.0})
	if !ok {
		t.Fatal("no declaration")
	}
	golden, ok := d.record([]byte(`{"a":1}`))
	if !ok {
		t.Fatal("no golden")
	}
	s.count("x", change{breaking, "nothing at all", []byte(`{"a":1}`)}, d.judge(golden, []byte(`{"a":1}`)))
	if exit := s.print(io.Discard); exit != 1 {
		t.Errorf("exit %d, want 1", exit)
	}
}

func TestNaturalVariationIsNeverRed(t *testing.T) {
	var rows []string
	for i := range 12 {
		row := `{"id":"a","note":"x"}`
		if i%3 == 0 {
			row = `{"id":"b","note":null}`
		}
		rows = append(rows, row)
	}
	var body any
	if err := json.Unmarshal([]byte(`{"items":[`+strings.Join(rows, ",")+`]}`), &body); err != nil {
		t.Fatal(err)
	}
	s := newScores(false, io.Discard)
	s.measure(answer{name: "variation", body: body})
	for k := 1; k <= mostSeen; k++ {
		total := 0
		for outcome, n := range s.natural[k] {
			total += n
			if outcome == "red" {
				t.Errorf("%d red with %d samples", n, k)
			}
		}
		if total != tries {
			t.Errorf("%d tries with %d samples, want %d", total, k, tries)
		}
	}
}
