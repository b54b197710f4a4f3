package conformance

import (
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"log"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
)

// wellFormed tells that what was written is what its name promises.
func wellFormed(t *testing.T, b *bed, o output) {
	t.Helper()
	if strings.HasPrefix(o.stdout, "{") && !json.Valid([]byte(o.stdout)) {
		t.Error("standard output is no JSON")
	}
	for _, name := range []string{"run.json", "run.sarif", "run.cq.json", "out.json"} {
		data, err := os.ReadFile(b.path(name))
		if err == nil && !json.Valid(data) {
			t.Errorf("%s is no JSON", name)
		}
	}
	if data, err := os.ReadFile(b.path("run.xml")); err == nil {
		decoder := xml.NewDecoder(strings.NewReader(string(data)))
		for err == nil {
			_, err = decoder.Token()
		}
		if !errors.Is(err, io.EOF) {
			t.Errorf("run.xml is no XML: %v", err)
		}
	}
	if data, err := os.ReadFile(b.path("run.html")); err == nil {
		for _, active := range []string{"<script", "<img", "<iframe"} {
			if strings.Contains(string(data), active) {
				t.Errorf("run.html has %q in it", active)
			}
		}
	}
}

// oneCommand tells that the runner reads only commands that the program means.
func oneCommand(t *testing.T, _ *bed, o output) {
	t.Helper()
	for line := range strings.Lines(o.stdout) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "::") && strings.Contains(line[2:], "owned") && strings.Index(line, "owned") < strings.LastIndex(line, "::") {
			t.Errorf("a command of the backend's making: %s", line)
		}
	}
	if n := strings.Count(o.stdout, "\n::") + strings.Count(o.stdout[:min(2, len(o.stdout))], "::"); n > 2 {
		t.Errorf("%d commands:\n%s", n, o.stdout)
	}
}

// greenAgain is the promise of record: what it wrote is green in the next run.
func greenAgain(t *testing.T, b *bed, _ output) {
	t.Helper()
	b.args = quiet
	if o := b.run(t); o.exit != 0 || !strings.Contains(o.stdout, "1 green") {
		t.Errorf("recorded, but not green: exit %d\n%s%s", o.exit, o.stdout, o.stderr)
	}
}

// spellings are the forms in which a secret might slip out.
func spellings(secret string) []string {
	return []string{
		secret, url.QueryEscape(secret), strings.ToUpper(secret),
		base64.StdEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte(secret)),
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func silentLog() *log.Logger { return log.New(io.Discard, "", 0) }
