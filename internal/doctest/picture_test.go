package doctest

import (
	"strings"
	"testing"
)

// The picture of a run leaves lines out and makes none up.
func TestPictureIsOutputOfTheDemo(t *testing.T) {
	var picture string
	for _, b := range named(t, "README.md").blocks {
		if b.language == "text" {
			picture = b.text
			break
		}
	}
	lines := strings.Split(strings.TrimSpace(picture), "\n")
	if len(lines) < 5 {
		t.Fatalf("README.md shows no run: %q", picture)
	}
	demo, code := output(t, "demo")
	if code != 0 {
		t.Fatalf("demo exits with %d", code)
	}
	rest := strings.Split(demo, "\n")
	for _, line := range lines {
		if line == "" {
			continue
		}
		i := 0
		for i < len(rest) && rest[i] != line {
			i++
		}
		if i == len(rest) {
			t.Fatalf("the demo does not print, after what stands before it: %q", line)
		}
		rest = rest[i+1:]
	}
}
