package github_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report"
	"github.com/archverify/archverify/report/github"
)

// ran is a run of three capabilities: one red unless healed, one unverified
// unless asked, one green.
func ran(healed, asked bool) *finding.Run {
	red := finding.Subject{ID: "shop.find-bikes", Kind: finding.SubjectCapability, Outcome: finding.OutcomeGreen}
	if !healed {
		red.Outcome = finding.OutcomeRed
		red.Findings = []finding.Finding{{
			Code: finding.RequiredMissing, Severity: finding.Red, Path: "$.bikes[].fee", Field: "bikes.fee", Rows: 2, Of: 3,
			Message: "fee is missing in 2 of 3 rows", Position: &finding.Position{File: "bindings/a.binding.yaml", Line: 9, Column: 7},
		}}
	}
	dark := finding.Subject{ID: "shop.rota", Kind: finding.SubjectCapability, Outcome: finding.OutcomeUnverified, Reason: finding.EnvMissing, Detail: "SHOP_URL is not set"}
	if asked {
		dark.Outcome, dark.Reason, dark.Detail = finding.OutcomeGreen, "", ""
	}
	run := &finding.Run{
		Tool: finding.Tool{Name: "archverify", Version: "test"}, Command: "verify", Manifest: "manifests/shop", Root: "manifests/shop",
		At: "2030-01-02T03:04:05Z", Commit: "c0ffee", Subjects: []finding.Subject{red, dark, {ID: "shop.stands", Kind: finding.SubjectCapability, Outcome: finding.OutcomeGreen}},
	}
	run.Seal(finding.Bar{})
	return run
}

func delivery(t *testing.T, f *fake, run *finding.Run, id int64) github.Delivery {
	t.Helper()
	return github.Delivery{
		Event: github.Event{Owner: "acme", Repo: "shop", PullRequest: 7, HeadSHA: strings.Repeat("a", 40), Ref: "refs/heads/main", OnDefault: true,
			RunID: id, Attempt: 1, RunURL: "https://github.example/acme/shop/actions/runs/1"},
		Client: client(t, f), Run: run, Options: report.Options{}, Label: "archverify", Owners: []string{"@acme/contracts"},
	}
}

func TestACommentTellsWhatAReviewerNeeds(t *testing.T) {
	f := newFake(t, "")
	d := delivery(t, f, ran(false, false), 1)
	d.Comment = true
	if got := d.Send(t.Context()); len(got) != 1 || got[0].Status != "sent" {
		t.Fatalf("%+v", got)
	}
	for _, want := range []string{"shop.find-bikes", "bikes.fee", "2 of 3", "SHOP_URL is not set", "actions/runs/1"} {
		if !strings.Contains(strings.ReplaceAll(f.comments[0].Body, `\`, ""), want) {
			t.Errorf("the comment does not say %q:\n%s", want, f.comments[0].Body)
		}
	}
}

func TestOnAForkTheReviewerLearnsWhatToDo(t *testing.T) {
	f := newFake(t, "")
	d := delivery(t, f, ran(true, false), 1)
	d.Comment, d.Event.Fork = true, true
	d.Send(t.Context())
	if body := f.comments[0].Body; !strings.Contains(body, "secrets are not given to forks") {
		t.Errorf("%s", body)
	}
}

func TestWhatAForkCouldNotAskIsExplainedByTheJobThatPosts(t *testing.T) {
	f := newFake(t, "")
	d := delivery(t, f, ran(true, false), 1)
	d.Comment, d.Event.AskedForFork = true, true
	d.Send(t.Context())
	if len(f.comments) != 1 || !strings.Contains(f.comments[0].Body, "secrets are not given to forks") {
		t.Errorf("%+v", f.comments)
	}
}

func TestAnIncompleteRunHealsNothing(t *testing.T) {
	f := newFake(t, "")
	post := func(id int64, run *finding.Run) finding.Receipt {
		d := delivery(t, f, run, id)
		d.Comment = true
		return d.Send(t.Context())[0]
	}
	post(1, ran(false, true))
	dark := ran(true, true)
	dark.Subjects[0] = finding.Subject{ID: "shop.find-bikes", Kind: finding.SubjectCapability, Outcome: finding.OutcomeUnverified, Reason: finding.Timeout}
	dark.Seal(finding.Bar{})
	if got := post(2, dark); got.Status != "updated" {
		t.Errorf("%+v", got)
	}
	if body := f.comments[0].Body; !strings.Contains(body, "Not asked in this run") || !strings.Contains(body, "$.bikes[].fee") {
		t.Errorf("the old finding is gone:\n%s", body)
	}
	if got := post(3, dark); got.Status != "unchanged" {
		t.Errorf("the same again: %+v", got)
	}
	if got := post(4, ran(true, true)); got.Status != "folded" || strings.Contains(f.comments[0].Body, "bikes[].fee") {
		t.Errorf("%+v\n%s", got, f.comments[0].Body)
	}
}

func TestASelectionHealsNothingThatItDidNotAskFor(t *testing.T) {
	f := newFake(t, "")
	post := func(id int64, run *finding.Run) []finding.Receipt {
		d := delivery(t, f, run, id)
		d.Comment, d.SARIF, d.Issue = true, true, true
		return d.Send(t.Context())
	}
	post(1, ran(false, true))
	part := ran(true, true)
	part.Subjects, part.Selected = part.Subjects[2:], true
	part.Seal(finding.Bar{})
	got := post(2, part)
	if got[0].Status != "updated" || got[1].Status != "skipped" || got[2].Status == "closed" {
		t.Errorf("%+v", got)
	}
	if body := f.comments[0].Body; !strings.Contains(body, "Not asked in this run") || !strings.Contains(body, "$.bikes[].fee") {
		t.Errorf("the old finding is gone:\n%s", body)
	}
	healed := ran(true, true)
	healed.Subjects, healed.Selected = healed.Subjects[:1], true
	healed.Seal(finding.Bar{})
	if got := post(3, healed); got[0].Status != "folded" || got[2].Status != "closed" {
		t.Errorf("what was asked for is green again: %+v", got)
	}
}

func TestCodeScanningGetsCompleteRunsOnly(t *testing.T) {
	f := newFake(t, "")
	d := delivery(t, f, ran(false, false), 1)
	d.SARIF = true
	if got := d.Send(t.Context())[0]; got.Status != "skipped" || len(f.sarifs) != 0 {
		t.Errorf("%+v", got)
	}
	d.Partial = true
	if got := d.Send(t.Context())[0]; got.Status != "sent" || len(f.sarifs) != 1 {
		t.Errorf("%+v", got)
	}
	d = delivery(t, f, &finding.Run{Command: "verify"}, 1)
	d.Run.Seal(finding.Bar{})
	d.SARIF = true
	if got := d.Send(t.Context())[0]; got.Status != "skipped" || !strings.Contains(got.Detail, "nothing was verified") {
		t.Errorf("nothing was verified: %+v", got)
	}
}

func TestAnIssueIsNotAskedForOffTheDefaultBranch(t *testing.T) {
	f := newFake(t, "")
	f.fail = func(*http.Request, int) *fault {
		return &fault{status: 403, body: `{"message":"Resource not accessible by integration"}`}
	}
	d := delivery(t, f, ran(false, true), 1)
	d.Issue, d.Event.OnDefault = true, false
	if got := d.Send(t.Context())[0]; got.Status != "skipped" {
		t.Errorf("%+v", got)
	}
}

func TestEnvironmentsOfOneRunHealApart(t *testing.T) {
	f := newFake(t, "")
	post := func(id int64, healed, asked bool) finding.Receipt {
		prod, stage := ran(true, true), ran(healed, asked)
		prod.Name, stage.Name = "prod", "stage"
		d := delivery(t, f, finding.Merge([]*finding.Run{stage, prod}), id)
		d.Comment = true
		return d.Send(t.Context())[0]
	}
	post(1, false, true)
	dark := ran(true, true)
	dark.Name = "stage"
	dark.Subjects[0].Outcome, dark.Subjects[0].Reason = finding.OutcomeUnverified, finding.Timeout
	dark.Seal(finding.Bar{})
	prod := ran(true, true)
	prod.Name = "prod"
	d := delivery(t, f, finding.Merge([]*finding.Run{dark, prod}), 2)
	d.Comment = true
	if got := d.Send(t.Context())[0]; got.Status != "updated" {
		t.Fatalf("%+v", got)
	}
	if body := f.comments[0].Body; !strings.Contains(body, "Not asked in this run") || !strings.Contains(body, "`stage: shop.find-bikes`") {
		t.Errorf("that production answers healed what staging could not be asked:\n%s", body)
	}
	if got := post(3, true, true); got.Status != "folded" {
		t.Errorf("%+v", got)
	}
}

func TestAnIssueClosesWithEverythingThatRecovered(t *testing.T) {
	f := newFake(t, "")
	for i, run := range []*finding.Run{ran(false, true), ran(true, false), ran(true, true)} {
		d := delivery(t, f, run, int64(i+1))
		d.Issue = true
		d.Send(t.Context())
	}
	if said := strings.Join(f.issues[0].Said, "\n"); !strings.Contains(said, "`shop.find-bikes`, `shop.rota`") {
		t.Errorf("what recovered on the way is not named: %s", said)
	}
}

func TestCodeScanningFilesUnderTheReferenceOfTheCommit(t *testing.T) {
	cases := map[string]struct {
		ref, want string
		pr        int
	}{
		"the event's own":                          {"refs/heads/main", "refs/heads/main", 0},
		"a finished run's pull request, looked up": {"", "refs/pull/8/head", 0},
		"a finished run's pull request, given":     {"", "refs/pull/7/head", 7},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := newFake(t, "")
			d := delivery(t, f, ran(false, true), 1)
			d.SARIF, d.Event.Ref, d.Event.PullRequest = true, c.ref, c.pr
			f.pulls[d.Event.HeadSHA] = []map[string]any{{"number": 8, "state": "open", "head": map[string]any{"sha": d.Event.HeadSHA}}}
			if got := d.Send(t.Context())[0]; got.Status != "sent" || f.sarifs[0]["ref"] != c.want || f.sarifs[0]["commit_sha"] != d.Event.HeadSHA {
				t.Errorf("%+v, %v", got, f.sarifs)
			}
		})
	}
	f := newFake(t, "")
	d := delivery(t, f, ran(false, true), 1)
	d.SARIF, d.Event.Ref, d.Event.PullRequest = true, "", 0
	if got := d.Send(t.Context())[0]; got.Status != "skipped" || len(f.sarifs) != 0 {
		t.Errorf("without any reference: %+v", got)
	}
}

func TestMergedRunsAreAboutTheFolderTheyShare(t *testing.T) {
	f := newFake(t, "")
	earlier, now := ran(true, true), ran(false, true)
	earlier.At = "2030-01-01T03:04:05Z"
	for _, run := range []*finding.Run{earlier, now} {
		run.Seal(finding.Bar{})
	}
	d := delivery(t, f, finding.Merge([]*finding.Run{earlier, now}), 1)
	d.Issue = true
	if got := d.Send(t.Context())[0]; got.Status != "sent" {
		t.Fatalf("%+v", got)
	}
	if f.issues[0].Title != "archverify: manifests/shop no longer answers as declared" {
		t.Error(f.issues[0].Title)
	}
	m, _ := github.ParseMarker(f.issues[0].Body)
	if m.Key != github.Key("verify", "manifests/shop", "") {
		t.Errorf("key %q is not that of the run alone", m.Key)
	}
	if !strings.Contains(f.issues[0].Body, "last green 2030-01-01T03:04:05Z") {
		t.Errorf("when it was last green is not said:\n%s", f.issues[0].Body)
	}
}

func TestAnIssueSaysSinceWhenByTheHistory(t *testing.T) {
	f := newFake(t, "")
	var runs []*finding.Run
	for day, asked := range []bool{false, true, false, false, false} {
		run := ran(true, asked)
		run.At = fmt.Sprintf("2030-01-0%dT03:04:05Z", day+1)
		runs = append(runs, run)
	}
	d := delivery(t, f, finding.Merge(runs), 1)
	d.Issue, d.IssueAfter = true, 3
	if got := d.Send(t.Context())[0]; got.Status != "sent" || !strings.Contains(f.issues[0].Body, "First seen 2030-01-03T03:04:05Z · last green 2030-01-02T03:04:05Z") {
		t.Errorf("%+v\n%v", got, f.issues)
	}
}

func TestTheScheduledJobsIssue(t *testing.T) {
	f := newFake(t, "")
	post := func(id int64, run *finding.Run, after int) finding.Receipt {
		d := delivery(t, f, run, id)
		d.Issue, d.IssueAfter = true, after
		return d.Send(t.Context())[0]
	}
	dark := ran(true, false)
	if got := post(1, dark, 3); got.Status != "skipped" {
		t.Errorf("one unverified run opened an issue: %+v", got)
	}
	for range 3 {
		dark.Subjects[1].History = append(dark.Subjects[1].History, finding.Past{Outcome: finding.OutcomeUnverified})
	}
	if got := post(2, dark, 3); got.Status != "sent" {
		t.Errorf("three in a row: %+v", got)
	}
	if got := post(3, ran(false, true), 3); got.Status != "updated" {
		t.Errorf("%+v", got)
	}
	body := f.issues[0].Body
	for _, want := range []string{"First seen 2030-01-02T03:04:05Z", "owner @acme/contracts", "shop.find-bikes", "runs/1"} {
		if !strings.Contains(body, want) {
			t.Errorf("the issue does not say %q:\n%s", want, body)
		}
	}
	if got := post(4, ran(true, true), 3); got.Status != "closed" || !strings.Contains(f.issues[0].Said[0], "shop.find-bikes") {
		t.Errorf("%+v said %q", got, f.issues[0].Said)
	}
}

func TestACheckPointsAtTheManifestFromTheRepositoryRoot(t *testing.T) {
	f := newFake(t, "")
	d := delivery(t, f, ran(false, true), 1)
	d.Check = true
	if got := d.Send(t.Context())[0]; got.Status != "sent" {
		t.Fatalf("%+v", got)
	}
	notes := f.checks[0]["output"].(map[string]any)["annotations"].([]any)
	if first := notes[0].(map[string]any); first["path"] != "manifests/shop/bindings/a.binding.yaml" || first["start_line"] != 9.0 {
		t.Errorf("%v", first)
	}
	d.Run.Subjects[0].Findings[0].Position = nil
	d.Run.Subjects[0].Position = &finding.Position{File: "bindings/a.binding.yaml", Line: 2, Column: 3}
	d.Send(t.Context())
	notes = f.checks[1]["output"].(map[string]any)["annotations"].([]any)
	if first := notes[0].(map[string]any); first["path"] != "manifests/shop/bindings/a.binding.yaml" || first["start_line"] != 2.0 {
		t.Errorf("a finding without a place of its own stands at its capability's: %v", first)
	}
	if f.checks[0]["conclusion"] != "failure" {
		t.Errorf("%v", f.checks[0])
	}
}

func TestStatusInAWord(t *testing.T) {
	empty := &finding.Run{Command: "verify"}
	empty.Seal(finding.Bar{})
	lints := &finding.Run{Command: "doctor", Subjects: []finding.Subject{{ID: "shop.find-bikes"}}}
	lints.Seal(finding.Bar{})
	if got := github.Status(finding.Merge([]*finding.Run{empty, lints})); got != "empty" {
		t.Errorf("with declarations beside it: %s", got)
	}
	for want, run := range map[string]*finding.Run{"red": ran(false, false), "unverified": ran(true, false), "green": ran(true, true), "empty": empty} {
		if got := github.Status(run); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestALongCommentIsLeftAloneWhereOnlyTheRunIsAnother(t *testing.T) {
	f := newFake(t, "")
	for id := range int64(2) {
		run := ran(false, true)
		for i := range 900 {
			run.Subjects[0].Findings = append(run.Subjects[0].Findings, finding.Finding{
				Code: finding.Gained, Severity: finding.Yellow, Path: fmt.Sprintf("$.bikes[].k%d", i), To: "string", Message: strings.Repeat("gained ", 17),
			})
		}
		run.Seal(finding.Bar{})
		d := delivery(t, f, run, id+1)
		d.Comment, d.Event.RunURL = true, fmt.Sprintf("https://github.example/acme/shop/actions/runs/%d", id+1)
		d.Options.Full = d.Event.RunURL
		want := []string{"sent", "unchanged"}[id]
		if got := d.Send(t.Context())[0]; got.Status != want {
			t.Errorf("run %d: %+v, want %s", id+1, got, want)
		}
	}
	if !strings.Contains(f.comments[0].Body, " more (") {
		t.Error("the comment is too short to tell anything")
	}
}

func TestCommentAndIssueStayWithinWhatGitHubTakes(t *testing.T) {
	f := newFake(t, "")
	run := ran(false, false)
	for i := range 3_000 {
		path := fmt.Sprintf("$.bikes[].%s%05d", strings.Repeat("größe", 30), i)
		run.Subjects[0].Findings = append(run.Subjects[0].Findings, finding.Finding{
			Code: finding.RequiredMissing, Severity: finding.Red, Path: path, Field: path, Message: path + " is missing", Hint: fmt.Sprintf("repair %d", i),
		})
	}
	run.Seal(finding.Bar{})
	send := func(id int64) {
		d := delivery(t, f, run, id)
		d.Event.Fork, d.Comment, d.Issue = true, true, true
		for range 40 {
			d.Owners = append(d.Owners, "@acme/a-team-with-quite-a-long-name")
		}
		for _, got := range d.Send(t.Context()) {
			if got.Status != "sent" && got.Status != "updated" {
				t.Fatalf("%+v", got)
			}
		}
	}
	send(1)
	for what, text := range map[string]string{"comment": f.comments[0].Body, "issue": f.issues[0].Body} {
		if n := utf8.RuneCountInString(text); n > 65_536 || n < 30_000 {
			t.Errorf("%s: %d characters", what, n)
		}
	}
	// The same again, now carrying forward what could not be asked any more.
	run = ran(false, false)
	run.Subjects[0].Outcome, run.Subjects[0].Findings, run.Subjects[0].Reason = finding.OutcomeUnverified, nil, finding.EnvMissing
	run.Seal(finding.Bar{})
	send(2)
	for what, text := range map[string]string{"comment": f.comments[0].Body, "issue": f.issues[0].Body} {
		if n := utf8.RuneCountInString(text); n > 65_536 || !strings.Contains(text, "Not asked in this run") {
			t.Errorf("%s: %d characters", what, n)
		}
		if _, ok := github.ParseMarker(text); !ok {
			t.Errorf("%s: the marker is gone", what)
		}
	}
}
