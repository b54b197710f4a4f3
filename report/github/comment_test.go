package github_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/archverify/archverify/report/github"
)

func client(t *testing.T, f *fake) *github.Client {
	t.Helper()
	c, err := github.New(github.Config{
		Owner: "acme", Repo: "shop", APIURL: f.url(), Token: "t0ken", HTTP: f.Client(), UserAgent: "archverify-test",
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func told(run int64, body string) github.Comment {
	return github.Comment{PullRequest: 7, Key: github.Key("verify", "m", ""), Run: run, Attempt: 1, Body: body + fmt.Sprintf("\n\ncommit %d", run), Stable: body, Folded: "all green"}
}

func TestOneCommentIsKeptUpToDate(t *testing.T) {
	f := newFake(t, "")
	ctx := t.Context()
	steps := []struct {
		say    github.Comment
		status string
		writes int
	}{
		{clean(told(1, "")), "skipped", 0},
		{told(2, "red: fee"), "sent", 1},
		{told(3, "red: fee"), "unchanged", 0},
		{told(4, "red: fee, title"), "updated", 1},
		{told(3, "an older run"), "unchanged", 0},
		{clean(told(5, "")), "folded", 1},
		{clean(told(6, "")), "unchanged", 0},
		{told(7, "red: fee"), "updated", 1},
	}
	for i, s := range steps {
		before := len(f.writes())
		got := client(t, f).SyncComment(ctx, s.say)
		if got.Status != s.status || len(f.writes())-before != s.writes {
			t.Errorf("step %d: %s (%s) with %d writes, want %s with %d", i, got.Status, got.Detail, len(f.writes())-before, s.status, s.writes)
		}
	}
	if len(f.comments) != 1 || !strings.Contains(f.comments[0].Body, "red: fee\n") {
		t.Errorf("%d comments, the first says %q", len(f.comments), f.comments[0].Body)
	}
}

func clean(c github.Comment) github.Comment {
	c.Clean = true
	return c
}

func TestTheMarkerIsLookedForOnEveryPageAndOnlyUnderOurOwnName(t *testing.T) {
	f := newFake(t, "")
	marker := told(1, "x")
	for i := range 250 {
		f.comments = append(f.comments, &comment{ID: int64(i + 1), Body: "hello", By: "ana"})
	}
	decoy := github.Marker{Key: marker.Key, Run: 1, Body: github.BodyHash("x")}.String()
	f.comments[3].Body = decoy // a person quotes our marker
	f.comments = append(f.comments, &comment{ID: 900, Body: decoy, By: "github-actions[bot]"})
	got := client(t, f).SyncComment(t.Context(), told(2, "news"))
	if got.Status != "updated" || !strings.Contains(f.comments[250].Body, "news") || f.comments[3].Body != decoy {
		t.Errorf("%+v; last %q", got, f.comments[250].Body)
	}
}

func TestAnotherKeyIsAnotherComment(t *testing.T) {
	f := newFake(t, "")
	other := told(1, "diff says")
	other.Key = github.Key("diff", "m", "")
	client(t, f).SyncComment(t.Context(), told(1, "verify says"))
	client(t, f).SyncComment(t.Context(), other)
	if len(f.comments) != 2 {
		t.Errorf("%d comments, want 2", len(f.comments))
	}
}

func TestTwentyRunsAtOnceEndWithOneComment(t *testing.T) {
	f := newFake(t, "")
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() { client(t, f).SyncComment(context.Background(), told(int64(i+1), fmt.Sprintf("run %d", i+1))) })
	}
	wg.Wait()
	client(t, f).SyncComment(t.Context(), told(21, "the next run"))
	if len(f.comments) != 1 {
		t.Errorf("%d comments, want 1", len(f.comments))
	}
}

func TestACrashAfterCreatingHealsAtTheNextRun(t *testing.T) {
	f := newFake(t, "")
	first := told(1, "one")
	f.comments = append(f.comments,
		&comment{ID: 1, By: "github-actions[bot]", Body: "one\n" + github.Marker{Key: first.Key, Run: 1, Attempt: 1, Body: github.BodyHash("one")}.String()},
		&comment{ID: 2, By: "github-actions[bot]", Body: "two\n" + github.Marker{Key: first.Key, Run: 2, Attempt: 1, Body: github.BodyHash("two")}.String()})
	client(t, f).SyncComment(t.Context(), told(3, "three"))
	if len(f.comments) != 1 || !strings.HasPrefix(f.comments[0].Body, "three") {
		t.Errorf("%d comments, first %q", len(f.comments), f.comments[0].Body)
	}
}

func TestFaultsLeaveAReceiptThatSaysWhatToDo(t *testing.T) {
	json := func(status int, message string) *fault {
		return &fault{status: status, body: `{"message":"` + message + `"}`}
	}
	cases := []struct {
		name   string
		fork   bool
		fault  *fault
		times  int // 0: always
		status string
		says   string
	}{
		{"a fork's token may only read", true, json(403, "Resource not accessible by integration"), 0, "not-permitted", "workflow_run"},
		{"a permission is missing", false, json(403, "Resource not accessible by integration"), 0, "not-permitted", "pull-requests: write"},
		{"a token is missing", false, json(401, "Bad credentials"), 0, "not-permitted", "GITHUB_TOKEN"},
		{"a pull request is gone", false, json(404, "Not Found"), 0, "not-permitted", "404"},
		{"a body is too long", false, json(422, "body is too long"), 0, "too-large", "too long"},
		{"a rate limit passes", false, &fault{status: 429, header: map[string]string{"Retry-After": "1"}, body: `{}`}, 2, "sent", ""},
		{"a secondary limit passes", false, &fault{status: 403, header: map[string]string{"Retry-After": "2"}, body: `{"documentation_url":"x#secondary-rate-limits"}`}, 1, "sent", ""},
		{"a limit asks for an hour", false, &fault{status: 429, header: map[string]string{"Retry-After": "3600"}, body: `{"message":"slow down"}`}, 0, "failed", "429"},
		{"a limit without a way back", false, &fault{status: 403, header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9999999999"},
			body: `{"message":"API rate limit exceeded"}`}, 0, "failed", "rate limit"},
		{"a limit on a fork", true, &fault{status: 403, header: map[string]string{"Retry-After": "3600"},
			body: `{"message":"secondary rate limit","documentation_url":"x#secondary-rate-limits"}`}, 0, "failed", "rate limit"},
		{"a gateway is down for good", false, json(502, "bad gateway"), 0, "failed", "502"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := newFake(t, "")
			n := 0
			f.fail = func(r *http.Request, _ int) *fault {
				if r.URL.Path == "/user" || (c.times > 0 && n >= c.times) {
					return nil
				}
				n++
				return c.fault
			}
			say := told(1, "news")
			say.Fork = c.fork
			got := client(t, f).SyncComment(t.Context(), say)
			if got.Status != c.status || !strings.Contains(got.Detail, c.says) {
				t.Errorf("%+v, want %s … %s", got, c.status, c.says)
			}
			if failed := github.Failed(got, c.fork); failed != (c.status == "failed" || c.status != "sent" && !c.fork) {
				t.Errorf("Failed = %v for %+v", failed, got)
			}
		})
	}
}

func TestAWriteWhoseAnswerIsLostIsLookedForBeforeItIsRepeated(t *testing.T) {
	say := told(1, "news")
	written := say.Body + "\n\n" + github.Marker{Key: say.Key, Run: 1, Attempt: 1, Body: github.BodyHash(say.Stable)}.String() + "\n"
	for name, arrived := range map[string]bool{"it had arrived": true, "it had not": false} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t, "")
			posts := 0
			f.fail = func(r *http.Request, _ int) *fault {
				if r.Method != http.MethodPost {
					return nil
				}
				if posts++; posts > 1 {
					return nil
				}
				if arrived {
					f.comments = append(f.comments, &comment{ID: 1, By: f.writer, Body: written})
					f.issues = append(f.issues, &issue{Number: 1, State: "open", By: f.writer, Labels: []string{"archverify"}, Body: github.Marker{Key: wrong(1, "").Key, Run: 1, Body: github.BodyHash("news")}.String()})
				}
				return &fault{status: 502, body: `{}`}
			}
			want := 2
			if arrived {
				want = 1
			}
			if got := client(t, f).SyncComment(t.Context(), say); got.Status != "sent" || len(f.comments) != 1 || posts != want {
				t.Errorf("%+v, %d comments after %d posts", got, len(f.comments), posts)
			}
			posts, f.issues, f.labels = 0, nil, []string{"archverify"}
			if got := client(t, f).SyncIssue(t.Context(), wrong(1, "news")); got.Status != "sent" || len(f.issues) != 1 || posts != want {
				t.Errorf("%+v, %d issues after %d posts", got, len(f.issues), posts)
			}
		})
	}
}

func TestEnterpriseServersAndUnreachableOnes(t *testing.T) {
	f := newFake(t, "/api/v3")
	if got := client(t, f).SyncComment(t.Context(), told(1, "news")); got.Status != "sent" {
		t.Errorf("%+v", got)
	}
	down := newFake(t, "")
	c := client(t, down)
	down.Close()
	got := c.SyncComment(t.Context(), told(1, "news"))
	if got.Status != "failed" || strings.Contains(got.Detail, "t0ken") || strings.Contains(got.Detail, "http://") {
		t.Errorf("%+v", got)
	}
}

func TestARedirectIsFollowed(t *testing.T) {
	f := newFake(t, "")
	moved := false
	f.fail = func(r *http.Request, _ int) *fault {
		if !moved && r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/comments") {
			moved = true
			return &fault{status: http.StatusMovedPermanently, header: map[string]string{"Location": f.URL + r.URL.Path + "?" + r.URL.RawQuery}}
		}
		return nil
	}
	if got := client(t, f).SyncComment(t.Context(), told(1, "news")); got.Status != "sent" || !moved {
		t.Errorf("%+v, moved %v", got, moved)
	}
}

func TestTheTokenStaysWithTheAPI(t *testing.T) {
	stranger := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Errorf("the token went along to another host: %s", r.URL)
		}
		_, _ = io.WriteString(w, "[]")
	}))
	t.Cleanup(stranger.Close)
	f := newFake(t, "")
	moved := false
	f.fail = func(r *http.Request, _ int) *fault {
		if r.Header.Get("Authorization") != "Bearer t0ken" {
			t.Errorf("no token for the API: %s", r.URL)
		}
		if r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/comments") {
			moved = true
			return &fault{status: http.StatusFound, header: map[string]string{"Location": stranger.URL + "/comments"}}
		}
		return nil
	}
	client(t, f).SyncComment(t.Context(), told(1, "news"))
	if !moved {
		t.Error("nothing was redirected")
	}
}

func TestTheCommentsAreListedOncePerRun(t *testing.T) {
	f := newFake(t, "")
	d := delivery(t, f, ran(false, true), 1)
	d.Comment = true
	d.Send(t.Context())
	f.calls = nil
	d.Send(t.Context())
	lists := 0
	for _, c := range f.calls {
		if strings.HasPrefix(c, "GET ") && strings.HasSuffix(c, "/comments") {
			lists++
		}
	}
	if lists != 1 {
		t.Errorf("%d listings: %v", lists, f.calls)
	}
}
