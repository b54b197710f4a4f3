package github

import (
	"context"
	"fmt"

	"github.com/google/go-github/v60/github"

	"github.com/archverify/archverify/finding"
)

// Check is a check run on one commit.
type Check struct {
	Name, HeadSHA, Title string
	// Summary and Text are Markdown of at most 65,535 bytes each; the caller's
	// renderer keeps the budget.
	Summary, Text string
	// Conclusion is success, failure or neutral.
	Conclusion  string
	Annotations []Annotation
	DetailsURL  string
	Fork        bool
}

// Annotation marks lines of a file of the repository.
type Annotation struct {
	Path                   string
	StartLine, EndLine     int
	StartColumn, EndColumn int
	// Level is failure, warning or notice.
	Level, Title, Message string
}

const (
	checkChannel    = "check"
	checkPermission = "checks: write"
	// annotationsPerRequest is GitHub's limit; further ones are appended.
	annotationsPerRequest = 50
)

// Conclude maps a run to a check conclusion: red or unverified is failure,
// yellow neutral (failure when it failed the run), as is a run that verified
// nothing; the rest is success.
func Conclude(run *finding.Run) string {
	switch s := run.Summary; {
	case s.Red > 0 || s.Unverified > 0 || run.Exit == finding.ExitFailed || run.Exit == finding.ExitUnverified:
		return "failure"
	case s.Yellow > 0 || Status(run) == StatusEmpty:
		return "neutral"
	}
	return "success"
}

// CreateCheck makes a completed check run with all its annotations.
func (c *Client) CreateCheck(ctx context.Context, want Check) finding.Receipt {
	made, _, err := c.api.Checks.CreateCheckRun(ctx, c.owner, c.repo, github.CreateCheckRunOptions{
		Name: want.Name, HeadSHA: want.HeadSHA, Status: github.String("completed"), Conclusion: github.String(want.Conclusion),
		DetailsURL: optional(want.DetailsURL), Output: want.output(0),
	})
	if err != nil {
		return failure(checkChannel, checkPermission, want.Fork, fmt.Errorf("create a check run: %w", err))
	}
	for from := annotationsPerRequest; from < len(want.Annotations); from += annotationsPerRequest {
		_, _, err := c.api.Checks.UpdateCheckRun(ctx, c.owner, c.repo, made.GetID(), github.UpdateCheckRunOptions{Name: want.Name, Output: want.output(from)})
		if err != nil {
			return failure(checkChannel, checkPermission, want.Fork, fmt.Errorf("append annotations: %w", err))
		}
	}
	return receipt(checkChannel, StatusSent, "%s", made.GetHTMLURL())
}

// output is the part of the check that starts with annotation from.
func (want Check) output(from int) *github.CheckRunOutput {
	out := &github.CheckRunOutput{Title: github.String(want.Title), Summary: github.String(want.Summary), Text: optional(want.Text)}
	for _, a := range want.Annotations[min(from, len(want.Annotations)):min(from+annotationsPerRequest, len(want.Annotations))] {
		out.Annotations = append(out.Annotations, a.api())
	}
	return out
}

// api renders the annotation; GitHub takes columns only within one line.
func (a Annotation) api() *github.CheckRunAnnotation {
	out := &github.CheckRunAnnotation{
		Path: github.String(a.Path), StartLine: github.Int(a.StartLine), EndLine: github.Int(max(a.StartLine, a.EndLine)),
		AnnotationLevel: github.String(a.Level), Title: optional(a.Title), Message: github.String(a.Message),
	}
	if a.EndLine <= a.StartLine && a.StartColumn > 0 {
		out.StartColumn, out.EndColumn = github.Int(a.StartColumn), github.Int(max(a.StartColumn, a.EndColumn))
	}
	return out
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
