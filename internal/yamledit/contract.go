package yamledit

import (
	"errors"
	"strings"
)

// Contract is what a binding's contract block is to say.
type Contract struct {
	Fingerprint string
	// Shape lists paths and types in the order in which they are written; nil
	// leaves the shape out.
	Shape []ShapeLine
	// VerifiedAt is left alone when empty.
	VerifiedAt string
	// Fixture is left alone when empty, which only an existing block allows.
	Fixture string
}

// ShapeLine is one path and its type word.
type ShapeLine struct {
	Path, Type string
}

// SetContract writes the contract block of a binding document: lines of an
// existing block change in place, a new block becomes the last child of
// `binding`. A *RefusalError says which line cannot be edited.
func (d *Document) SetContract(c Contract) error {
	binding, err := d.find("binding")
	if err != nil {
		return refused(err)
	}
	var missing *missingKeyError
	if _, err := d.child(binding, "contract"); errors.As(err, &missing) {
		return d.addContract(binding, c)
	}
	for _, step := range []func(Contract) error{d.setSource, d.setFingerprint, d.setShape, d.setVerifiedAt, d.setFixture} {
		if err := step(c); err != nil {
			return refused(err)
		}
	}
	return nil
}

// UpdateFingerprint rewrites fingerprint and shape of an existing contract block
// and nothing else (VR8.21, VR8.22).
func (d *Document) UpdateFingerprint(fingerprint string, shape []ShapeLine) error {
	contract, err := d.find("binding", "contract")
	if err == nil {
		_, err = d.child(contract, "fingerprint")
	}
	var missing *missingKeyError
	if errors.As(err, &missing) {
		return &RefusalError{Reason: "no contract fingerprint to update"}
	}
	c := Contract{Fingerprint: fingerprint, Shape: shape}
	if err == nil {
		err = d.setFingerprint(c)
	}
	if err == nil {
		err = d.setShape(c)
	}
	return refused(err)
}

// refused gives every error of this package one type.
func refused(err error) error {
	var missing *missingKeyError
	if errors.As(err, &missing) {
		return &RefusalError{Reason: missing.Error()}
	}
	return err
}

func (d *Document) addContract(binding block, c Contract) error {
	lines := []string{
		"contract:",
		"  source: recorded",
		"  fingerprint: " + Quote(c.Fingerprint),
	}
	if c.Shape != nil {
		lines = append(lines, "  shape:")
		for _, s := range shapeTexts(c.Shape) {
			lines = append(lines, indented(4, s)...)
		}
	}
	if c.VerifiedAt != "" {
		lines = append(lines, "  verifiedAt: "+Quote(c.VerifiedAt))
	}
	lines = append(lines, "  probe:", "    fixture: "+Scalar(c.Fixture))
	d.replace(binding.end, binding.end, indented(binding.childIndent, lines))
	return nil
}

func (d *Document) setSource(Contract) error {
	return d.setScalar([]string{"binding", "contract"}, "source", "recorded", "")
}

func (d *Document) setFingerprint(c Contract) error {
	return d.setScalar([]string{"binding", "contract"}, "fingerprint", Quote(c.Fingerprint), "source")
}

func (d *Document) setVerifiedAt(c Contract) error {
	if c.VerifiedAt == "" {
		return nil
	}
	contract, err := d.find("binding", "contract")
	if err != nil {
		return err
	}
	after := "fingerprint"
	if _, err := d.child(contract, "shape"); err == nil {
		after = "shape"
	}
	return d.setScalar([]string{"binding", "contract"}, "verifiedAt", Quote(c.VerifiedAt), after)
}

func (d *Document) setFixture(c Contract) error {
	if c.Fixture == "" {
		return nil
	}
	contract, err := d.find("binding", "contract")
	if err != nil {
		return err
	}
	var missing *missingKeyError
	if _, err := d.child(contract, "probe"); errors.As(err, &missing) {
		lines := []string{"probe:", "  fixture: " + Scalar(c.Fixture)}
		d.replace(contract.end, contract.end, indented(contract.childIndent, lines))
		return nil
	}
	return d.setScalar([]string{"binding", "contract", "probe"}, "fixture", Scalar(c.Fixture), "")
}

// setScalar gives a key of a block a one-line value and keeps the comment behind
// it. A key that is missing is added after another one, or first.
func (d *Document) setScalar(path []string, key, value, after string) error {
	b, err := d.find(path...)
	if err != nil {
		return err
	}
	e, err := d.child(b, key)
	var missing *missingKeyError
	if errors.As(err, &missing) {
		at := b.body
		if previous, err := d.child(b, after); err == nil {
			at = previous.end
		}
		d.replace(at, at, indented(b.childIndent, []string{key + ": " + value}))
		return nil
	}
	if err != nil {
		return err
	}
	old, comment, err := d.oneLine(e)
	if err != nil {
		return err
	}
	if unquoted(old) != unquoted(value) {
		d.lines[e.line].text = e.head + " " + value + comment
	}
	return nil
}

// oneLine returns the value and the comment of an entry whose value is a plain
// or quoted scalar on its own line.
func (d *Document) oneLine(e entry) (value, comment string, err error) {
	value, comment = splitComment(e.rest)
	value = strings.TrimSpace(value)
	several := &RefusalError{e.line + 1, "the value of '" + e.key + ":' spans several lines, which a line edit cannot touch safely"}
	for i := e.line + 1; i < e.end; i++ {
		if !isBlank(d.lines[i].text) && !isComment(d.lines[i].text) {
			return "", "", several
		}
	}
	if value == "" {
		return "", comment, nil
	}
	if (value[0] == '"' || value[0] == '\'') && quoteEnd(value, value[0]) != len(value) {
		return "", "", several
	}
	if strings.ContainsRune("&*!|>{[", rune(value[0])) {
		return "", "", &RefusalError{e.line + 1, "the value of '" + e.key + ":' is no plain or quoted text, which a line edit cannot touch safely"}
	}
	return value, comment, nil
}

// unquoted compares scalars however they are quoted.
func unquoted(value string) string {
	if value == "" {
		return value
	}
	if length, text := readKey(value + ":"); length > 0 && (value[0] == '"' || value[0] == '\'') {
		return text
	}
	return value
}

func indented(by int, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = strings.Repeat(" ", by) + l
	}
	return out
}
