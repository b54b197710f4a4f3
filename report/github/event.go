package github

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Event is what a workflow run tells about itself: the variables of the runner
// and the webhook payload behind GITHUB_EVENT_PATH.
type Event struct {
	// Name is GITHUB_EVENT_NAME.
	Name string
	// Owner and Repo are the repository that results go to.
	Owner, Repo string
	// HeadSHA is the commit that the results speak of: the head of a pull
	// request, not the merge commit that was checked out.
	HeadSHA string
	// Ref is the reference whose commit HeadSHA is; code scanning files results
	// under both. It is empty where only the pull request, yet to be found, knows.
	Ref string
	// HeadBranch is where the head of a finished run lies, as owner:branch; empty
	// for other events.
	HeadBranch string
	// PullRequest is 0 when the event names none.
	PullRequest int
	// Fork is set when the change comes from another repository, so that the
	// token of a pull_request run is read-only.
	Fork bool
	// AskedForFork is set when a finished run, whose results these are, asked for a
	// change from another repository: it had no secrets, although this one does.
	AskedForFork bool
	// DefaultBranch is the short name; OnDefault says that the run is on it.
	DefaultBranch string
	OnDefault     bool
	// RunID and Attempt order runs; RunURL is for people. Where a finished run
	// set this one off, they are of that one: it did the asking.
	RunID, Attempt int64
	RunURL         string
	// APIURL is GITHUB_API_URL without a trailing slash.
	APIURL string
}

type payload struct {
	Number     int `json:"number"`
	Repository struct {
		DefaultBranch string `json:"default_branch"`
		FullName      string `json:"full_name"`
	} `json:"repository"`
	PullRequest *pullRequest `json:"pull_request"`
	MergeGroup  *struct {
		HeadRef string `json:"head_ref"`
		HeadSHA string `json:"head_sha"`
	} `json:"merge_group"`
	WorkflowRun *struct {
		ID             int64         `json:"id"`
		Attempt        int64         `json:"run_attempt"`
		HeadBranch     string        `json:"head_branch"`
		HeadSHA        string        `json:"head_sha"`
		Event          string        `json:"event"`
		PullRequests   []pullRequest `json:"pull_requests"`
		HeadRepository *struct {
			FullName string `json:"full_name"`
		} `json:"head_repository"`
	} `json:"workflow_run"`
}

type pullRequest struct {
	Number int `json:"number"`
	Head   struct {
		SHA  string `json:"sha"`
		Repo *struct {
			FullName string `json:"full_name"`
		} `json:"repo"`
	} `json:"head"`
}

// queueRef is the branch of a merge queue: gh-readonly-queue/main/pr-12-abc…
var queueRef = regexp.MustCompile(`/pr-(\d+)-[0-9a-f]+$`)

// queued is the pull request that a branch of a merge queue stands for, else 0.
func queued(branch string) int {
	m := queueRef.FindStringSubmatch(branch)
	if m == nil {
		return 0
	}
	return int(number(m[1]))
}

// Detect reads the event of the run from its environment and its payload (the
// bytes behind GITHUB_EVENT_PATH; may be empty). It fails when the environment
// names no repository or the payload is no JSON.
func Detect(env func(string) string, data []byte) (Event, error) {
	owner, repo, ok := strings.Cut(env("GITHUB_REPOSITORY"), "/")
	if !ok {
		return Event{}, fmt.Errorf("GITHUB_REPOSITORY %q is not owner/name: run inside GitHub Actions, or set it", env("GITHUB_REPOSITORY"))
	}
	var p payload
	if len(data) > 0 {
		if err := json.Unmarshal(data, &p); err != nil {
			return Event{}, fmt.Errorf("read the event payload: %w", err)
		}
	}
	e := Event{
		Name: env("GITHUB_EVENT_NAME"), Owner: owner, Repo: repo, HeadSHA: env("GITHUB_SHA"), Ref: env("GITHUB_REF"),
		DefaultBranch: p.Repository.DefaultBranch, RunID: number(env("GITHUB_RUN_ID")), Attempt: number(env("GITHUB_RUN_ATTEMPT")),
		APIURL: strings.TrimRight(env("GITHUB_API_URL"), "/"),
	}
	if e.APIURL == "" {
		e.APIURL = "https://api.github.com"
	}
	// A schedule runs on the default branch only, and its payload may name none.
	e.OnDefault = e.Name == "schedule" || e.DefaultBranch != "" && e.Ref == "refs/heads/"+e.DefaultBranch
	e.fill(p)
	if server := strings.TrimRight(env("GITHUB_SERVER_URL"), "/"); server != "" && e.RunID > 0 {
		e.RunURL = fmt.Sprintf("%s/%s/%s/actions/runs/%d", server, owner, repo, e.RunID)
	}
	return e, nil
}

func (e *Event) fill(p payload) {
	switch {
	case p.PullRequest != nil:
		e.PullRequest = p.PullRequest.Number
		e.HeadSHA, e.Ref = p.PullRequest.Head.SHA, headRef(e.PullRequest)
		// pull_request_target runs with the rights of the base repository.
		e.Fork = e.Name != "pull_request_target" &&
			(p.PullRequest.Head.Repo == nil || p.PullRequest.Head.Repo.FullName != p.Repository.FullName)
	case p.MergeGroup != nil:
		e.HeadSHA = p.MergeGroup.HeadSHA
		e.PullRequest = queued(p.MergeGroup.HeadRef)
	case p.WorkflowRun != nil:
		e.fillFinished(p)
	}
}

// fillFinished takes over what a finished run tells of itself. The run that
// posts has the rights of the base repository, wherever the head is: it is no
// fork's token. What GITHUB_REF says here is the default branch, which the
// results are not about.
func (e *Event) fillFinished(p payload) {
	run := p.WorkflowRun
	e.HeadSHA, e.Ref, e.OnDefault = run.HeadSHA, "", false
	if run.ID > 0 {
		e.RunID, e.Attempt = run.ID, max(1, run.Attempt)
	}
	e.AskedForFork = strings.HasPrefix(run.Event, "pull_request") &&
		(run.HeadRepository == nil || run.HeadRepository.FullName != p.Repository.FullName)
	home := run.HeadRepository != nil && run.HeadRepository.FullName == p.Repository.FullName
	if run.HeadRepository != nil && run.HeadBranch != "" {
		owner, _, _ := strings.Cut(run.HeadRepository.FullName, "/")
		e.HeadBranch = owner + ":" + run.HeadBranch
	}
	switch {
	case len(run.PullRequests) == 1:
		e.PullRequest = run.PullRequests[0].Number
		e.Ref = headRef(e.PullRequest)
	case home && !strings.HasPrefix(run.Event, "pull_request"):
		e.Ref = "refs/heads/" + run.HeadBranch
		e.OnDefault = run.HeadBranch != "" && run.HeadBranch == e.DefaultBranch
		if run.Event == "merge_group" {
			e.PullRequest = queued(run.HeadBranch)
		}
	}
}

// headRef is under which reference a pull request's head is kept.
func headRef(pullRequest int) string { return fmt.Sprintf("refs/pull/%d/head", pullRequest) }

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0
	}
	return n
}
