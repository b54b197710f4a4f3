package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/go-github/v60/github"
)

// Client speaks to one repository.
type Client struct {
	api         *github.Client
	owner, repo string
	sleep       func(context.Context, time.Duration) error
	// as is the login that our own comments carry, once known.
	as string
}

// Config of a client.
type Config struct {
	Owner, Repo string
	// APIURL is the REST root: https://api.github.com, or an Enterprise server's
	// …/api/v3.
	APIURL string
	Token  string
	// HTTP carries proxies and certificate authorities; nil is an error.
	HTTP *http.Client
	// As is the login that our comments are written under; empty means ask.
	As string
	// Sleep waits between tries; nil waits for real.
	Sleep func(context.Context, time.Duration) error
	// UserAgent names the tool.
	UserAgent string
}

// New returns a client. It fails when the address of the API is none.
func New(c Config) (*Client, error) {
	base, err := url.Parse(strings.TrimRight(c.APIURL, "/") + "/")
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("%q is no address of a GitHub API: set GITHUB_API_URL", c.APIURL)
	}
	if c.HTTP == nil {
		return nil, errors.New("github: no HTTP client")
	}
	sleep := c.Sleep
	if sleep == nil {
		sleep = wait
	}
	retrying := *c.HTTP
	retrying.Transport = &retryTransport{next: &signed{next: transportOf(c.HTTP), token: c.Token, home: base}, sleep: sleep}
	api := github.NewClient(&retrying)
	api.BaseURL, api.UserAgent = base, c.UserAgent
	return &Client{api: api, owner: c.Owner, repo: c.Repo, sleep: sleep, as: c.As}, nil
}

// signed adds the token to what goes to the API's own address, and to nothing
// else: a redirect to another host must not carry it there.
type signed struct {
	next  http.RoundTripper
	token string
	home  *url.URL
}

// RoundTrip implements http.RoundTripper.
func (t *signed) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme != t.home.Scheme || req.URL.Host != t.home.Host {
		return t.next.RoundTrip(req)
	}
	own := req.Clone(req.Context())
	own.Header.Set("Authorization", "Bearer "+t.token)
	return t.next.RoundTrip(own)
}

func transportOf(c *http.Client) http.RoundTripper {
	if c.Transport == nil {
		return http.DefaultTransport //nolint:forbidigo // the caller's client asked for it by leaving it out
	}
	return c.Transport
}

// actionsBot is who the token of a workflow writes as.
const actionsBot = "github-actions[bot]"

// login is who we write as: what the configuration says, else the token's user,
// else, for a workflow's token, which has no user, the Actions bot.
func (c *Client) login(ctx context.Context) (string, error) {
	if c.as != "" {
		return c.as, nil
	}
	user, resp, err := c.api.Users.Get(ctx, "")
	switch {
	case err == nil:
		c.as = user.GetLogin()
	case resp != nil && (resp.StatusCode == http.StatusForbidden || resp.StatusCode == http.StatusNotFound):
		c.as = actionsBot
	default:
		return "", fmt.Errorf("ask GitHub who we are: %w", err)
	}
	return c.as, nil
}

// pages calls next for page after page, 100 entries each, until there is none.
func pages(next func(github.ListOptions) (*github.Response, error)) error {
	for o := (github.ListOptions{PerPage: 100, Page: 1}); o.Page > 0; {
		resp, err := next(o)
		if err != nil {
			return err
		}
		o.Page = resp.NextPage
	}
	return nil
}

// PullRequestOf finds the open pull request whose head is sha (0 when none or
// several are), for events that do not name it. Branch is where the head lies,
// as owner:branch: a fork's commits are not always listed under the repository
// that they are proposed to. It may be empty.
func (c *Client) PullRequestOf(ctx context.Context, sha, branch string) (int, error) {
	found, err := openWith(sha, func(o github.ListOptions) ([]*github.PullRequest, *github.Response, error) {
		return c.api.PullRequests.ListPullRequestsWithCommit(ctx, c.owner, c.repo, sha, &o)
	})
	if err == nil && len(found) == 0 && branch != "" {
		found, err = openWith(sha, func(o github.ListOptions) ([]*github.PullRequest, *github.Response, error) {
			return c.api.PullRequests.List(ctx, c.owner, c.repo, &github.PullRequestListOptions{State: "open", Head: branch, ListOptions: o})
		})
	}
	if err != nil {
		return 0, fmt.Errorf("find the pull request of commit %s: %w", sha, err)
	}
	if len(found) != 1 {
		return 0, nil
	}
	return found[0], nil
}

// openWith numbers the open pull requests of a listing whose head is sha.
func openWith(sha string, list func(github.ListOptions) ([]*github.PullRequest, *github.Response, error)) (found []int, err error) {
	err = pages(func(o github.ListOptions) (*github.Response, error) {
		prs, resp, err := list(o)
		for _, pr := range prs {
			if pr.GetState() == "open" && pr.GetHead().GetSHA() == sha {
				found = append(found, pr.GetNumber())
			}
		}
		return resp, err
	})
	return found, err
}
