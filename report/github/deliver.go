package github

import (
	"context"
	"fmt"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report"
)

// Delivery is one run on its way to GitHub.
type Delivery struct {
	Event  Event
	Client *Client
	Run    *finding.Run
	// Options are what rendering needs beside the run.
	Options report.Options
	// Comment, Issue, Check and SARIF choose the channels.
	Comment, Issue, Check, SARIF bool
	// Partial uploads SARIF of an incomplete run all the same.
	Partial bool
	// Label is the issue's; Owners are who the issue tells.
	Label  string
	Owners []string
	// IssueAfter is how many runs in a row must be unverified, and nothing else,
	// before that alone opens an issue.
	IssueAfter int
}

// Send delivers to every channel that was asked for, in a fixed order, and
// returns a receipt for each.
func (d Delivery) Send(ctx context.Context) []finding.Receipt {
	var receipts []finding.Receipt
	for _, channel := range []struct {
		wanted bool
		send   func(context.Context) finding.Receipt
	}{{d.Comment, d.comment}, {d.Check, d.check}, {d.SARIF, d.sarif}, {d.Issue, d.issue}} {
		if channel.wanted {
			receipts = append(receipts, channel.send(ctx))
		}
	}
	return receipts
}

func (d Delivery) comment(ctx context.Context) finding.Receipt {
	pr, err := d.pullRequest(ctx)
	if err != nil {
		return failure(commentChannel, commentPermission, d.Event.Fork, err)
	}
	if pr == 0 {
		return receipt(commentChannel, StatusSkipped, "no open pull request has commit %s as its head: name one with --pr", short(d.Event.HeadSHA))
	}
	return d.Client.SyncComment(ctx, Comment{
		PullRequest: pr, Key: d.key(), Run: d.Event.RunID, Attempt: d.Event.Attempt, Fork: d.Event.Fork, Clean: clean(d.Run), Compose: d.compose,
	})
}

// compose writes the comment's texts, knowing what its last version said.
func (d Delivery) compose(c *Comment, last string) error {
	carried := carry(parseState(last).Open, d.Run)
	body, stable, err := d.texts(carried)
	if err != nil {
		return err
	}
	c.Clean = c.Clean && len(carried) == 0
	c.Body, c.Stable, c.Folded = body+"\n"+state{Open: openNow(d.Run, carried)}.String(), stable, firstLine(body)
	return nil
}

// pullRequest is the number that the event names, else that of the open pull
// request whose head the results are about, 0 without one.
func (d Delivery) pullRequest(ctx context.Context) (int, error) {
	if d.Event.PullRequest > 0 {
		return d.Event.PullRequest, nil
	}
	return d.Client.PullRequestOf(ctx, d.Event.HeadSHA, d.Event.HeadBranch)
}

func short(sha string) string { return sha[:min(len(sha), 10)] }

func (d Delivery) check(ctx context.Context) finding.Receipt {
	body, _, err := d.texts(nil)
	if err != nil {
		return receipt(checkChannel, StatusFailed, "%s", err)
	}
	name := strings.Join(strings.Fields("archverify "+d.Run.Command+" "+d.Run.Name), " ")
	return d.Client.CreateCheck(ctx, Check{
		Name: name, HeadSHA: d.Event.HeadSHA, Title: firstLine(body), Summary: body, Conclusion: Conclude(d.Run),
		Annotations: annotations(d.Run), DetailsURL: d.Event.RunURL, Fork: d.Event.Fork,
	})
}

const mostAnnotations = 500

// annotations marks the manifest lines of what was found, worst first.
func annotations(run *finding.Run) []Annotation {
	var out []Annotation
	for _, level := range []struct {
		severity finding.Severity
		name     string
	}{{finding.Red, "failure"}, {finding.Yellow, "warning"}} {
		for _, s := range run.Subjects {
			for _, f := range s.Findings {
				if f.Severity == level.severity && len(out) < mostAnnotations {
					out = append(out, annotation(run, s, f, level.name))
				}
			}
		}
	}
	return out
}

func annotation(run *finding.Run, s finding.Subject, f finding.Finding, level string) Annotation {
	at := s.Place(f, run.Root)
	return Annotation{
		Path: at.File, StartLine: at.Line, EndLine: max(at.Line, at.EndLine), StartColumn: at.Column, EndColumn: at.EndColumn,
		Level: level, Title: report.Plain(fmt.Sprintf("%s: %s", s.ID, f.Code)), Message: report.Plain(f.Message),
	}
}

func (d Delivery) sarif(ctx context.Context) finding.Receipt {
	if (!d.Run.Complete || d.Run.Selected) && !d.Partial {
		return receipt(sarifChannel, StatusSkipped, "the run is incomplete, and uploading it would close alerts that nobody looked at (--upload-partial does it all the same)")
	}
	if Status(d.Run) == StatusEmpty && !d.Partial {
		return receipt(sarifChannel, StatusSkipped, "nothing was verified, and uploading that would close alerts that nobody looked at (--upload-partial does it all the same)")
	}
	text, err := report.Render("sarif", d.Run, d.Options)
	if err != nil {
		return receipt(sarifChannel, StatusFailed, "%s", err)
	}
	ref := d.Event.Ref
	if ref == "" {
		pr, err := d.pullRequest(ctx)
		if err != nil {
			return failure(sarifChannel, "pull-requests: read", d.Event.Fork, err)
		}
		if pr == 0 {
			return receipt(sarifChannel, StatusSkipped, "no open pull request has commit %s as its head, so there is no reference to file it under", short(d.Event.HeadSHA))
		}
		ref = headRef(pr)
	}
	return d.Client.UploadSARIF(ctx, Upload{SARIF: text, CommitSHA: d.Event.HeadSHA, Ref: ref, Fork: d.Event.Fork})
}
