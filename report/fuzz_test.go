package report_test

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/archverify/archverify/report"
)

// FuzzNames puts any key name into every format: each stays what it is.
func FuzzNames(f *testing.F) {
	for _, name := range hostileNames {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		run := hostile(name)
		for _, format := range report.Formats() {
			out, err := report.Render(format, run, report.Options{})
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			if !utf8.Valid(out) {
				t.Fatalf("%s is no UTF-8", format)
			}
			switch format {
			case "json", "sarif", "codequality":
				if !json.Valid(out) {
					t.Fatalf("%s is no JSON: %s", format, out)
				}
			case "junit":
				var doc junitDoc
				if err := xml.Unmarshal(out, &doc); err != nil {
					t.Fatalf("JUnit: %v", err)
				}
			case "github":
				if n := strings.Count(string(out), "\n"); n > 31 {
					t.Fatalf("%d lines: %q", n, out)
				}
			}
			if format != "json" && strings.ContainsAny(string(out), "\x00\x1b\x07\u202e\u2066") {
				t.Fatalf("%s holds control characters: %q", format, out)
			}
		}
	})
}
