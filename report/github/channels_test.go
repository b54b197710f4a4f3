package github_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report/github"
)

func TestAnnotationsGoInBatchesOfFifty(t *testing.T) {
	f := newFake(t, "")
	check := github.Check{Name: "archverify", HeadSHA: "head77", Title: "2 red", Summary: "s", Conclusion: "failure"}
	for i := range 120 {
		check.Annotations = append(check.Annotations, github.Annotation{Path: "m/a.yaml", StartLine: i + 1, StartColumn: 3, EndColumn: 9, Level: "failure", Title: "lost", Message: "m"})
	}
	if got := client(t, f).CreateCheck(t.Context(), check); got.Status != "sent" {
		t.Fatalf("%+v", got)
	}
	count := func(m map[string]any) int { return len(m["output"].(map[string]any)["annotations"].([]any)) }
	if len(f.checks) != 1 || len(f.patches) != 2 || count(f.checks[0])+count(f.patches[0])+count(f.patches[1]) != 120 || count(f.checks[0]) != 50 {
		t.Errorf("%d created, %d appended", len(f.checks), len(f.patches))
	}
}

func TestConclusions(t *testing.T) {
	cases := []struct {
		summary finding.Summary
		exit    int
		want    string
	}{
		{finding.Summary{Green: 3}, 0, "success"},
		{finding.Summary{Green: 1, Yellow: 1}, 0, "neutral"},
		{finding.Summary{Yellow: 1}, 1, "failure"},
		{finding.Summary{Red: 1, Green: 9}, 1, "failure"},
		{finding.Summary{Unverified: 1, Green: 9}, 3, "failure"},
		{finding.Summary{}, 3, "failure"},
		{finding.Summary{}, 0, "neutral"},
		{finding.Summary{Skipped: 2}, 0, "neutral"},
	}
	for _, c := range cases {
		if got := github.Conclude(&finding.Run{Command: "verify", Summary: c.summary, Exit: c.exit}); got != c.want {
			t.Errorf("%+v exit %d: %s, want %s", c.summary, c.exit, got, c.want)
		}
	}
}

func TestSARIFIsPackedSentAndAwaited(t *testing.T) {
	f := newFake(t, "")
	f.sarif = []string{"missing", "pending", "complete"}
	up := github.Upload{SARIF: []byte(`{"version":"2.1.0"}`), CommitSHA: strings.Repeat("a", 40), Ref: "refs/heads/main"}
	if got := client(t, f).UploadSARIF(t.Context(), up); got.Status != "sent" || !strings.Contains(got.Detail, "analyses") {
		t.Errorf("%+v", got)
	}
	packed, err := base64.StdEncoding.DecodeString(f.sarifs[0]["sarif"].(string))
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := io.ReadAll(r); !bytes.Equal(text, up.SARIF) {
		t.Errorf("sent %q", text)
	}
}

func TestWhatGitHubSaysOfASARIFFileIsPassedOn(t *testing.T) {
	f := newFake(t, "")
	f.sarif, f.sarifErr = []string{"failed"}, []string{"locations must not be empty"}
	up := github.Upload{SARIF: []byte(`{}`), CommitSHA: strings.Repeat("a", 40), Ref: "refs/heads/main"}
	if got := client(t, f).UploadSARIF(t.Context(), up); got.Status != "failed" || !strings.Contains(got.Detail, "must not be empty") {
		t.Errorf("%+v", got)
	}
	f.sarif = []string{"pending"}
	up.PollEvery, up.GiveUp = time.Second, 3*time.Second
	if got := client(t, f).UploadSARIF(t.Context(), up); got.Status != "sent" || !strings.Contains(got.Detail, "still being processed") {
		t.Errorf("%+v", got)
	}
}

func TestRunnerFiles(t *testing.T) {
	dir := t.TempDir()
	n := 0
	r := github.Runner{
		SummaryFile: filepath.Join(dir, "summary"), OutputFile: filepath.Join(dir, "output"),
		Delimiter: func() string { n++; return fmt.Sprintf("fence%d", n) },
	}
	if err := r.AppendSummary("# one\n"); err != nil {
		t.Fatal(err)
	}
	if err := r.SetOutputs(github.Output{Name: "status", Value: "red"}, github.Output{Name: "report", Value: "a\nstatus=green"}); err != nil {
		t.Fatal(err)
	}
	out, _ := os.ReadFile(r.OutputFile)
	if want := "status<<fence1\nred\nfence1\nreport<<fence2\na\nstatus=green\nfence2\n"; string(out) != want {
		t.Errorf("outputs %q, want %q", out, want)
	}
	if err := r.AppendSummary(strings.Repeat("x", 1<<20)); err == nil {
		t.Error("a summary beyond GitHub's limit was written")
	}
	if sum, _ := os.ReadFile(r.SummaryFile); string(sum) != "# one\n" {
		t.Errorf("summary %q", sum)
	}
	if got := github.Mask("50%\nx"); got != "::add-mask::50%25%0Ax\n" {
		t.Errorf("mask %q", got)
	}
}

func TestMarkersReadBackAndOrder(t *testing.T) {
	m := github.Marker{Key: github.Key("verify", "services/a b", "eu:1 -->"), Run: 12, Attempt: 3, Body: github.BodyHash("x")}
	got, ok := github.ParseMarker("text\n" + m.String() + "\n")
	if !ok || got != m || strings.Count(m.String(), "-->") != 1 {
		t.Errorf("%+v %v from %s", got, ok, m)
	}
	quoted := github.Marker{Key: "verify:m:", Run: 999, Attempt: 1, Body: github.BodyHash("y")}
	if got, _ := github.ParseMarker("`" + quoted.String() + "`\n" + m.String()); got != m {
		t.Errorf("%+v: what a text quotes was taken for ours", got)
	}
	if (github.Marker{Run: 12, Attempt: 2}).Newer(m) || !(github.Marker{Run: 13, Attempt: 1}).Newer(m) {
		t.Error("runs are ordered by id, then attempt")
	}
}

func FuzzParseMarker(f *testing.F) {
	f.Add("<!-- archverify:v1 key=a run=1.1 body=0123456789abcdef -->")
	f.Fuzz(func(t *testing.T, text string) {
		if m, ok := github.ParseMarker(text); ok && !strings.Contains(text, "key="+m.Key+" ") {
			t.Errorf("%q gave %+v", text, m)
		}
	})
}
