package replay

import (
	"fmt"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/manifest"
)

// judgeType reports declared places whose value is of another type: by the
// table of declared types, or because its JSON type moved from the recorded one.
func (j *judge) judgeType(s *slot) {
	t := &s.tally
	rows := t.misfit.with(t.moved)
	if rows.count == 0 || (!s.mandatory() && j.knownMisfit(s)) {
		return
	}
	code, severity := finding.OptionalWrongType, finding.Yellow
	switch {
	case s.mandatory():
		code, severity = finding.RequiredWrongType, finding.Red
	case s.required && t.moved.count == 0 && !s.gathered():
		return // dropped with the optional value that holds it, and told there
	}
	f := finderOf(code, severity, s)
	f.From, f.To, f.Rows, f.Of = s.known.String(), t.shown.String(), rows.count, t.places
	f.Message = fmt.Sprintf("%s (%s) is of another type %s: %s", shown(s.name), typePhrase(s),
		where(rows, t.places, s.noun()), typeChange(s))
	f.Hint = "restore the type in the backend, or change the declaration and record again"
	j.seeSlot(f, s, rows.count == t.places)
}

// typeChange tells what was expected and what came.
func typeChange(s *slot) string {
	came := s.tally.shown.String()
	if s.known == 0 || s.known.String() == came {
		return fmt.Sprintf("%s that does not fit %s", came, s.typ.String())
	}
	return fmt.Sprintf("%s was recorded, %s came", s.known, came)
}

// knownMisfit reports whether every type that does not fit was already recorded,
// so that it is no news.
func (j *judge) knownMisfit(s *slot) bool {
	if !j.base.evidence || s.tally.shown&^s.known != 0 {
		return false
	}
	return s.tally.shown&fittingWords(s.typ) == 0 || j.knownOutside(s)
}

// fittingWords are the JSON types that may fit a declared type (table 3.5).
func fittingWords(t manifest.Type) words {
	const primitive = hasString | hasNumber | hasBoolean
	switch {
	case t.Kind == manifest.KindList, t.Kind == manifest.KindCollection:
		return hasArray
	case t.Kind == manifest.KindResource && !t.Identity:
		return hasObject
	case t.Kind == manifest.KindResource:
		return primitive
	}
	switch t.Semantic {
	case manifest.PreferenceSet:
		return hasArray
	case manifest.Money:
		return hasObject
	case manifest.Party, manifest.DateRange:
		return primitive | hasObject
	case manifest.WebPage, manifest.Image:
		return hasString
	}
	return primitive
}

// judgeOrigin reports values outside the declared origins.
func (j *judge) judgeOrigin(s *slot) {
	t := &s.tally
	if t.offOrigin.count == 0 {
		return
	}
	f := finderOf(finding.OffOrigin, finding.Red, s)
	places := max(t.places, t.offOrigin.count)
	f.Rows, f.Of = t.offOrigin.count, places
	f.Message = fmt.Sprintf("%s (%s) lies outside the declared origins %s", shown(s.name), typePhrase(s),
		where(t.offOrigin, places, s.noun()))
	f.Hint = "declare the origin in the binding's origins block if it is yours, else repair the backend"
	j.seeSlot(f, s, false)
}

// judgeValues reports declared values that no longer are what they are declared
// to be; never the values themselves.
func (j *judge) judgeValues(s *slot) {
	t := &s.tally
	if t.outside.count == 0 || (s.expects == enumMember && j.knownOutside(s)) {
		return
	}
	code, what := finding.ValueNotOfType, "is no "+s.typ.String()
	if s.expects == enumMember {
		code, what = finding.ValueOutsideEnum, fmt.Sprintf("is none of the %d declared values", len(s.typ.Values))
	}
	f := finderOf(code, finding.Yellow, s)
	f.Rows, f.Of = t.outside.count, t.places
	f.Message = fmt.Sprintf("%s (%s) %s %s; the recorded answers conformed", shown(s.name), typePhrase(s), what,
		where(t.outside, t.places, s.noun()))
	f.Hint = "extend the declaration if the new value is meant, else repair the backend"
	j.seeSlot(f, s, false)
}
