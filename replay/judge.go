package replay

import (
	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// Judge decides what one answer amounts to. It is pure: no I/O, no clock, the
// same Case gives the same Verdict. Its steps are the whole of the decision:
//
//	refusal    the answer cannot be judged (judge_answer.go)
//	status     the backend turned the request down (judge_answer.go)
//	scan       bytes become shape, counts and values (judge_answer.go)
//	project    values are mapped onto the declaration (project*.go)
//	declared   every declared place over every row (judge_declared.go, judge_lists.go)
//	shape      every other path against what was recorded (judge_walk.go, judge_bare.go)
//	notes      what a reader should know beside (judge_notes.go)
//	settle     one finding a change: keys, renames, folding (judge_keys.go, judge_pair.go, judge_fold.go)
//	report     shape tree, drift and the one line (judge_report.go)
//
// The status of the answer is the worst of the findings.
func Judge(c Case) Verdict {
	j := &judge{Case: c, base: newBaseline(c)}
	if r := j.refusal(); r != nil {
		return Verdict{Refused: r}
	}
	j.judgeRequest()
	if !j.accepted() {
		j.judgeStatus()
		return j.verdict()
	}
	if r := j.scan(); r != nil {
		return Verdict{Refused: r}
	}
	j.proj = project(c.IR, c.Tool, j.body, j.base)
	if j.CredentialsDropped && !j.body.Exists() {
		return Verdict{Refused: j.redirected()}
	}
	if j.judgeText() {
		return j.verdict()
	}
	j.look()
	j.judgeDeclared()
	j.judgeShape()
	if j.loginEnvelope() {
		return Verdict{Refused: j.redirected()}
	}
	j.judgeNotes()
	j.settle()
	return j.verdict()
}

// judge is one verdict in the making.
type judge struct {
	Case
	base *baseline

	result *fingerprint.Result
	body   fingerprint.Value // not existing when the answer is no JSON
	proj   *projection
	// view is the answer without the rows that onError explains; its tree is
	// what undeclared paths are judged on.
	view fingerprint.Value
	live *fingerprint.Tree
	// mixed: such rows could not be left out.
	mixed     bool
	marks     marks
	ownMarks  marks
	sightings []sighting

	candidates      map[string]bool // objects whose keys look like data, found when needed
	candidatesKnown bool
	secrets         map[*fingerprint.Tree]map[fingerprint.NodeID]bool
	keyMask         *keyMask
	pathBytes       int // of the findings so far
	unlisted        int // changed paths beyond the bounds
	lines           map[string]finding.Position
}

// sighting is a finding and where it was seen.
type sighting struct {
	finding.Finding
	// recorded and live are nodes of base.own and of judge.live, NoNode if none.
	recorded, live fingerprint.NodeID
	// whole: nothing of what was recorded is left on the path, so that whatever
	// is missing below it is no news.
	whole bool
}

// see adds a finding that concerns no node.
func (j *judge) see(f finding.Finding) {
	j.sightings = append(j.sightings, sighting{Finding: f, recorded: fingerprint.NoNode, live: fingerprint.NoNode})
}
