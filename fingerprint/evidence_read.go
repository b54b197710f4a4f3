package fingerprint

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// evidenceLimits bound what is read from a golden, which anybody may have edited.
var evidenceLimits = Limits{Bytes: defaultBytes, Depth: 8, Paths: 2 * defaultPaths, KeyLen: 1 << 20}

// ParseEvidence reads the stored form. Unknown versions and members, counts
// that cannot be, and paths that come twice are errors that name them.
func ParseEvidence(data []byte) (*Evidence, error) {
	r, err := ScanBytes(data, Options{Limits: evidenceLimits, Keep: true})
	if err != nil {
		return nil, fmt.Errorf("read evidence: %w", err)
	}
	e, err := readEvidence(r.Root())
	if err != nil {
		return nil, fmt.Errorf("read evidence: %w", err)
	}
	return e, nil
}

// UnmarshalJSON reads the stored form as ParseEvidence does.
func (e *Evidence) UnmarshalJSON(data []byte) error {
	read, err := ParseEvidence(data)
	if err != nil {
		return err
	}
	*e = *read
	return nil
}

func readEvidence(root Value) (*Evidence, error) {
	if root.Word() != WordObject {
		return nil, fmt.Errorf("want an object, not %s", root.Word())
	}
	v := root.Member("v")
	if !v.Exists() {
		return nil, fmt.Errorf("no version %q", "v")
	}
	if v.Number() != evidenceVersion || v.Word() != WordNumber {
		return nil, fmt.Errorf("version %s of %q is unknown: this build reads %d", clip(v.JSON()), "v", evidenceVersion)
	}
	e := &Evidence{Tree: &Tree{}}
	for name, m := range root.Members() {
		if err := e.readMember(name, m); err != nil {
			return nil, fmt.Errorf("%q: %w", clip(name), err)
		}
	}
	if e.Samples == 0 {
		return nil, fmt.Errorf("%q must be at least 1", "samples")
	}
	return e, nil
}

func (e *Evidence) readMember(name string, m Value) (err error) {
	switch name {
	case "v":
	case "samples":
		var n uint64
		n, err = readCount(m)
		e.Samples = int(min(n, math.MaxInt32))
	case "firstAt":
		e.FirstAt, err = readText(m)
	case "lastAt":
		e.LastAt, err = readText(m)
	case "fingerprints":
		e.Fingerprints, err = readTexts(m, checkFingerprint)
	case "maps":
		e.Maps, err = readTexts(m, checkPath)
	case "paths":
		e.Tree, err = readPaths(m)
	default:
		err = fmt.Errorf("unknown member")
	}
	return err
}

func readText(m Value) (string, error) {
	if m.Word() != WordString {
		return "", fmt.Errorf("want a string, not %s", m.Word())
	}
	return strings.ToValidUTF8(m.Str(), "\uFFFD"), nil
}

func readTexts(m Value, check func(string) error) ([]string, error) {
	if m.Word() != WordArray {
		return nil, fmt.Errorf("want an array of strings, not %s", m.Word())
	}
	out := make([]string, 0, m.Len())
	for _, e := range m.Elements() {
		s, err := readText(e)
		if err == nil {
			err = check(s)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func checkPath(s string) error {
	_, err := SplitPath(s)
	return err
}

func checkFingerprint(s string) error {
	digits, ok := strings.CutPrefix(s, "sha256:")
	if !ok || len(digits) != 64 || strings.Trim(digits, "0123456789abcdef") != "" {
		return fmt.Errorf("%q is no fingerprint: want sha256: and 64 hexadecimal digits", clip(s))
	}
	return nil
}

// clip cuts text from a file to a length fit for a message.
func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ToValidUTF8(s[:most], "\uFFFD") + "…"
}
