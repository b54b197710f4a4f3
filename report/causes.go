package report

import (
	"slices"

	"github.com/archverify/archverify/finding"
)

// cause is one thing that went wrong for one or more subjects: one dead backend
// is one line, however many capabilities ask it.
type cause struct {
	outcome  finding.Outcome
	reason   finding.Reason
	detail   string
	subjects []finding.Subject
}

// causesOf groups the subjects of one outcome that were not judged, by reason
// and detail, in the order in which they first appear.
func causesOf(subjects []finding.Subject, outcome finding.Outcome) []cause {
	type key struct {
		reason finding.Reason
		detail string
	}
	place := map[key]int{}
	var causes []cause
	for _, s := range subjects {
		if s.Outcome != outcome {
			continue
		}
		k := key{s.Reason, s.Detail}
		i, known := place[k]
		if !known {
			i = len(causes)
			place[k] = i
			causes = append(causes, cause{outcome: outcome, reason: s.Reason, detail: s.Detail})
		}
		causes[i].subjects = append(causes[i].subjects, s)
	}
	return causes
}

// of lists the subjects with one outcome, in run order.
func of(subjects []finding.Subject, outcome finding.Outcome) []finding.Subject {
	return slices.DeleteFunc(slices.Clone(subjects), func(s finding.Subject) bool { return s.Outcome != outcome })
}

// names lists how people read the subjects of a cause.
func (c cause) names() []string {
	out := make([]string, len(c.subjects))
	for i, s := range c.subjects {
		out[i] = subjectName(s)
	}
	return out
}
