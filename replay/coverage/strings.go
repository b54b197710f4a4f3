package coverage

import (
	"strings"

	"github.com/archverify/archverify/fingerprint"
	"github.com/archverify/archverify/manifest"
)

// words is the string that stands at a place: one that its declared type and the
// recorded format allow.
func (w *drawer) words(n fingerprint.NodeID, c fingerprint.Counts) string {
	if w.currency(n) {
		return "EUR"
	}
	p := w.places[n]
	switch t := p.typ; {
	case t.Semantic == manifest.Enum && len(t.Values) > 0:
		return t.Values[0]
	case t.Semantic == manifest.WebPage:
		return onOrigin(w.pages)
	case t.Semantic == manifest.Image:
		return onOrigin(w.images)
	}
	if text, ok := ofFormat(c.Format); ok {
		return text
	}
	if text, ok := ofType(p.typ); ok && c.FormatCount == 0 {
		return text
	}
	return "text"
}

// currency reports whether a place is the currency of declared money.
func (w *drawer) currency(n fingerprint.NodeID) bool {
	parent := w.tree.Parent(n)
	return parent != fingerprint.NoNode && w.tree.Step(n) == fingerprint.StepKey && w.tree.Name(n) == "currency" &&
		w.places[parent].typ.Semantic == manifest.Money
}

// onOrigin is an address on the first declared origin. Without one every address
// is wrong, and the judge will say so.
func onOrigin(origins []string) string {
	if len(origins) == 0 {
		return "https://undeclared.invalid/"
	}
	return strings.TrimRight(strings.TrimSpace(origins[0]), "/") + "/drawn"
}

// ofFormat is a string of a recorded format; not ok when it has none to keep.
func ofFormat(f fingerprint.Format) (string, bool) {
	switch f {
	case fingerprint.FormatDate:
		return "2031-05-17", true
	case fingerprint.FormatDateTime:
		return "2031-05-17T10:20:30Z", true
	case fingerprint.FormatLocalDateTime:
		return "2031-05-17T10:20:30", true
	case fingerprint.FormatUUID:
		return "6f1c2a54-9d0b-4c37-8e21-5b7a90cd3e14", true
	case fingerprint.FormatURI:
		return "https://drawn.invalid/a", true
	case fingerprint.FormatEmail:
		return "drawn@drawn.invalid", true
	case fingerprint.FormatBoolean:
		return "true", true
	case fingerprint.FormatInteger:
		return "42", true
	case fingerprint.FormatDecimal:
		return "4.25", true
	case fingerprint.FormatHex:
		return "5eed5eed", true
	case fingerprint.FormatBase64:
		return "ZHJhd24gYW5zd2Vycw==", true
	case fingerprint.FormatTime:
		return "10:20", true
	}
	return "", false
}

// ofType is a string of a declared type, for recordings that know no formats.
func ofType(t manifest.Type) (string, bool) {
	if t.Kind != manifest.KindScalar {
		return "", false
	}
	switch t.Semantic {
	case manifest.Date:
		return ofFormat(fingerprint.FormatDate)
	case manifest.DateTime, manifest.TimeSlot:
		return ofFormat(fingerprint.FormatDateTime)
	case manifest.Quantity:
		return ofFormat(fingerprint.FormatInteger)
	}
	return "", false
}
