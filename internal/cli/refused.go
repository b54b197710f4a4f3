package cli

import (
	"crypto/rand"
	"errors"
	"slices"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/internal/termtext"
	"github.com/archverify/archverify/report/github"
)

// refusal is why a command made no run.
type refusal struct{ command, reason string }

// refusedBy remembers why a command ends with ExitUsage, as plain lines: what a
// manifest says of itself may be anything.
func (a *app) refusedBy(command, reason string) {
	lines := strings.Split(reason, "\n")
	for i, line := range lines {
		lines[i] = termtext.Safe(line)
	}
	a.refused = &refusal{command, strings.Join(lines, "\n")}
}

// refusedWith is the same for an error that belongs to a command.
func (a *app) refusedWith(err error) {
	var of *commandError
	if errors.As(err, &of) {
		a.refusedBy(of.command, err.Error())
	}
}

// refusedInJob tells the job of GitHub Actions that a command which would have
// told it of a run made none: a step that ends without an annotation, a summary
// and outputs would read as one that never was. It returns the exit code: the
// one given, since nothing is worse.
func (a *app) refusedInJob(args []string, code int) int {
	if code != finding.ExitUsage || a.refused == nil || !a.inActions(&githubFlags{off: refusesGitHub(args)}) ||
		!slices.Contains([]string{"verify", "diff", "doctor", "apply"}, a.refused.command) {
		return code
	}
	r := *a.refused
	a.err.printf("%s", github.RefusedCommand(r.command, r.reason))
	runner := a.runner()
	return a.receipts(&githubFlags{}, []finding.Receipt{
		jobReceipt("summary", runner.AppendSummary(github.RefusedSummary(r.command, r.reason))),
		jobReceipt("outputs", runner.SetOutputs(github.RefusedOutputs()...)),
	}, false, code)
}

// runner is the job that this is a step of.
func (a *app) runner() github.Runner {
	return github.Runner{SummaryFile: a.value("GITHUB_STEP_SUMMARY"), OutputFile: a.value("GITHUB_OUTPUT"), Delimiter: rand.Text}
}

// refusesGitHub reads --no-github where flags may not have been parsed to the end.
func refusesGitHub(args []string) bool {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	return slices.Contains(args, "--no-github") || slices.Contains(args, "--no-github=true")
}
