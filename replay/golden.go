package replay

import (
	"errors"
	"fmt"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/fingerprint"
	"github.com/go-json-experiment/json/jsontext"
)

// Golden is a golden file: the recorded question and the evidence of its
// answers. It never holds a value of an answer.
type Golden struct {
	CapabilityID string
	RecordedAt   string
	Request      Input
	// CollectionNonEmpty is expects.collectionNonEmpty, nil when not given.
	CollectionNonEmpty *bool
	// Identity and NegativeIdentity are the principals of a sql replay.
	Identity, NegativeIdentity *string
	// Evidence is nil for a golden of the reference.
	Evidence *fingerprint.Evidence
	Also     []AlsoRequest
	// Nonconforming are declared places whose recorded values did not fit their
	// declaration, as unambiguous paths: more of that is no news.
	Nonconforming []string

	// members are those of the file as read, so that what people added by hand,
	// known or not, survives rewriting.
	members rawObject
}

// AlsoRequest is a further recorded question of the same capability.
type AlsoRequest struct {
	Request  Input
	Evidence *fingerprint.Evidence

	members rawObject
}

// The members of a golden file, in the order in which a new one has them.
const (
	keyCapabilityID     = "capabilityId"
	keyRecordedAt       = "recordedAt"
	keyRequest          = "request"
	keyExpects          = "expects"
	keyIdentity         = "identity"
	keyNegativeIdentity = "negativeIdentity"
	keyEvidence         = "evidence"
	keyAlsoRequests     = "alsoRequests"
)

// ParseGolden reads the text of a golden file. Only the request must be there
// and an object (O7); members it does not know are kept for Bytes. Evidence of
// an unknown version is an error that names it.
func ParseGolden(data []byte) (*Golden, error) {
	members, err := parseRawObject(data)
	if err != nil {
		return nil, err
	}
	g := &Golden{members: members}
	g.CapabilityID = members.value(keyCapabilityID).Str()
	g.RecordedAt = members.value(keyRecordedAt).Str()
	g.Identity = principal(members.value(keyIdentity))
	g.NegativeIdentity = principal(members.value(keyNegativeIdentity))
	if g.Request, g.Evidence, err = readQuestion(members); err != nil {
		return nil, err
	}
	if g.CollectionNonEmpty, err = readExpects(members.value(keyExpects)); err != nil {
		return nil, err
	}
	if g.Nonconforming, err = readNonconforming(members); err != nil {
		return nil, err
	}
	g.Also, err = readAlso(members)
	return g, err
}

// Question returns the n-th recorded question (1 is the golden's own) and its
// evidence; ok is false when there is no such question.
func (g *Golden) Question(n int) (request Input, evidence *fingerprint.Evidence, ok bool) {
	switch {
	case n == 1:
		return g.Request, g.Evidence, true
	case n >= 2 && n-2 < len(g.Also):
		return g.Also[n-2].Request, g.Also[n-2].Evidence, true
	}
	return Input{}, nil, false
}

// Bytes is the file's text: two-space JSON and a final newline (VR5.7). Members
// keep the order of the file that was read.
func (g *Golden) Bytes() []byte {
	members := g.members.clone()
	members.setText(keyCapabilityID, g.CapabilityID)
	members.setText(keyRecordedAt, g.RecordedAt)
	members.set(keyRequest, g.Request.JSON())
	members.setEvidence(g.Evidence)
	members.setNonconforming(g.Nonconforming)
	if len(g.Also) == 0 {
		members.remove(keyAlsoRequests)
	} else {
		members.set(keyAlsoRequests, g.alsoText())
	}
	text := jsontext.Value(members.text())
	// The text is valid JSON by construction, so that indenting cannot refuse it.
	_ = text.Indent(jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return append(text, '\n')
}

func (g *Golden) alsoText() string {
	texts := make([]string, len(g.Also))
	for i, also := range g.Also {
		members := also.members.clone()
		members.set(keyRequest, also.Request.JSON())
		members.setEvidence(also.Evidence)
		texts[i] = members.text()
	}
	return "[" + strings.Join(texts, ",") + "]"
}

// readQuestion reads request and evidence, of a golden or of a further request.
func readQuestion(members rawObject) (Input, *fingerprint.Evidence, error) {
	request, ok := members.lookup(keyRequest)
	if !ok {
		return Input{}, nil, errors.New(`it has no "request"`)
	}
	value, err := ParseValue(request)
	if err != nil {
		return Input{}, nil, fmt.Errorf(`read "request": %w`, err)
	}
	if value.Kind() != ValueObject {
		return Input{}, nil, fmt.Errorf(`"request" must be an object, this is %s`, value.Kind().article())
	}
	raw, ok := members.lookup(keyEvidence)
	if !ok || string(raw) == "null" {
		return value.Object(), nil, nil
	}
	evidence, err := fingerprint.ParseEvidence(raw)
	if err != nil {
		return Input{}, nil, fmt.Errorf(`read "evidence": %w`, err)
	}
	return value.Object(), evidence, nil
}

func readExpects(expects Value) (*bool, error) {
	wanted, ok := expects.Object().Lookup("collectionNonEmpty")
	if !ok || wanted.Kind() == ValueNull {
		return nil, nil
	}
	if wanted.Kind() != ValueBoolean {
		// Taking a mistyped expectation for none would be a silent green.
		return nil, fmt.Errorf(`"expects.collectionNonEmpty" must be true or false, this is %s`, wanted.Kind().article())
	}
	b := wanted.Bool()
	return &b, nil
}

func readAlso(members rawObject) ([]AlsoRequest, error) {
	raw, ok := members.lookup(keyAlsoRequests)
	if !ok || string(raw) == "null" {
		return nil, nil
	}
	if raw.Kind() != '[' {
		return nil, fmt.Errorf("%q must be a list", keyAlsoRequests)
	}
	items, err := rawElements(raw)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", keyAlsoRequests, err)
	}
	var all []AlsoRequest
	for i, item := range items {
		entry, err := parseRawObject(item)
		also := AlsoRequest{members: entry}
		if err == nil {
			also.Request, also.Evidence, err = readQuestion(entry)
		}
		if err != nil {
			return nil, fmt.Errorf("read %s[%d]: %w", keyAlsoRequests, i, err)
		}
		all = append(all, also)
	}
	return all, nil
}

func principal(identity Value) *string {
	v, ok := identity.Object().Lookup("principal")
	if !ok || v.Kind() != ValueString {
		return nil
	}
	text := v.Str()
	return &text
}

// setText stores a text; an empty one that the file lacked stays out.
func (o *rawObject) setText(name, text string) {
	if text != "" || o.index(name) >= 0 {
		o.set(name, StringValue(text).JSON)
	}
}

// setEvidence stores evidence, or removes the member when there is none.
func (o *rawObject) setEvidence(e *fingerprint.Evidence) {
	if e == nil {
		o.remove(keyEvidence)
		return
	}
	text, err := e.MarshalJSON()
	if err != nil {
		o.remove(keyEvidence)
		return
	}
	o.set(keyEvidence, string(text))
}

// quoteKey is the JSON text of a key.
func quoteKey(name string) string { return string(finding.AppendJSONString(nil, name)) }
