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

// Comment is what a pull request should be told.
type Comment struct {
	PullRequest int
	Key         string
	Run         int64
	Attempt     int64
	// Body is the whole text, Folded its one line for when everything is green
	// again. Neither holds a marker.
	Body, Folded string
	// Stable is Body without what changes from run to run (commit, links): when
	// it is what the last comment said, nothing is written.
	Stable string
	// Clean is set when there is nothing to tell: then no first comment is made,
	// and an old one is folded.
	Clean bool
	// Fork tolerates a read-only token.
	Fork bool
	// Compose, unless nil, fills the texts, given what the comment says now (""
	// without one): an incomplete run carries forward what it could not ask about.
	Compose func(c *Comment, last string) error
}

const (
	commentChannel    = "comment"
	commentPermission = "pull-requests: write"
)

// SyncComment brings the one comment of a key up to date: created, edited,
// folded, or left alone, and it removes surplus comments of the same key. Two
// jobs at once end with one comment, at the latest at the next run.
func (c *Client) SyncComment(ctx context.Context, want Comment) finding.Receipt {
	r, err := c.syncComment(ctx, want)
	if err != nil {
		return failure(commentChannel, commentPermission, want.Fork, err)
	}
	return r
}

func (c *Client) syncComment(ctx context.Context, want Comment) (finding.Receipt, error) {
	ours, err := c.ownComments(ctx, want)
	if err != nil {
		return finding.Receipt{}, err
	}
	if want.Compose != nil {
		last := ""
		if len(ours) > 0 {
			last = ours[0].GetBody()
		}
		if err := want.Compose(&want, last); err != nil {
			return receipt(commentChannel, StatusFailed, "%s", err), nil
		}
	}
	if len(ours) == 0 {
		return c.firstComment(ctx, want)
	}
	r, err := c.updateComment(ctx, ours[0], want)
	if err != nil {
		return finding.Receipt{}, err
	}
	return r, c.removeSurplus(ctx, ours[1:])
}

// ownComments lists the comments of the key that we wrote, oldest first.
func (c *Client) ownComments(ctx context.Context, want Comment) ([]*github.IssueComment, error) {
	login, err := c.login(ctx)
	if err != nil {
		return nil, err
	}
	var ours []*github.IssueComment
	err = pages(func(o github.ListOptions) (*github.Response, error) {
		page, resp, err := c.api.Issues.ListComments(ctx, c.owner, c.repo, want.PullRequest, &github.IssueListCommentsOptions{ListOptions: o})
		for _, comment := range page {
			m, ok := ParseMarker(comment.GetBody())
			if ok && m.Key == want.Key && strings.EqualFold(comment.GetUser().GetLogin(), login) {
				ours = append(ours, comment)
			}
		}
		return resp, err
	})
	if err != nil {
		return nil, fmt.Errorf("list the comments of pull request %d: %w", want.PullRequest, err)
	}
	slices.SortFunc(ours, func(a, b *github.IssueComment) int { return cmp.Compare(a.GetID(), b.GetID()) })
	return ours, nil
}

func (want Comment) marker() Marker {
	text := want.Stable
	if want.Clean {
		text = want.Folded
	}
	return Marker{Key: want.Key, Run: want.Run, Attempt: want.Attempt, Body: BodyHash(text)}
}

func (want Comment) text() string {
	body := want.Body
	if want.Clean {
		body = want.Folded
	}
	return body + "\n\n" + want.marker().String() + "\n"
}

func (c *Client) firstComment(ctx context.Context, want Comment) (finding.Receipt, error) {
	if want.Clean {
		return receipt(commentChannel, StatusSkipped, "nothing to tell, and no comment to update"), nil
	}
	made, err := c.createComment(ctx, want)
	if err != nil {
		return finding.Receipt{}, fmt.Errorf("comment on pull request %d: %w", want.PullRequest, err)
	}
	if made.GetUser().GetLogin() != "" {
		c.as = made.GetUser().GetLogin()
	}
	return c.settleRace(ctx, want, made)
}

// createComment writes a first comment. When the answer to it is lost, it looks
// whether the comment is there before it writes another.
func (c *Client) createComment(ctx context.Context, want Comment) (*github.IssueComment, error) {
	for again := true; ; again = false {
		made, resp, err := c.api.Issues.CreateComment(ctx, c.owner, c.repo, want.PullRequest, &github.IssueComment{Body: github.String(want.text())})
		if err == nil || !again || !lost(resp) || c.sleep(ctx, time.Second) != nil {
			return made, err
		}
		ours, listed := c.ownComments(ctx, want)
		if listed != nil {
			return nil, err
		}
		if i := slices.IndexFunc(ours, func(o *github.IssueComment) bool {
			return strings.TrimSpace(o.GetBody()) == strings.TrimSpace(want.text())
		}); i >= 0 {
			return ours[i], nil
		}
	}
}

// settleRace looks again after a first comment: another job may have made one
// in the same moment. The oldest stays, with the newest run's text.
func (c *Client) settleRace(ctx context.Context, want Comment, made *github.IssueComment) (finding.Receipt, error) {
	sent := receipt(commentChannel, StatusSent, "%s", made.GetHTMLURL())
	ours, err := c.ownComments(ctx, want)
	if err != nil || len(ours) < 2 {
		return sent, err
	}
	if ours[0].GetID() != made.GetID() {
		if sent, err = c.updateComment(ctx, ours[0], want); err != nil {
			return finding.Receipt{}, err
		}
	}
	return sent, c.removeSurplus(ctx, ours[1:])
}

func (c *Client) updateComment(ctx context.Context, old *github.IssueComment, want Comment) (finding.Receipt, error) {
	was, _ := ParseMarker(old.GetBody())
	now := want.marker()
	switch {
	case was.Newer(now):
		return receipt(commentChannel, StatusUnchanged, "a newer run has spoken: %s", old.GetHTMLURL()), nil
	case was.Body == now.Body:
		return receipt(commentChannel, StatusUnchanged, "%s", old.GetHTMLURL()), nil
	}
	_, _, err := c.api.Issues.EditComment(ctx, c.owner, c.repo, old.GetID(), &github.IssueComment{Body: github.String(want.text())})
	if err != nil {
		return finding.Receipt{}, fmt.Errorf("update comment %d: %w", old.GetID(), err)
	}
	status := StatusUpdated
	if want.Clean {
		status = StatusFolded
	}
	return receipt(commentChannel, status, "%s", old.GetHTMLURL()), nil
}

// removeSurplus deletes comments; one that another job has just deleted is fine.
func (c *Client) removeSurplus(ctx context.Context, surplus []*github.IssueComment) error {
	for _, comment := range surplus {
		resp, err := c.api.Issues.DeleteComment(ctx, c.owner, c.repo, comment.GetID())
		if err != nil && (resp == nil || resp.StatusCode != http.StatusNotFound) {
			return fmt.Errorf("delete surplus comment %d: %w", comment.GetID(), err)
		}
	}
	return nil
}
