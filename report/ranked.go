package report

import (
	"cmp"
	"slices"

	"github.com/archverify/archverify/finding"
)

// entry is one finding that a report may show, with the subjects that share it:
// the same thing seen on several subjects is one entry.
type entry struct {
	subjects []finding.Subject
	finding  finding.Finding
	// pair is the other half of a rename or move, told together with it.
	pair *finding.Finding
}

// kind is what entries are grouped by.
type kind struct {
	family, severity, code, path, field, from, to, message, hint, state, pair string
}

// ranked lists what was found, red before yellow before notes, new before
// already there, then in run order; one cause is one entry.
func ranked(run *finding.Run) []entry {
	var entries []entry
	place := map[kind]int{}
	for _, s := range run.Subjects {
		pairs := pairsOf(s.Findings)
		for _, f := range s.Findings {
			if pairs.second[f.Identity] {
				continue
			}
			pair := pairs.of(f)
			k := kindOf(family(run, s), f, pair)
			i, known := place[k]
			if !known {
				i = len(entries)
				place[k] = i
				entries = append(entries, entry{finding: f, pair: pair})
			}
			entries[i].subjects = append(entries[i].subjects, s)
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		return cmp.Or(
			cmp.Compare(a.finding.Severity.Rank(), b.finding.Severity.Rank()),
			cmp.Compare(stateRank(a.finding), stateRank(b.finding)),
		)
	})
	return entries
}

func kindOf(family string, f finding.Finding, pair *finding.Finding) kind {
	k := kind{
		family: family, severity: string(f.Severity), code: string(f.Code), path: f.Path, field: f.Field,
		from: f.From, to: f.To, message: f.Message, hint: f.Hint, state: f.State,
	}
	if pair != nil {
		k.pair = pair.Path
	}
	return k
}

func stateRank(f finding.Finding) int {
	if f.State == finding.StateKnown {
		return 1
	}
	return 0
}

// pairing knows which findings of one subject are told together.
type pairing struct {
	byIdentity map[string]finding.Finding
	second     map[string]bool
}

// pairsOf matches findings that name each other. The first of a pair in
// canonical order is the worse one: it tells both.
func pairsOf(findings []finding.Finding) pairing {
	p := pairing{map[string]finding.Finding{}, map[string]bool{}}
	for _, f := range findings {
		if f.PairedWith != "" {
			p.byIdentity[f.Identity] = f
		}
	}
	for _, f := range findings {
		other, known := p.byIdentity[f.PairedWith]
		if known && other.PairedWith == f.Identity && f.Identity != other.Identity && !p.second[f.Identity] {
			p.second[other.Identity] = true
		}
	}
	return p
}

// of is the finding that f tells as well, nil for none.
func (p pairing) of(f finding.Finding) *finding.Finding {
	if other, known := p.byIdentity[f.PairedWith]; known && p.second[other.Identity] {
		return &other
	}
	return nil
}
