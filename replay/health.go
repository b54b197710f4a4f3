package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/atomicfile"
	"github.com/archverify/archverify/manifest"
)

// maxHealthBytes bounds the snapshot that is read back.
const maxHealthBytes = 64 << 20

// WriteHealth writes the health snapshot that the reference serves from
// (VR6.13), all or nothing. Entries of capabilities that were not asked or not
// answered this time stay as they were; those of capabilities that the manifest
// no longer exposes go.
func WriteHealth(path string, ir *manifest.IR, run *finding.Run, sandbox bool) error {
	previous, err := readHealth(path)
	if err != nil {
		return fmt.Errorf("read health snapshot %q: %w", path, err)
	}
	if err := atomicfile.Write(path, Health(previous, ir, run, sandbox), 0); err != nil {
		return fmt.Errorf("write health snapshot: %w", err)
	}
	return nil
}

func readHealth(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, innerError(err)
	case !info.Mode().IsRegular():
		return nil, nil
	case info.Size() > maxHealthBytes:
		return nil, fmt.Errorf("it is larger than %d MiB", maxHealthBytes>>20)
	}
	data, err := os.ReadFile(path)
	return data, innerError(err)
}

// Health is the text of the snapshot. The previous text may be empty; one that
// is no snapshot counts as none, as the reference counts it.
func Health(previous []byte, ir *manifest.IR, run *finding.Run, sandbox bool) []byte {
	old := healthEntries(previous)
	fresh := map[string]finding.Subject{}
	for _, s := range run.Subjects {
		fresh[s.ID] = s
	}
	var out bytes.Buffer
	out.WriteString(`{"results":[`)
	n := 0
	for _, tool := range ir.Tools {
		text := old[tool.ID]
		if s, ok := fresh[tool.ID]; ok && s.Outcome.Judged() {
			text = healthEntry(s)
		}
		if text == "" || tool.Lifecycle == manifest.Retired {
			continue
		}
		if n > 0 {
			out.WriteByte(',')
		}
		n++
		out.WriteString(text)
	}
	fmt.Fprintf(&out, "],\"skipped\":[%s],\"sandbox\":%t}\n", skippedEntries(run), sandbox)
	return out.Bytes()
}

// healthEntries reads the entries of a snapshot by capability. The text is
// checked first: gjson takes whatever it is given for JSON.
func healthEntries(data []byte) map[string]string {
	entries := map[string]string{}
	if !jsontext.Value(data).IsValid(jsontext.AllowDuplicateNames(true)) {
		return entries
	}
	results := gjson.GetBytes(data, "results")
	if !results.IsArray() {
		return entries
	}
	results.ForEach(func(_, item gjson.Result) bool {
		if id := item.Get("capabilityId"); item.IsObject() && id.Type == gjson.String && id.Str != "" {
			text := jsontext.Value(item.Raw)
			_ = text.Compact(jsontext.AllowDuplicateNames(true)) // read from JSON, so it is JSON
			entries[id.Str] = string(text)
		}
		return true
	})
	return entries
}

// healthEntry is a result with the members that the reference writes.
func healthEntry(s finding.Subject) string {
	in := Input{}.With("capabilityId", StringValue(s.ID))
	if s.ObservedFingerprint != "" {
		in = in.With("observedFingerprint", StringValue(s.ObservedFingerprint))
	}
	return in.With("status", StringValue(string(s.Outcome))).With("detail", StringValue(s.Detail)).JSON()
}

func skippedEntries(run *finding.Run) string {
	var out bytes.Buffer
	for _, s := range run.Subjects {
		if s.Outcome != finding.OutcomeSkipped {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		in := Input{}.With("capabilityId", StringValue(s.ID)).With("effect", StringValue(s.Effect)).With("detail", StringValue(s.Detail))
		out.WriteString(in.JSON())
	}
	return out.String()
}
