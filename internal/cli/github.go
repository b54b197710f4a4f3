package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"time"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/codeowners"
	"github.com/archverify/archverify/internal/httpx"
	"github.com/archverify/archverify/internal/redact"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/replay/rest"
	"github.com/archverify/archverify/report"
	"github.com/archverify/archverify/report/github"
)

const (
	eventLimit    = 32 << 20
	githubTimeout = time.Minute
)

// inActions reports whether this is a step of GitHub Actions that may write to
// its job: summary, annotations, outputs.
func (a *app) inActions(g *githubFlags) bool { return !g.off && a.value("GITHUB_ACTIONS") == "true" }

func (a *app) value(name string) string {
	v, _ := a.lookup(name)
	return v
}

// mask hides resolved values in the job's log, before anything could print them.
func (a *app) mask(g *githubFlags, secrets []redact.Secret) {
	if !a.inActions(g) {
		return
	}
	for _, s := range secrets {
		if len(s.Value) >= shortestMask {
			a.err.printf("%s", github.Mask(s.Value))
		}
	}
}

// shortestMask keeps words such as "on" from being blotted out of the whole log.
const shortestMask = 6

// toJob writes a run into the job that it ran in: annotations into the log, the
// summary, the outputs. What a report flag put there already is not told twice.
// Nothing happens outside GitHub Actions.
func (a *app) toJob(r *reportFlags, run *finding.Run) []finding.Receipt {
	if !a.inActions(&r.github) {
		return nil
	}
	runner := a.runner()
	o := report.Options{Entries: explanations(), Full: "the job summary"}
	if commands, err := report.Render("github", run, o); err == nil && !r.has("github", "") {
		a.err.printf("%s", commands)
	}
	var receipts []finding.Receipt
	if !r.has("markdown", runner.SummaryFile) {
		o.Bytes, o.Full = report.SummaryBytes, cmp.Or(r.full(), "the full report (--report html=FILE or json=FILE)")
		summary, err := report.Render("markdown", run, o)
		if err == nil {
			err = runner.AppendSummary(string(summary) + "\n")
		}
		receipts = append(receipts, jobReceipt("summary", err))
	}
	outputs := runner.SetOutputs(
		github.Output{Name: "status", Value: github.Status(run)},
		github.Output{Name: "red", Value: strconv.Itoa(run.Summary.Red)},
		github.Output{Name: "yellow", Value: strconv.Itoa(run.Summary.Yellow)},
		github.Output{Name: "unverified", Value: strconv.Itoa(run.Summary.Unverified)},
		github.Output{Name: "report", Value: r.saved()},
	)
	return append(receipts, jobReceipt("outputs", outputs))
}

func jobReceipt(channel string, err error) finding.Receipt {
	if err != nil {
		return finding.Receipt{Channel: channel, Status: github.StatusFailed, Detail: err.Error()}
	}
	return finding.Receipt{Channel: channel, Status: github.StatusSent}
}

// toGitHub sends a run through the API, as far as the flags want it.
func (a *app) toGitHub(ctx context.Context, g *githubFlags, run *finding.Run, top string) ([]finding.Receipt, bool) {
	if !g.wanted() {
		return nil, false
	}
	d, err := a.delivery(g, run, top)
	if err != nil {
		return []finding.Receipt{{Channel: "github", Status: github.StatusFailed, Detail: err.Error()}}, false
	}
	return d.Send(ctx), d.Event.Fork
}

func (a *app) delivery(g *githubFlags, run *finding.Run, top string) (github.Delivery, error) {
	event, err := a.event(g)
	if err != nil {
		return github.Delivery{}, err
	}
	token := a.value("GITHUB_TOKEN")
	if token == "" {
		return github.Delivery{}, errors.New("GITHUB_TOKEN is not set: pass the job's token (env: GITHUB_TOKEN: ${{ github.token }})")
	}
	roots, err := rest.LoadRoots(g.caFile, a.lookup)
	if err != nil {
		return github.Delivery{}, err
	}
	client, err := github.New(github.Config{
		Owner: event.Owner, Repo: event.Repo, APIURL: event.APIURL, Token: token, As: g.commentAs, UserAgent: "archverify/" + buildVersion(),
		HTTP: httpx.Plain(httpx.Options{Timeout: githubTimeout, RootCAs: roots, Proxy: rest.Proxies(a.lookup).ProxyFunc()}),
	})
	if err != nil {
		return github.Delivery{}, err
	}
	return github.Delivery{
		Event: event, Client: client, Run: run, Options: report.Options{Entries: explanations(), Full: event.RunURL},
		Comment: g.comment, Issue: g.issue, Check: g.check, SARIF: g.sarif, Partial: g.partial,
		Label: g.issueLabel, Owners: owners(top, run.Root), IssueAfter: g.issueAfter,
	}, nil
}

func (a *app) event(g *githubFlags) (github.Event, error) {
	var data []byte
	if name := a.value("GITHUB_EVENT_PATH"); name != "" {
		f, err := os.Open(name)
		if err != nil {
			return github.Event{}, err
		}
		defer func() { _ = f.Close() }()
		if data, err = io.ReadAll(io.LimitReader(f, eventLimit)); err != nil {
			return github.Event{}, err
		}
	}
	event, err := github.Detect(a.value, data)
	if g.pullRequest > 0 {
		event.PullRequest = g.pullRequest
	}
	return event, err
}

// ownersLimit is the size up to which GitHub reads CODEOWNERS.
const ownersLimit = 3 << 20

// owners looks the manifest's owners up in the repository's CODEOWNERS; top is
// the repository's folder, empty when there is none.
func owners(top, root string) []string {
	if top == "" {
		return nil
	}
	for _, place := range codeowners.Places() {
		name := filepath.Join(top, filepath.FromSlash(place))
		// The file is the pull request's: a link may lead to what never ends.
		if about, err := os.Stat(name); err != nil || !about.Mode().IsRegular() || about.Size() > ownersLimit {
			continue
		}
		if text, err := os.ReadFile(name); err == nil {
			return codeowners.Owners(string(text), path.Join(root, "capabilities.yaml"))
		}
	}
	return nil
}

// receipts prints what became of each delivery, one line each, and returns the
// exit code: the one given, or ExitDelivery where that is worse and something
// did not arrive.
func (a *app) receipts(g *githubFlags, list []finding.Receipt, fork bool, code int) int {
	for _, r := range list {
		line := "archverify: " + r.Channel + ": " + r.Status
		if r.Detail != "" {
			line += ": " + r.Detail
		}
		a.err.printf("%s\n", termtext.Safe(line))
		if github.Failed(r, fork) && !g.bestEffort {
			code = finding.WorseExit(code, finding.ExitDelivery)
		}
	}
	return code
}
