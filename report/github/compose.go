package github

import (
	"fmt"
	"strings"

	"github.com/archverify/archverify/finding"
	"github.com/archverify/archverify/report"
)

// clean reports whether a run leaves nothing to tell: everything that should
// have been asked was, and nothing above a note was found.
func clean(run *finding.Run) bool {
	n := run.Summary
	if n.Findings.Red+n.Findings.Yellow > 0 || !run.Complete {
		return false
	}
	return !nothingVerified(run)
}

// nothingVerified reports whether backends should have been asked and none was
// judged; a merged run may hold declarations beside them.
func nothingVerified(run *finding.Run) bool {
	asks, judged := run.Command == "verify", run.Summary.Judged()
	if len(run.Parts) > 0 {
		asks, judged = false, 0
		for _, p := range run.Parts {
			if p.Command == "verify" {
				asks, judged = true, judged+p.Summary.Judged()
			}
		}
	}
	return asks && judged == 0
}

// StatusEmpty is the status of a run that verified nothing.
const StatusEmpty = "empty"

// Status is one word for a run: red, else empty when nothing was verified, else
// the worst of unverified, yellow, green.
func Status(run *finding.Run) string {
	switch n := run.Summary; {
	case n.Findings.Red > 0 || n.Red > 0:
		return "red"
	case nothingVerified(run):
		return StatusEmpty
	case n.Unverified > 0:
		return "unverified"
	case n.Findings.Yellow > 0 || n.Yellow > 0:
		return "yellow"
	}
	return "green"
}

// stateReserve is kept free for what this package adds to a rendered body.
const stateReserve = stateBytes + 4_000

// texts renders a run for a comment or issue: in full, and without what changes
// from one run to the next.
func (d Delivery) texts(carried []report.Carried) (body, stable string, err error) {
	for _, steady := range []bool{false, true} {
		run, o := *d.Run, d.Options
		if steady {
			run.Commit, run.At, o.Full = "", "", ""
		}
		o.Bytes = report.CommentBytes - stateReserve
		text, err := report.Render("markdown", &run, o)
		if err != nil {
			return "", "", fmt.Errorf("render the comment: %w", err)
		}
		full := string(text) + report.CarriedMarkdown(carried, 3_000) + d.forkAdvice()
		if steady {
			stable = full
			continue
		}
		body = full + d.footer()
	}
	return body, stable, nil
}

// forkAdvice says what a reviewer does about what a fork could not ask.
func (d Delivery) forkAdvice() string {
	missing := 0
	for _, s := range d.Run.Subjects {
		if s.Reason == finding.EnvMissing || s.Reason == finding.CredentialMissing {
			missing++
		}
	}
	if !d.Event.Fork && !d.Event.AskedForFork || missing == 0 {
		return ""
	}
	return fmt.Sprintf("\n**For the reviewer**: secrets are not given to forks, so %d of %d could not be asked. Read the change, then verify it from a branch of this repository or after the merge.\n",
		missing, d.Run.Summary.Asked())
}

func (d Delivery) footer() string {
	if d.Event.RunURL == "" {
		return ""
	}
	return "\n[The run and its full report](" + d.Event.RunURL + ")\n"
}

// firstLine is the verdict of a rendered run.
func firstLine(body string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(body), "\n")
	return strings.TrimLeft(line, "# ")
}

// key tells this run's comment and issue from others.
func (d Delivery) key() string { return Key(d.Run.Command, Folder(d.Run), d.Run.Name) }

// Folder is where the manifest of a run lies, from the repository root; of a
// merged run, the folder that all its parts share, "" when they do not.
func Folder(run *finding.Run) string {
	if len(run.Parts) == 0 {
		return run.Root
	}
	for _, p := range run.Parts {
		if p.Root != run.Parts[0].Root {
			return ""
		}
	}
	return run.Parts[0].Root
}

func (d Delivery) title() string {
	about := strings.Join(strings.Fields(Folder(d.Run)), " ")
	if about == "" || about == "." {
		about = "the manifest"
	}
	if d.Run.Name != "" {
		about += " (" + d.Run.Name + ")"
	}
	switch n := d.Run.Summary; {
	case d.Run.Command != "verify":
		return "archverify: " + d.Run.Command + " found something in " + about
	case n.Findings.Red+n.Findings.Yellow == 0:
		return "archverify: " + about + " could not be verified"
	}
	return "archverify: " + about + " no longer answers as declared"
}
