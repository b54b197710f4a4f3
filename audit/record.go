package audit

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// record is what is looked at of an Execution.
type record struct {
	Kind     leaf      `json:"kind"`
	Metadata *metadata `json:"metadata"`
	Spec     *spec     `json:"spec"`
	Status   *status   `json:"status"`
}

type metadata struct {
	ID           leaf `json:"id"`
	CapabilityID leaf `json:"capabilityId"`
	StartedAt    leaf `json:"startedAt"`
	CompletedAt  leaf `json:"completedAt"`
	Provider     leaf `json:"provider"`
	SessionID    leaf `json:"sessionId"`
}

type spec struct {
	Principal     leaf   `json:"principal"`
	Consumer      leaf   `json:"consumer"`
	PolicyRuleIDs leaves `json:"policyRuleIds"`
}

type status struct {
	Phase        leaf `json:"phase"`
	DenialReason leaf `json:"denialReason"`
}

// leaf is a text that may be absent; null counts as absent, anything that is no
// text as its JSON.
type leaf struct {
	text  string
	given bool
}

// UnmarshalJSON takes whatever stands there.
func (l *leaf) UnmarshalJSON(raw []byte) error {
	switch {
	case string(raw) == "null":
		return nil
	case raw[0] == '"':
		text, err := jsontext.AppendUnquote(nil, raw)
		*l = leaf{string(text), true}
		return ignoreUTF8(err)
	default:
		*l = leaf{string(raw), true}
		return nil
	}
}

// ignoreUTF8: invalid UTF-8 was replaced, which is all there is to do about it.
func ignoreUTF8(error) error { return nil }

// leaves is a list of texts; anything else is an empty one.
type leaves []string

// UnmarshalJSON takes whatever stands there.
func (l *leaves) UnmarshalJSON(raw []byte) error {
	*l = nil
	if raw[0] != '[' {
		return nil
	}
	var list []leaf
	if err := json.Unmarshal(raw, &list, lenient()); err != nil {
		return err
	}
	for _, item := range list {
		*l = append(*l, item.text)
	}
	return nil
}

// lenient reads what JavaScript reads: the last of equal keys counts.
func lenient() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// The two reasons for which a line is skipped, and a third of ours.
const (
	notJSON   = "not valid JSON"
	notRecord = "not an Execution record"
	tooLong   = "longer than 16 MiB"
)

// parse reads one line; the reason is empty when it is a record.
func parse(line []byte) (r record, reason string) {
	err := json.Unmarshal(line, &r, lenient())
	switch {
	case err != nil && !jsontext.Value(line).IsValid(lenient()):
		return r, notJSON
	case err != nil, r.Kind.text != "Execution", r.Metadata == nil, r.Status == nil:
		return r, notRecord
	}
	if r.Spec == nil {
		r.Spec = &spec{}
	}
	return r, ""
}

// compact writes a record on one line, strings and numbers in their plainest form.
func compact(line []byte) []byte {
	v := jsontext.Value(bytes.Clone(line))
	err := v.Format(lenient(), jsontext.CanonicalizeRawInts(true), jsontext.CanonicalizeRawFloats(true), jsontext.PreserveRawStrings(false),
		jsontext.EscapeForHTML(false), jsontext.EscapeForJS(false), jsontext.Multiline(false), jsontext.SpaceAfterColon(false), jsontext.SpaceAfterComma(false))
	if err != nil {
		return line // it was read as JSON already
	}
	return v
}
