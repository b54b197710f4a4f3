package replay

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// valueClass is what the strings of a declared place are held to, beyond their
// JSON type: only where the recorded answers conformed.
type valueClass uint8

const (
	anyValue valueClass = iota
	enumMember
	calendarDay
	instant
	numberText
)

// expects says what a slot's values are held to. Evidence tells whether dates,
// times and numbers in text conformed when recorded. It keeps no values, so that
// an enum is taken to have conformed wherever there is evidence: what `record`
// writes has been looked at. Without evidence nothing is known, and nothing said.
func (b *baseline) expects(s *slot) valueClass {
	if !b.evidence || s.typ.Kind != manifest.KindScalar {
		return anyValue
	}
	var seen fingerprint.Counts
	for _, n := range nodesAt(b.union, s.trail.hops) {
		seen = joinStrings(seen, b.union.Counts(n))
	}
	if seen.String == 0 || seen.Empty > 0 || s.known != hasString {
		return anyValue
	}
	switch s.typ.Semantic {
	case manifest.Enum:
		return enumMember
	case manifest.Date:
		return classWhen(seen.Format == fingerprint.FormatDate, calendarDay)
	case manifest.DateTime, manifest.TimeSlot:
		return classWhen(seen.Format == fingerprint.FormatDateTime, instant)
	case manifest.Quantity:
		return classWhen(seen.Format == fingerprint.FormatInteger || seen.Format == fingerprint.FormatDecimal, numberText)
	}
	return anyValue
}

func classWhen(conformed bool, class valueClass) valueClass {
	if conformed {
		return class
	}
	return anyValue
}

func joinStrings(a, b fingerprint.Counts) fingerprint.Counts {
	return fingerprint.Counts{String: a.String + b.String, Empty: a.Empty + b.Empty, Format: a.Format.Join(b.Format)}
}

// holds reports whether a value is of the class. Other JSON types than strings
// are judged elsewhere.
func (c valueClass) holds(v fingerprint.Value, t manifest.Type) bool {
	if c == anyValue || v.Word() != fingerprint.WordString {
		return true
	}
	switch text := v.Str(); c {
	case enumMember:
		return slices.Contains(t.Values, text)
	case calendarDay:
		return isDate(text)
	case instant:
		return isZonedTime(text)
	case numberText:
		return isNumber(text)
	}
	return true
}

// isNumber is a number in decimal digits, of any size: no name of one.
func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return (err == nil || errors.Is(err, strconv.ErrRange)) && !strings.ContainsAny(s, "nNxX_")
}

// isZonedTime is an RFC 3339 time as evidence takes it: a blank may stand for T.
func isZonedTime(s string) bool {
	if len(s) > 10 && s[10] == ' ' {
		s = s[:10] + "T" + s[11:]
	}
	return isInstant(s)
}
