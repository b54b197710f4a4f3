package github

import (
	"encoding/base64"
	"encoding/json"
	"regexp"
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report"
)

// state is what a comment or issue remembers for the next run, hidden in it.
type state struct {
	// Since is when the present trouble was first seen, Green when the last
	// complete green run before it was; RFC 3339, may be empty.
	Since string `json:"since,omitempty"`
	Green string `json:"green,omitempty"`
	// Hit are the subjects that were in trouble since then.
	Hit []string `json:"hit,omitempty"`
	// Open are the findings that stand.
	Open []report.Carried `json:"open,omitempty"`
}

const (
	mostOpen = 200
	mostHit  = 50
	// stateBytes bounds the hidden line, so that it never crowds out the text.
	stateBytes = 12_000
)

var stateLine = regexp.MustCompile(`<!-- archverify:state ([A-Za-z0-9_-]*) -->`)

// String renders the state as an HTML comment; findings that do not fit are
// forgotten, last first.
func (s state) String() string {
	for {
		text, err := json.Marshal(s)
		if err != nil {
			return "" // strings only: cannot happen
		}
		packed := base64.RawURLEncoding.EncodeToString(text)
		if len(packed) <= stateBytes || len(s.Open) == 0 {
			return "<!-- archverify:state " + packed + " -->"
		}
		s.Open = s.Open[:len(s.Open)/2]
	}
}

// parseState reads the state of a text; whatever is wrong with it, the state is
// then empty.
func parseState(text string) state {
	var s state
	all := stateLine.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return s
	}
	packed, err := base64.RawURLEncoding.DecodeString(all[len(all)-1][1]) // what stands before ours may quote anything
	if err != nil || json.Unmarshal(packed, &s) != nil || len(s.Open) > mostOpen || len(s.Hit) > mostHit {
		return state{}
	}
	return s
}

// carry lists the earlier findings about what this run could not ask, or, where
// it asked for a selection, did not.
func carry(open []report.Carried, run *finding.Run) []report.Carried {
	outcome := map[string]finding.Outcome{}
	for _, s := range run.Subjects {
		outcome[named(s)] = s.Outcome
	}
	var out []report.Carried
	for _, c := range open {
		of, here := outcome[c.Subject]
		if of == finding.OutcomeUnverified || !here && run.Selected {
			out = append(out, c)
		}
	}
	return out
}

// openNow lists what stands after this run: its findings, then what it carries.
func openNow(run *finding.Run, carried []report.Carried) []report.Carried {
	var out []report.Carried
	for _, s := range run.Subjects {
		for _, f := range s.Findings {
			if f.Severity != finding.Note && len(out) < mostOpen {
				out = append(out, report.Carried{Subject: named(s), Code: string(f.Code), Path: cut(f.Path)})
			}
		}
	}
	return append(out, carried[:min(len(carried), mostOpen-len(out))]...)
}

// hitNow adds the subjects in trouble to those that were before.
func hitNow(before []string, run *finding.Run) []string {
	out := slices.Clone(before)
	for _, s := range run.Subjects {
		troubled := s.Outcome == finding.OutcomeRed || s.Outcome == finding.OutcomeYellow || s.Outcome == finding.OutcomeUnverified
		if name := cut(named(s)); troubled && len(out) < mostHit && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// named tells a subject from those of the same id in other environments.
func named(s finding.Subject) string {
	if s.Run == "" {
		return s.ID
	}
	return s.Run + ": " + s.ID
}

// cut keeps a path short: a key that a backend chose may be of any length.
func cut(path string) string {
	const most = 120
	if r := []rune(path); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return path
}
