package github

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/go-github/v60/github"

	"github.com/archverify/archverify/finding"
)

// Issue is what the scheduled job keeps open while something is wrong.
type Issue struct {
	Key          string
	Run, Attempt int64
	// Label finds the issue again; it is made when it is missing.
	Label, Title string
	// Body is the text while it lasts; Stable is the same without what changes
	// from run to run; Recovered is the comment that closes it.
	Body, Stable, Recovered string
	// State says what this run amounts to.
	State     IssueState
	OnDefault bool
}

// IssueState says what a run does to the issue.
type IssueState int

// The states of a run.
const (
	// IssueWrong opens or updates.
	IssueWrong IssueState = iota
	// IssueIncomplete updates an open issue but neither opens nor closes one.
	IssueIncomplete
	// IssueGreen closes.
	IssueGreen
)

const (
	issueChannel    = "issue"
	issuePermission = "issues: write"
)

// SyncIssue opens, updates or closes the one issue of a key.
func (c *Client) SyncIssue(ctx context.Context, want Issue) finding.Receipt {
	if !want.OnDefault {
		return elsewhere()
	}
	r, err := c.syncIssue(ctx, want)
	if err != nil {
		return failure(issueChannel, issuePermission, false, err)
	}
	return r
}

func elsewhere() finding.Receipt {
	return receipt(issueChannel, StatusSkipped, "an issue is kept for the default branch only")
}

func (c *Client) syncIssue(ctx context.Context, want Issue) (finding.Receipt, error) {
	ours, err := c.OpenIssues(ctx, want.Label, want.Key)
	if err != nil {
		return finding.Receipt{}, err
	}
	if len(ours) == 0 {
		if want.State != IssueWrong {
			return receipt(issueChannel, StatusSkipped, "nothing to open, and none is open"), nil
		}
		return c.openIssue(ctx, want)
	}
	for _, surplus := range ours[1:] {
		if err := c.closeIssue(ctx, surplus, fmt.Sprintf("Continued in #%d.", ours[0].GetNumber())); err != nil {
			return finding.Receipt{}, err
		}
	}
	if was, _ := ParseMarker(ours[0].GetBody()); was.Newer(want.marker()) {
		return receipt(issueChannel, StatusUnchanged, "a newer run has spoken: %s", ours[0].GetHTMLURL()), nil
	}
	if want.State == IssueGreen {
		err := c.closeIssue(ctx, ours[0], want.Recovered)
		return receipt(issueChannel, StatusClosed, "%s", ours[0].GetHTMLURL()), err
	}
	return c.updateIssue(ctx, ours[0], want)
}

// OpenIssues lists our open issues of a key, oldest first.
func (c *Client) OpenIssues(ctx context.Context, label, key string) ([]*github.Issue, error) {
	login, err := c.login(ctx)
	if err != nil {
		return nil, err
	}
	var ours []*github.Issue
	err = pages(func(o github.ListOptions) (*github.Response, error) {
		page, resp, err := c.api.Issues.ListByRepo(ctx, c.owner, c.repo, &github.IssueListByRepoOptions{State: "open", Labels: []string{label}, ListOptions: o})
		for _, issue := range page {
			m, ok := ParseMarker(issue.GetBody())
			if ok && m.Key == key && !issue.IsPullRequest() && strings.EqualFold(issue.GetUser().GetLogin(), login) {
				ours = append(ours, issue)
			}
		}
		return resp, err
	})
	if err != nil {
		return nil, fmt.Errorf("list the issues labelled %q: %w", label, err)
	}
	slices.SortFunc(ours, func(a, b *github.Issue) int { return cmp.Compare(a.GetNumber(), b.GetNumber()) })
	return ours, nil
}

func (want Issue) marker() Marker {
	return Marker{Key: want.Key, Run: want.Run, Attempt: want.Attempt, Body: BodyHash(want.Stable)}
}

func (want Issue) text() string { return want.Body + "\n\n" + want.marker().String() + "\n" }

func (c *Client) openIssue(ctx context.Context, want Issue) (finding.Receipt, error) {
	if err := c.ensureLabel(ctx, want.Label); err != nil {
		return finding.Receipt{}, err
	}
	made, err := c.createIssue(ctx, want)
	if err != nil {
		return finding.Receipt{}, fmt.Errorf("open an issue: %w", err)
	}
	return receipt(issueChannel, StatusSent, "%s", made.GetHTMLURL()), nil
}

// createIssue opens the issue. When the answer to it is lost, it looks whether
// the issue is there before it opens another.
func (c *Client) createIssue(ctx context.Context, want Issue) (*github.Issue, error) {
	for again := true; ; again = false {
		made, resp, err := c.api.Issues.Create(ctx, c.owner, c.repo, &github.IssueRequest{
			Title: github.String(want.Title), Body: github.String(want.text()), Labels: &[]string{want.Label},
		})
		if err == nil || !again || !lost(resp) || c.sleep(ctx, time.Second) != nil {
			return made, err
		}
		ours, listed := c.OpenIssues(ctx, want.Label, want.Key)
		if listed != nil {
			return nil, err
		}
		if len(ours) > 0 {
			return ours[0], nil
		}
	}
}

func (c *Client) ensureLabel(ctx context.Context, name string) error {
	_, resp, err := c.api.Issues.GetLabel(ctx, c.owner, c.repo, name)
	if err == nil {
		return nil
	}
	if resp == nil || resp.StatusCode != http.StatusNotFound {
		return fmt.Errorf("look for label %q: %w", name, err)
	}
	_, resp, err = c.api.Issues.CreateLabel(ctx, c.owner, c.repo, &github.Label{
		Name: github.String(name), Color: github.String("b60205"), Description: github.String("a backend no longer answers as declared"),
	})
	if err != nil && (resp == nil || resp.StatusCode != http.StatusUnprocessableEntity) { // 422: somebody was faster
		return fmt.Errorf("make label %q: %w", name, err)
	}
	return nil
}

func (c *Client) updateIssue(ctx context.Context, old *github.Issue, want Issue) (finding.Receipt, error) {
	was, _ := ParseMarker(old.GetBody())
	if was.Body == want.marker().Body {
		return receipt(issueChannel, StatusUnchanged, "%s", old.GetHTMLURL()), nil
	}
	_, _, err := c.api.Issues.Edit(ctx, c.owner, c.repo, old.GetNumber(), &github.IssueRequest{
		Title: github.String(want.Title), Body: github.String(want.text()),
	})
	if err != nil {
		return finding.Receipt{}, fmt.Errorf("update issue %d: %w", old.GetNumber(), err)
	}
	return receipt(issueChannel, StatusUpdated, "%s", old.GetHTMLURL()), nil
}

func (c *Client) closeIssue(ctx context.Context, issue *github.Issue, why string) error {
	_, _, err := c.api.Issues.CreateComment(ctx, c.owner, c.repo, issue.GetNumber(), &github.IssueComment{Body: github.String(why)})
	if err != nil {
		return fmt.Errorf("say why issue %d is closed: %w", issue.GetNumber(), err)
	}
	_, _, err = c.api.Issues.Edit(ctx, c.owner, c.repo, issue.GetNumber(), &github.IssueRequest{
		State: github.String("closed"), StateReason: github.String("completed"),
	})
	if err != nil {
		return fmt.Errorf("close issue %d: %w", issue.GetNumber(), err)
	}
	return nil
}
