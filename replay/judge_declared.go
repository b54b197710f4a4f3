package replay

import (
	"fmt"
	"slices"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
)

// judgeDeclared reports on every declared place: what is missing, of another
// type, off its origins or outside its values, each with its count of rows.
func (j *judge) judgeDeclared() {
	j.judgeLists()
	j.judgePassthrough()
	for _, s := range j.proj.slots {
		j.judgePresence(s)
		j.judgeType(s)
		j.judgeOrigin(s)
		j.judgeValues(s)
	}
}

// seeSlot adds a finding about a declared place.
func (j *judge) seeSlot(f finding.Finding, s *slot, whole bool) {
	seen := sighting{Finding: f, recorded: fingerprint.NoNode, live: fingerprint.NoNode, whole: whole}
	if s.exact() && j.base.own != nil {
		if nodes := nodesAt(j.base.own, s.trail.hops); len(nodes) == 1 {
			seen.recorded = nodes[0]
		}
	}
	j.sightings = append(j.sightings, seen)
}

// judgePresence reports a declared place that is absent or null.
func (j *judge) judgePresence(s *slot) {
	t := &s.tally
	lacking := t.absent.count + t.null.count
	switch {
	case s.inner || s.gathers:
	case s.required && s.mandatory():
		if lacking > 0 {
			j.seeSlot(j.missing(s, finding.RequiredMissing, finding.Red), s, lacking == t.places)
		}
	case !s.required:
		j.judgeOptional(s, lacking)
		j.judgeAbsorbed(s)
	}
}

// missing is a finding about a declared place that lacks in some rows.
func (j *judge) missing(s *slot, code finding.Code, severity finding.Severity) finding.Finding {
	t := &s.tally
	f := finderOf(code, severity, s)
	f.From = s.known.String()
	how, first := "absent", t.absent.with(t.null)
	switch {
	case t.absent.count == 0:
		how, f.To = "null", string(fingerprint.WordNull)
	case t.null.count > 0:
		how, f.To = "absent or null", string(fingerprint.WordNull)
	}
	f.Rows, f.Of = first.count, t.places
	f.Message = fmt.Sprintf("%s (%s) is %s %s", shown(s.name), typePhrase(s), how, where(first, t.places, s.noun()))
	f.Hint = "restore it in the backend, or map the field from where it is now and record again"
	return f
}

// noun is what the places of a slot are called.
func (s *slot) noun() string {
	if s.parent == nil && s.holder > 0 {
		return "row"
	}
	if s.parent == nil {
		return "answer"
	}
	return "place"
}

// judgeOptional holds the rows that lack an optional field against what was
// recorded. Without evidence one row is enough at the top, as the reference has
// it, and below only when no parent has it any more.
func (j *judge) judgeOptional(s *slot, lacking int) {
	if lacking == 0 || j.failedRowsMap(s) {
		return
	}
	has := s.tally.places - lacking
	if !j.base.evidence || !s.exact() {
		atTop := s.parent == nil && (!j.base.evidence || (has == 0 && j.mayHaveHeld(s)))
		if atTop || (s.parent != nil && has == 0 && s.exact() && s.known != 0) {
			j.seeSlot(j.missing(s, finding.OptionalMissing, finding.Yellow), s, has == 0)
		}
		return
	}
	recorded := j.base.presence(s)
	verdict := recorded.judge(presence{parents: uint64(s.tally.places), has: uint64(has)})
	code, severity := verdict.declared()
	reason := recorded.phrase()
	if severity != finding.Yellow {
		if held, now := j.heldPresence(s); held.judge(now).tells() {
			verdict = held.judge(now)
			code, severity = verdict.declared()
			reason = fmt.Sprintf("of the objects that hold it, %d of %d recorded and %d of %d now have a value", held.has, held.parents, now.has, now.parents)
		}
	}
	if code == "" {
		return
	}
	f := j.missing(s, code, severity)
	f.Message = because(f.Message, reason)
	if severity == finding.Note {
		f.Hint = "record more samples to tell variation from loss"
	}
	j.seeSlot(f, s, verdict == gone)
}

// declared is the code of an optional declared field, empty when all is usual.
func (a absence) declared() (finding.Code, finding.Severity) {
	switch a {
	case gone, short:
		return finding.OptionalMissing, finding.Yellow
	case thinly:
		return finding.Thin, finding.Note
	case rarely:
		return finding.Rarer, finding.Yellow
	case rarelyThin:
		return finding.Thin, finding.Note
	}
	return "", ""
}

// phrase says what was recorded, in counts that can be checked.
func (p presence) phrase() string {
	return fmt.Sprintf("recorded with a value in %d of %d", p.has, p.parents)
}

// judgeAbsorbed reports an optional value that consumers no longer get, because
// something it needs is missing or wrong inside it (VR3.21).
func (j *judge) judgeAbsorbed(s *slot) {
	t := &s.tally
	news := slices.IndexFunc(t.culprits, func(c culprit) bool { return !j.absorbedBefore(c) })
	if news < 0 {
		return
	}
	culprit := t.culprits[news]
	code, what := finding.OptionalWrongType, "is of another type"
	if culprit.state == missing {
		code, what = finding.OptionalMissing, "is missing"
	}
	f := finderOf(code, finding.Yellow, s)
	f.From, f.Rows, f.Of = s.known.String(), t.absorbed.count, t.places
	f.Message = fmt.Sprintf("%s (%s) cannot be used %s: its required %s %s", shown(s.name), typePhrase(s),
		where(t.absorbed, t.places, s.noun()), shown(culprit.slot.name), what)
	f.Hint = "restore the required field inside it, or declare that field optional"
	j.seeSlot(f, s, t.absorbed.count == t.places)
}

// absorbedBefore reports whether the recording already showed what makes values
// unusable now, or whether that is told by itself (a value off its origins).
func (j *judge) absorbedBefore(c culprit) bool {
	if c.state == withheldState {
		return true
	}
	if c.state == misfit {
		return j.knownMisfit(c.slot)
	}
	if c.state != missing || !j.base.evidence || !c.slot.exact() {
		return false
	}
	t := &c.slot.tally
	recorded := j.base.presence(c.slot)
	live := presence{parents: uint64(t.places), has: uint64(t.places - t.absent.count - t.null.count)}
	return recorded.has < recorded.parents && recorded.judge(live) == usual
}

// judgePassthrough refuses an answer that is handed on unmapped although its
// declared output may hold links or images (VR3.19).
func (j *judge) judgePassthrough() {
	if j.Tool.Response != nil || len(j.Tool.Extract) > 0 || !j.Tool.Passthrough() {
		return
	}
	carriers := newCarriers(j.IR)
	for _, f := range j.Tool.Output {
		if f.Type.Identity || !carriers.carries(f.Type) {
			continue
		}
		j.see(finding.Finding{
			Code: finding.OffOrigin, Severity: finding.Red, Path: "$", Field: f.Name, Position: at(f.Pos),
			Message: fmt.Sprintf("output field %q may hold links or images, but the binding has no response or extract mapping, so no value can be checked against the declared origins", f.Name),
			Hint:    "map the output in the binding",
		})
		return
	}
}
