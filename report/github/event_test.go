package github_test

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/archverify/archverify/report/github"
)

func environment(over map[string]string) func(string) string {
	base := map[string]string{
		"GITHUB_REPOSITORY": "acme/shop", "GITHUB_SHA": "merge00", "GITHUB_REF": "refs/pull/7/merge", "GITHUB_RUN_ID": "42",
		"GITHUB_RUN_ATTEMPT": "2", "GITHUB_SERVER_URL": "https://ghe.example", "GITHUB_API_URL": "https://ghe.example/api/v3/",
	}
	return func(name string) string {
		if v, ok := over[name]; ok {
			return v
		}
		return base[name]
	}
}

func TestEventsOfEveryKindName(t *testing.T) {
	cases := map[string]struct {
		env     map[string]string
		pr      int
		sha     string
		fork    bool
		deflt   bool
		payload string
		ref     string
		run     string // of whom the results are: "42" unless a finished run set this one off
	}{
		"pull_request":          {pr: 7, sha: "head77", ref: "refs/pull/7/head"},
		"pull_request-fork":     {pr: 8, sha: "head88", ref: "refs/pull/8/head", fork: true},
		"pull_request-deleted":  {pr: 9, sha: "head99", ref: "refs/pull/9/head", fork: true},
		"merge_group":           {env: map[string]string{"GITHUB_REF": "refs/heads/queue"}, pr: 12, sha: "queue12", ref: "refs/heads/queue"},
		"workflow_run":          {env: map[string]string{"GITHUB_REF": "refs/heads/main"}, pr: 7, sha: "head77", ref: "refs/pull/7/head", run: "5"},
		"workflow_run-fork":     {env: map[string]string{"GITHUB_REF": "refs/heads/main"}, sha: "head88", run: "6"},
		"workflow_run-push":     {env: map[string]string{"GITHUB_REF": "refs/heads/main"}, sha: "head55", ref: "refs/heads/release", run: "9"},
		"workflow_run-schedule": {env: map[string]string{"GITHUB_REF": "refs/heads/main"}, sha: "head55", ref: "refs/heads/main", run: "11", deflt: true},
		"workflow_run-queue": {
			env: map[string]string{"GITHUB_REF": "refs/heads/main"}, pr: 12, sha: "head55", ref: "refs/heads/gh-readonly-queue/main/pr-12-0a1b2c3d", run: "13",
		},
		"pull_request_target-fork": {pr: 8, sha: "head88", ref: "refs/pull/8/head"}, // has the rights and the secrets of the base
		"schedule-bare":            {env: map[string]string{"GITHUB_REF": "refs/heads/main"}, sha: "merge00", deflt: true, ref: "refs/heads/main"},
		"push":                     {env: map[string]string{"GITHUB_REF": "refs/heads/main"}, sha: "merge00", deflt: true, ref: "refs/heads/main"},
		"schedule":                 {env: map[string]string{"GITHUB_REF": "refs/heads/main"}, sha: "merge00", deflt: true, ref: "refs/heads/main"},
		"workflow_dispatch":        {env: map[string]string{"GITHUB_REF": "refs/heads/topic"}, sha: "merge00", ref: "refs/heads/topic"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", "events", name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			if c.env == nil {
				c.env = map[string]string{}
			}
			c.env["GITHUB_EVENT_NAME"], _, _ = strings.Cut(name, "-")
			e, err := github.Detect(environment(c.env), data)
			if err != nil {
				t.Fatal(err)
			}
			if e.PullRequest != c.pr || e.HeadSHA != c.sha || e.Fork != c.fork || e.OnDefault != c.deflt || e.Ref != c.ref {
				t.Errorf("%+v, want %+v", e, c)
			}
			if e.AskedForFork != (name == "workflow_run-fork") {
				t.Errorf("asked for a fork: %v", e.AskedForFork)
			}
			if e.RunURL != "https://ghe.example/acme/shop/actions/runs/"+cmp.Or(c.run, "42") || e.APIURL != "https://ghe.example/api/v3" {
				t.Errorf("addresses: %+v", e)
			}
		})
	}
}

func TestOutsideActionsIsSaid(t *testing.T) {
	if _, err := github.Detect(func(string) string { return "" }, nil); err == nil || !strings.Contains(err.Error(), "GITHUB_REPOSITORY") {
		t.Errorf("%v", err)
	}
	if _, err := github.Detect(environment(nil), []byte("{")); err == nil || !strings.Contains(err.Error(), "payload") {
		t.Errorf("%v", err)
	}
}

func TestAPullRequestIsFoundByItsHead(t *testing.T) {
	f := newFake(t, "")
	pull := func(n int, state, sha string) map[string]any {
		return map[string]any{"number": n, "state": state, "head": map[string]any{"sha": sha}}
	}
	f.pulls["head88"] = []map[string]any{pull(3, "closed", "head88"), pull(8, "open", "head88"), pull(9, "open", "other")}
	f.pulls["both"] = []map[string]any{pull(1, "open", "both"), pull(2, "open", "both")}
	for sha, want := range map[string]int{"head88": 8, "both": 0, "none": 0} {
		got, err := client(t, f).PullRequestOf(t.Context(), sha, "")
		if err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", sha, got, err, want)
		}
	}
}

func TestAForksPullRequestIsFoundByItsBranchWhereItsCommitIsUnknown(t *testing.T) {
	f := newFake(t, "")
	f.pulls["ion:topic"] = []map[string]any{
		{"number": 7, "state": "open", "head": map[string]any{"sha": "other"}},
		{"number": 8, "state": "open", "head": map[string]any{"sha": "head88"}},
	}
	if got, err := client(t, f).PullRequestOf(t.Context(), "head88", "ion:topic"); err != nil || got != 8 {
		t.Errorf("%d, %v", got, err)
	}
}

func FuzzDetect(f *testing.F) {
	f.Add([]byte(`{"pull_request":{"number":1}}`))
	f.Add([]byte(`{"workflow_run":{"pull_requests":[{}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := github.Detect(environment(nil), data)
		if err == nil && (e.Owner != "acme" || e.Repo != "shop") {
			t.Errorf("%+v", e)
		}
	})
}
