package github_test

import (
	"strings"
	"testing"

	"github.com/archverify/archverify/report/github"
)

func wrong(run int64, body string) github.Issue {
	return github.Issue{
		Key: github.Key("verify", "m", "staging"), Run: run, Attempt: 1, Label: "archverify", Title: "drift in m", Body: body,
		Stable: body, Recovered: "green again: shop.find-bikes", OnDefault: true,
	}
}

func state(i github.Issue, s github.IssueState) github.Issue {
	i.State = s
	return i
}

func TestOneIssueLastsAsLongAsTheDrift(t *testing.T) {
	f := newFake(t, "")
	steps := []struct {
		say    github.Issue
		status string
		open   int
	}{
		{state(wrong(1, ""), github.IssueGreen), "skipped", 0},
		{state(wrong(2, "nobody asked"), github.IssueIncomplete), "skipped", 0},
		{wrong(3, "fee is gone"), "sent", 1},
		{wrong(4, "fee is gone"), "unchanged", 1},
		{wrong(5, "fee and title are gone"), "updated", 1},
		{state(wrong(6, "not asked this time"), github.IssueIncomplete), "updated", 1},
		{state(wrong(5, ""), github.IssueGreen), "unchanged", 1}, // late, and older than what the issue says
		{state(wrong(7, ""), github.IssueGreen), "closed", 0},
		{wrong(8, "again"), "sent", 1},
	}
	for i, s := range steps {
		got := client(t, f).SyncIssue(t.Context(), s.say)
		open := 0
		for _, have := range f.issues {
			if have.State == "open" {
				open++
			}
		}
		if got.Status != s.status || open != s.open {
			t.Errorf("step %d: %+v with %d open, want %s with %d", i, got, open, s.status, s.open)
		}
	}
	if said := f.issues[0].Said; len(said) != 1 || !strings.Contains(said[0], "green again") {
		t.Errorf("said when closing: %q", said)
	}
	if len(f.labels) != 1 {
		t.Errorf("labels %v, want one", f.labels)
	}
}

func TestAnIssueIsForTheDefaultBranchAndOurOwn(t *testing.T) {
	f := newFake(t, "")
	off := wrong(1, "x")
	off.OnDefault = false
	if got := client(t, f).SyncIssue(t.Context(), off); got.Status != "skipped" || len(f.issues) != 0 {
		t.Errorf("%+v, %d issues", got, len(f.issues))
	}
	f.issues = append(f.issues, &issue{Number: 1, State: "open", By: "ana", Labels: []string{"archverify"}, Body: github.Marker{Key: off.Key, Run: 1, Body: github.BodyHash("x")}.String()})
	if got := client(t, f).SyncIssue(t.Context(), wrong(2, "x")); got.Status != "sent" || len(f.issues) != 2 {
		t.Errorf("%+v, %d issues: somebody else's issue was taken for ours", got, len(f.issues))
	}
}

func TestSurplusIssuesAreFoldedIntoTheOldest(t *testing.T) {
	f := newFake(t, "")
	for n := 1; n <= 2; n++ {
		m := github.Marker{Key: wrong(1, "").Key, Run: int64(n), Attempt: 1, Body: github.BodyHash("old")}
		f.issues = append(f.issues, &issue{Number: n, State: "open", By: "github-actions[bot]", Labels: []string{"archverify"}, Body: m.String()})
	}
	client(t, f).SyncIssue(t.Context(), wrong(3, "now"))
	if f.issues[0].State != "open" || f.issues[1].State != "closed" || !strings.Contains(f.issues[1].Said[0], "#1") {
		t.Errorf("%+v %+v", f.issues[0], f.issues[1])
	}
}
