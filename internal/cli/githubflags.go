package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// githubFlags say what of a run goes to GitHub.
type githubFlags struct {
	comment, issue, check, sarif bool
	off, bestEffort, partial     bool
	pullRequest, issueAfter      int
	commentAs, issueLabel        string
	caFile                       string
}

func (g *githubFlags) define(c *cobra.Command) {
	flagGroup(c, "GitHub", func(set *pflag.FlagSet) {
		set.BoolVar(&g.comment, "comment", false, "keep one comment on the pull request up to date")
		set.BoolVar(&g.issue, "issue", false, "keep one issue open while something is wrong (on the default branch)")
		set.BoolVar(&g.check, "check", false, "make a check run with annotations")
		set.BoolVar(&g.sarif, "upload-sarif", false, "upload the findings to code scanning")
		set.Var(countFlag{&g.pullRequest, 0}, "pr", "number of the pull request (default: the event's)")
		set.StringVar(&g.commentAs, "comment-as", "", "`login` that comments and issues are written under (default: the token's)")
		set.StringVar(&g.issueLabel, "issue-label", "archverify", "`label` of the issue")
		set.Var(countFlag{&g.issueAfter, 0}, "issue-after", "open an issue also after so many `runs` in a row that could not ask; 0: never; more than 1: with post, which is given the earlier ones")
		set.BoolVar(&g.partial, "upload-partial", false, "upload SARIF of an incomplete run too, which closes alerts that nobody looked at")
		set.BoolVar(&g.bestEffort, "best-effort", false, "do not exit with 4 when only a delivery failed")
		set.BoolVar(&g.off, "no-github", false, "in GitHub Actions: write no summary, annotations and outputs")
	})
}

// defineAuthorities adds --ca-file to a command that asks no backend; where one
// is asked, GitHub trusts the same authorities.
func (g *githubFlags) defineAuthorities(c *cobra.Command) {
	flagGroup(c, "GitHub", func(set *pflag.FlagSet) {
		set.StringVar(&g.caFile, "ca-file", "", "PEM `file` of further certificate authorities")
	})
}

// wanted reports whether anything is to be sent through the API.
func (g *githubFlags) wanted() bool { return g.comment || g.issue || g.check || g.sarif }
