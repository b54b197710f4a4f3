package audit

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Filter keeps the records that all of its members agree to; unset ones agree
// to everything.
type Filter struct {
	// Since is the first moment, Until the first one that is too late, compared
	// as texts with startedAt.
	Since, Until string
	Capability   string
	Phase        string
	// Principal keeps one caller's records, nil everybody's. Anonymous keeps
	// those without a principal.
	Principal *string
	Anonymous bool
}

// Format is how records are shown.
type Format string

// The closed set of formats.
const (
	Summary Format = "summary"
	JSONL   Format = "jsonl"
	CSV     Format = "csv"
)

// Formats lists every format.
func Formats() []Format { return []Format{Summary, JSONL, CSV} }

var day = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}([T ].*)?$`)

// Check says what is wrong with the wishes of a user, in the order of the rules
// (DR10.12).
func Check(format Format, f Filter) error {
	if !slices.Contains(Formats(), format) {
		return fmt.Errorf("--format must be one of summary | jsonl | csv, got '%s'", format)
	}
	for _, limit := range []struct{ flag, value string }{{"--since", f.Since}, {"--until", f.Until}} {
		if limit.value != "" && !day.MatchString(limit.value) {
			return fmt.Errorf("%s must begin with a day such as 2031-04-01, got '%s'", limit.flag, limit.value)
		}
	}
	switch {
	case f.Principal != nil && *f.Principal == "":
		return errors.New("--principal needs a value; --anonymous keeps the records without one")
	case f.Principal != nil && f.Anonymous:
		return errors.New("--principal and --anonymous are mutually exclusive")
	}
	return nil
}

func (f Filter) keeps(r *record) bool {
	m := r.Metadata
	switch {
	case f.Since != "" && strings.Compare(m.StartedAt.text, f.Since) < 0,
		f.Until != "" && strings.Compare(m.StartedAt.text, f.Until) >= 0,
		f.Capability != "" && m.CapabilityID.text != f.Capability,
		f.Phase != "" && r.Status.Phase.text != f.Phase,
		f.Anonymous && r.Spec.Principal.given,
		f.Principal != nil && (!r.Spec.Principal.given || r.Spec.Principal.text != *f.Principal):
		return false
	}
	return true
}
