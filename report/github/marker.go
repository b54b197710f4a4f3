package github

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// Marker is the hidden line by which a later run finds its own comment or issue.
type Marker struct {
	// Key tells one comment of ours from another: command, manifest, run name.
	Key string
	// Run orders runs: run id and attempt.
	Run, Attempt int64
	// Body is the hash of the text without what changes from run to run.
	Body string
}

var markerLine = regexp.MustCompile(`<!-- archverify:v1 key=(\S*) run=(\d+)\.(\d+) body=([0-9a-f]{16}) -->`)

// Key builds the default key of a comment: the command family, the manifest
// folder from the repository root, and the run's name. It holds no white space.
func Key(command, manifest, name string) string {
	parts := []string{command, manifest, name}
	for i, p := range parts {
		parts[i] = url.QueryEscape(p)
	}
	return strings.Join(parts, ":")
}

// BodyHash is the hash that a marker keeps of a text.
func BodyHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// String renders the marker as an HTML comment, which GitHub shows to nobody.
func (m Marker) String() string {
	return fmt.Sprintf("<!-- archverify:v1 key=%s run=%d.%d body=%s -->", m.Key, m.Run, m.Attempt, m.Body)
}

// ParseMarker finds the marker in a text: the last one, since ours is written
// last and what stands before it may quote anything.
func ParseMarker(text string) (Marker, bool) {
	all := markerLine.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return Marker{}, false
	}
	f := all[len(all)-1]
	return Marker{Key: f[1], Run: number(f[2]), Attempt: number(f[3]), Body: f[4]}, true
}

// Newer reports whether m was written by a later run than n.
func (m Marker) Newer(n Marker) bool {
	if m.Run != n.Run {
		return m.Run > n.Run
	}
	return m.Attempt > n.Attempt
}
