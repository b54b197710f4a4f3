package github_test

import (
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
	}{
		"pull_request":         {pr: 7, sha: "head77"},
		"pull_request-fork":    {pr: 8, sha: "head88", fork: true},
		"pull_request-deleted": {pr: 9, sha: "head99", fork: true},
		"merge_group":          {pr: 12, sha: "queue12"},
		"workflow_run":         {pr: 7, sha: "head77"},
		"workflow_run-fork":    {pr: 0, sha: "head88"},
		"push":                 {env: map[string]string{"GITHUB_REF": "refs/heads/main"}, sha: "merge00", deflt: true},
		"schedule":             {env: map[string]string{"GITHUB_REF": "refs/heads/main"}, sha: "merge00", deflt: true},
		"workflow_dispatch":    {env: map[string]string{"GITHUB_REF": "refs/heads/topic"}, sha: "merge00"},
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
			if e.PullRequest != c.pr || e.HeadSHA != c.sha || e.Fork != c.fork || e.OnDefault != c.deflt {
				t.Errorf("%+v, want %+v", e, c)
			}
			if e.RunURL != "https://ghe.example/acme/shop/actions/runs/42" || e.APIURL != "https://ghe.example/api/v3" {
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
		got, err := client(t, f).PullRequestOf(t.Context(), sha)
		if err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", sha, got, err, want)
		}
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
